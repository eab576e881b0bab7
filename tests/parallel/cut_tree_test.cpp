#include "parallel/cut_tree.h"

#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "parallel/cell_checks.h"

namespace solfec {
namespace {

constexpr double kInf = Box::kInfinity;

/// Cuts at random; ranks in any order.
CutTree random_tree(std::mt19937& rng, int ranks) {
  std::vector<int> order(at(ranks));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), rng);
  std::vector<CutTree::Node> nodes(1);
  std::uniform_real_distribution<double> place(0.0, 1.0);
  const auto grow = [&](const auto& self, int here, int first, int last) -> void {
    if (last - first == 1) {
      nodes[at(here)].rank = order[at(first)];
      return;
    }
    const int below = count(nodes);
    nodes.resize(nodes.size() + 2);
    // places on a grid, so that planes of several cuts coincide
    nodes[at(here)] = {static_cast<int>(rng() % 3), std::floor(place(rng) * 8) / 8, below,
                       below + 1, 0};
    const int middle = first + 1 + static_cast<int>(rng() % at(last - first - 1));
    self(self, below, first, middle);
    self(self, below + 1, middle, last);
  };
  grow(grow, 0, 0, ranks);
  return CutTree(nodes);
}

TEST(CutTree, WithoutCutsAllSpaceIsOfRankZero) {
  const CutTree tree;
  EXPECT_FALSE(tree.has_cuts());
  EXPECT_EQ(tree.rank_of({1e300, -kInf, 0.0}), 0);
  std::vector<int> ranks{7};
  tree.ranks_of({{0, 0, 0}, {1, 1, 1}}, ranks);
  EXPECT_EQ(ranks, std::vector<int>{0});
  tree.ranks_of(Box{}, ranks);
  EXPECT_TRUE(ranks.empty());
}

TEST(CutTree, ThePlaneOfACutIsBelow) {
  std::vector<Box> cells(2, test::space());
  cells[1].hi.y = 2.0;
  cells[0].lo.y = 2.0;
  const CutTree tree = *CutTree::of_cells(cells);
  EXPECT_EQ(tree.rank_of({0.0, 2.0, 0.0}), 1);
  EXPECT_EQ(tree.rank_of({0.0, std::nextafter(2.0, 3.0), 0.0}), 0);
  std::vector<int> ranks;
  tree.ranks_of({{0, 2, 0}, {1, 3, 1}}, ranks);
  EXPECT_EQ(ranks, (std::vector<int>{0, 1}));
  tree.ranks_of({{0, 1, 0}, {1, 2, 1}}, ranks);
  EXPECT_EQ(ranks, std::vector<int>{1});
}

TEST(CutTree, AnswersAsAllCellsOneByOne) {
  std::mt19937 rng(11);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const int ranks = 1 + repeat % 17;
    test::check_cells(random_tree(rng, ranks), ranks, rng);
  }
}

TEST(CutTree, OfItsCellsAndOfItsNumbersIsTheSameTree) {
  std::mt19937 rng(12);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const int ranks = 1 + repeat % 13;
    const CutTree tree = random_tree(rng, ranks);
    CutTree restored;
    ASSERT_TRUE(restored.restore(tree.numbers(), ranks));
    EXPECT_EQ(restored.numbers(), tree.numbers());
    std::vector<Box> cells;
    for (int rank = 0; rank < ranks; ++rank) cells.push_back(tree.cell(rank));
    const std::optional<CutTree> again = CutTree::of_cells(cells);  // perhaps in another order
    ASSERT_TRUE(again);
    for (int rank = 0; rank < ranks; ++rank) {
      EXPECT_TRUE(test::equal(again->cell(rank), tree.cell(rank)));
      EXPECT_TRUE(test::equal(restored.cell(rank), tree.cell(rank)));
    }
  }
}

TEST(CutTree, RefusesBoxesThatAreNotWhatCutsMakeOfSpace) {
  std::mt19937 rng(13);
  const CutTree tree = random_tree(rng, 9);
  std::vector<Box> cells;
  for (int rank = 0; rank < 9; ++rank) cells.push_back(tree.cell(rank));
  for (Box& cell : cells) {
    if (is_empty(cell)) continue;
    const Box good = cell;
    for (int axis = 0; axis < 3; ++axis) {
      cell.lo[axis] = std::max(good.lo[axis], -100.0) + 0.01;  // a gap
      EXPECT_FALSE(CutTree::of_cells(cells));
      cell = good;
      if (good.hi[axis] == kInf) continue;
      cell.hi[axis] += 0.01;  // an overlap
      EXPECT_FALSE(CutTree::of_cells(cells));
      cell = good;
    }
    cell = Box{};
    EXPECT_FALSE(CutTree::of_cells(cells));
    cell = good;
  }
  // a pinwheel: no plane parts its cells
  std::vector<Box> pinwheel(5, test::space());
  pinwheel[0].hi = {1.0, 2.0, kInf};
  pinwheel[1].hi = {2.0, kInf, kInf};
  pinwheel[1].lo.y = 2.0;
  pinwheel[2].lo = {2.0, 1.0, -kInf};
  pinwheel[3].lo.x = 1.0;
  pinwheel[3].hi.y = 1.0;
  pinwheel[4] = {{1.0, 1.0, -kInf}, {2.0, 2.0, kInf}};
  EXPECT_FALSE(CutTree::of_cells(pinwheel));
  EXPECT_FALSE(CutTree::of_cells(std::vector<Box>(2)));
}

TEST(CutTree, RefusesNumbersThatAreNoTree) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> good{0, 0.5, 3, 1, 2, 0.25, 3, 0, 3, 2};
  CutTree tree;
  ASSERT_TRUE(tree.restore(good, 3));
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(tree.restore(std::span(good).first(size), 3)) << size;
  }
  for (const auto& [place, value] : {std::pair{0, 4.0},
                                     {0, -1.0},
                                     {0, 0.5},
                                     {0, nan},
                                     {1, nan},
                                     {1, kInf},
                                     {3, 3.0},
                                     {3, 0.0},
                                     {3, -1.0},
                                     {3, 0.5},
                                     {3, nan},
                                     {4, 3.0}}) {
    std::vector<double> wrong = good;
    wrong[at(place)] = value;
    EXPECT_FALSE(tree.restore(wrong, 3)) << place << " " << value;
  }
  std::vector<double> longer = good;
  longer.push_back(0.0);
  EXPECT_FALSE(tree.restore(longer, 3));
  EXPECT_FALSE(tree.restore(good, 2));
  EXPECT_FALSE(tree.restore(std::vector<double>{0, 0.5, 3, 0, 0, 0.5, 3, 1, 3, 2}, 3))
      << "a cut on the edge of its cell";
  std::vector<double> endless(200001, 0.0);
  for (std::size_t i = 1; i < endless.size(); i += 2) endless[i] = -static_cast<double>(i);
  EXPECT_FALSE(tree.restore(endless, 3)) << "cuts without cells";
  EXPECT_EQ(tree.numbers(), good) << "nothing is changed";
}

}  // namespace
}  // namespace solfec
