#include "parallel/mpi/zoltan_bisection.h"

#include <gtest/gtest.h>
#include <zoltan.h>

#include "parallel/balance_checks.h"
#include "parallel/median_bisection.h"
#include "parallel/mpi/mpi_comm.h"
#include "parallel/mpi/test_world.h"

namespace solfec {
namespace {

Comm& comm() { return test::world().comm(); }

TEST(ZoltanBisection, GivesCellsOfEqualLoads) {
  test::check_balance(comm(), *test::world().bisection());
}

TEST(MedianBisection, GivesCellsOfEqualLoadsOverMpi) {
  MedianBisection bisection;
  test::check_balance(comm(), bisection);
}

TEST(ZoltanBisection, CellsGoToTheRanksThatHaveMostOfTheirItems) {
  const test::Items start = test::random_items(comm().size(), 2000, {1.0, 0.9, 0.8}, 31);
  Balance balance(test::world().bisection(), {.tolerance = 1.0});
  (void)balance.rebalance(comm(), start.of(comm().rank()));
  test::Items items = test::moved(start, balance.cells());
  for (auto& points : items.point) {
    for (Vec3& p : points) p.x *= 1.01 + 0.02 * p.y;  // all move a little
  }
  EXPECT_TRUE(balance.rebalance(comm(), items.of(comm().rank())).has_new_cells ||
              comm().size() == 1);
  const CutTree& cells = balance.cells();
  int stay = 0;
  for (int rank = 0; rank < comm().size(); ++rank) {
    for (const Vec3 p : items.point[at(rank)]) stay += cells.rank_of(p) == rank ? 1 : 0;
  }
  EXPECT_GE(stay, 1900);  // by chance one of as many as there are ranks
}

// ---- Zoltan asked directly, with a set-up of its own
// ---------------------------------------------

struct Asked {
  int rank;
  const std::vector<Vec3>* points;
};

const Asked& asked(void* data) { return *static_cast<const Asked*>(data); }

int number_of_items(void* data, int* error) {
  *error = ZOLTAN_OK;
  return count(*asked(data).points);
}
void items_of(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR, int, float*, int* error) {
  for (std::size_t i = 0; i < asked(data).points->size(); ++i) {
    global[2 * i] = static_cast<ZOLTAN_ID_TYPE>(i);
    global[2 * i + 1] = static_cast<ZOLTAN_ID_TYPE>(asked(data).rank);
  }
  *error = ZOLTAN_OK;
}
int three(void*, int* error) {
  *error = ZOLTAN_OK;
  return 3;
}
void point_of(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR, double* place,
              int* error) {
  const Vec3 p = (*asked(data).points)[global[0]];
  for (int axis = 0; axis < 3; ++axis) place[axis] = p[axis];
  *error = ZOLTAN_OK;
}

Zoltan_Struct* partitioned(Asked& data) {
  Zoltan_Struct* const zoltan = Zoltan_Create(MPI_COMM_WORLD);
  for (const auto& [name, value] : {std::pair{"DEBUG_LEVEL", "0"},
                                    {"LB_METHOD", "RCB"},
                                    {"NUM_GID_ENTRIES", "2"},
                                    {"NUM_LID_ENTRIES", "0"},
                                    {"REMAP", "0"},
                                    {"KEEP_CUTS", "1"},
                                    {"AVERAGE_CUTS", "1"},
                                    {"RCB_RECTILINEAR_BLOCKS", "1"}}) {
    EXPECT_EQ(Zoltan_Set_Param(zoltan, name, value), ZOLTAN_OK);
  }
  Zoltan_Set_Num_Obj_Fn(zoltan, number_of_items, &data);
  Zoltan_Set_Obj_List_Fn(zoltan, items_of, &data);
  Zoltan_Set_Num_Geom_Fn(zoltan, three, &data);
  Zoltan_Set_Geom_Fn(zoltan, point_of, &data);
  int changes = 0;
  int entries[2];
  int sizes[2];
  ZOLTAN_ID_PTR ids[4];
  int* lists[4];
  EXPECT_EQ(
      Zoltan_LB_Partition(zoltan, &changes, &entries[0], &entries[1], &sizes[0], &ids[0], &ids[1],
                          &lists[0], &lists[1], &sizes[1], &ids[2], &ids[3], &lists[2], &lists[3]),
      ZOLTAN_OK);
  Zoltan_LB_Free_Part(&ids[0], &ids[1], &lists[0], &lists[1]);
  Zoltan_LB_Free_Part(&ids[2], &ids[3], &lists[2], &lists[3]);
  return zoltan;
}

std::vector<int> ranks_of(Zoltan_Struct* zoltan, const Box& box) {
  std::vector<int> ranks(at(comm().size()));
  int number = 0;
  EXPECT_EQ(Zoltan_LB_Box_Assign(zoltan, box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z,
                                 ranks.data(), &number),
            ZOLTAN_OK);
  ranks.resize(at(number));
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

/// Zoltan counts ranks whose cells a box only touches from above, where they own no points.
std::vector<int> with_touched(const CutTree& cells, const Box& box) {
  std::vector<int> ranks;
  for (int rank = 0; rank < comm().size(); ++rank) {
    if (overlap(cells.cell(rank), box)) ranks.push_back(rank);
  }
  return ranks;
}

TEST(ZoltanBisection, AnswersAsZoltanItself) {
  if (comm().size() == 1) GTEST_SKIP();
  for (unsigned seed = 40; seed < 44; ++seed) {
    test::Items items = test::random_items(comm().size(), 700, {1.0, 1.0, 1.0}, seed);
    for (auto& weights : items.weight) std::fill(weights.begin(), weights.end(), 1.0);
    const CutTree cells =
        test::world().bisection()->cut(comm(), items.of(comm().rank()), CutAxes{});
    Asked data{comm().rank(), &items.point[at(comm().rank())]};
    Zoltan_Struct* zoltan = partitioned(data);
    std::mt19937 rng(seed);
    test::PlacesNearCuts place(cells, rng);
    std::vector<int> ours;
    for (int sample = 0; sample < 1000; ++sample) {
      const Vec3 p = place();
      const Vec3 q = place();
      double coordinates[] = {p.x, p.y, p.z};
      int owner = -1;
      ASSERT_EQ(Zoltan_LB_Point_Assign(zoltan, coordinates, &owner), ZOLTAN_OK);
      ASSERT_EQ(cells.rank_of(p), owner);
      Box box{minimum(p, q), maximum(p, q)};
      ASSERT_EQ(with_touched(cells, box), ranks_of(zoltan, box));
      box.grow(1e-9);  // no plane of cells is in the faces
      cells.ranks_of(box, ours);
      ASSERT_EQ(ours, ranks_of(zoltan, box));
    }
    Zoltan_Destroy(&zoltan);
  }
}

}  // namespace
}  // namespace solfec
