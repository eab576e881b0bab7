#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/parallel_for.h"
#include "math/rotation.h"
#include "parallel/mailbox_comm.h"
#include "solver/gauss_seidel.h"
#include "solver/measure/natural_residual.h"
#include "solver/mixed_problem.h"
#include "solver/scene.h"
#include "solver/split_problem.h"

namespace solfec {
namespace {

/// Results of the ranks, put together.
struct Found {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  std::vector<SolveReport> report;     // by rank
  std::vector<std::vector<double>> v;  // of the slots of the whole, empty without rows there
  int different_copies = 0;            // components of shared slots that are not the same bits
};

Found solve_on_ranks(const LocalDynamics& problem, std::span<const int> rank_of_row, int ranks,
                     const GaussSeidelParams& params, std::span<const Vec3> start) {
  std::vector<ProblemPart> parts = split_problem(problem, rank_of_row, ranks);
  Found found;
  found.R.resize(problem.law.size());
  found.U.resize(problem.law.size());
  found.report.resize(at(ranks));
  found.v.resize(at(problem.body_space.slot_count()));
  std::vector<SweepWorkspace> work(at(ranks));
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    ProblemPart& part = parts[at(comm.rank())];
    part.problem.shared.comm = &comm;
    std::vector<Vec3> R;
    for (const int i : part.row) R.push_back(start[at(i)]);
    std::vector<Vec3> U(R.size());
    solve_gauss_seidel(part.problem, params, work[at(comm.rank())], R, U,
                       found.report[at(comm.rank())]);
    for (std::size_t k = 0; k < part.row.size(); ++k) {
      found.R[at(part.row[k])] = R[k];
      found.U[at(part.row[k])] = U[k];
    }
  });
  for (int rank = 0; rank < ranks; ++rank) {
    const ProblemPart& part = parts[at(rank)];
    for (int s = 0; s < count(part.slot); ++s) {
      const std::span<const double> own = std::as_const(work[at(rank)].velocities).slot_velocity(s);
      std::vector<double>& v = found.v[at(part.slot[at(s)])];
      if (v.empty()) v.assign(own.begin(), own.end());
      for (std::size_t c = 0; c < v.size(); ++c) found.different_copies += v[c] != own[c] ? 1 : 0;
    }
  }
  return found;
}

std::vector<int> random_ranks(const LocalDynamics& problem, int ranks, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> rank_of_row(problem.law.size());
  for (int& rank : rank_of_row) rank = static_cast<int>(random() % static_cast<unsigned>(ranks));
  return rank_of_row;
}

/// Neighbours in the numbering on the same rank: most rows are inner ones.
std::vector<int> blocks_of_rows(const LocalDynamics& problem, int ranks) {
  std::vector<int> rank_of_row;
  for (int i = 0; i < problem.size(); ++i) rank_of_row.push_back(i * ranks / problem.size());
  return rank_of_row;
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, norm(a[i] - b[i]));
  return most;
}

GaussSeidelParams tight() {
  GaussSeidelParams params;
  params.residual_tolerance = 1e-9;
  params.max_sweeps = 20000;
  return params;
}

/// Colours of the ranks that have rows on the bodies of each row, found row by row.
RankSets sets_by_comparison(const LocalDynamics& problem, std::span<const ProblemPart> parts,
                            int rank) {
  const auto touches = [&](int a, int b) {
    const RowJacobian& one = problem.body_space.rows()[at(a)];
    const RowJacobian& other = problem.body_space.rows()[at(b)];
    for (const int slot : {one.master, one.slave}) {
      if (slot >= 0 && (slot == other.master || slot == other.slave)) return true;
    }
    return false;
  };
  const int own = parts[at(rank)].problem.shared.colour;
  RankSets sets;
  for (const ProblemPart& part : parts) {
    sets.colours = std::max(sets.colours, part.problem.shared.colour + 1);
  }
  for (const int row : parts[at(rank)].row) {
    bool lower = false;
    bool higher = false;
    for (const ProblemPart& part : parts) {
      const int colour = part.problem.shared.colour;
      const bool near =
          &part != &parts[at(rank)] && std::any_of(part.row.begin(), part.row.end(),
                                                   [&](int other) { return touches(row, other); });
      lower = lower || (near && colour < own);
      higher = higher || (near && colour > own);
    }
    ++(lower ? (higher ? sets.middle : sets.top) : (higher ? sets.bottom : sets.inner));
  }
  return sets;
}

TEST(RankSweep, RowsAreCountedByTheRanksThatTheirBodiesAreSharedWith) {
  set_thread_count(1);
  Scene wall = brick_wall(8, 6, 0.5);
  const LocalDynamics& problem = wall.problem();
  const std::vector<Vec3> start(problem.law.size());
  for (const int ranks : {2, 3, 4}) {
    const std::vector<int> rank_of_row = blocks_of_rows(problem, ranks);
    const std::vector<ProblemPart> parts = split_problem(problem, rank_of_row, ranks);
    const Found found = solve_on_ranks(problem, rank_of_row, ranks, tight(), start);
    for (int rank = 0; rank < ranks; ++rank) {
      const SolveReport& report = found.report[at(rank)];
      EXPECT_EQ(report.sets, sets_by_comparison(problem, parts, rank)) << rank;
      EXPECT_GT(report.timers.seconds(Phase::GSCOM), 0.0);
      EXPECT_EQ(report.timers.seconds(Phase::GSMCOM) > 0.0, report.sets.middle > 0);
      EXPECT_GT(report.timers.seconds(Phase::GSRUN), 0.0);
    }
  }
}

/// Whatever the cuts, the reactions of all ranks together solve the problem as one rank measures
/// it.
TEST(RankSweep, SolvesWallsAndPackingsWhereverTheyAreCut) {
  set_thread_count(1);
  Scene wall = brick_wall(8, 6, 0.5);
  Scene packing = sphere_packing(4, 0.3);
  for (Scene* scene : {&wall, &packing}) {
    const LocalDynamics& problem = scene->finish();
    const std::vector<Vec3> rest(problem.law.size());
    for (int ranks = 1; ranks <= 5; ++ranks) {
      for (const bool random : {false, true}) {
        const std::vector<int> rank_of_row =
            random ? random_ranks(problem, ranks, 7U + at(ranks)) : blocks_of_rows(problem, ranks);
        const Found found = solve_on_ranks(problem, rank_of_row, ranks, tight(), rest);
        for (const SolveReport& report : found.report) {
          EXPECT_EQ(report.status, SolveStatus::ok) << ranks;
          EXPECT_EQ(report.iterations, found.report[0].iterations);
          EXPECT_EQ(report.residual, found.report[0].residual);
        }
        EXPECT_LE(natural_residual(problem, found.R, found.U), 1.0001e-9) << ranks;
        EXPECT_LE(largest_difference(found.U, velocities_by_blocks(problem, found.R)), 1e-11);
        EXPECT_EQ(found.different_copies, 0);
      }
    }
  }
}

/// Bodies of every kind, joints, springs and rows without inertia; a few sweeps with all that comes
/// with them keep U = B + W R and the copies equal, and a second solution has the same bits.
TEST(RankSweep, CopiesStayEqualAndVelocitiesAreThoseOfTheReactions) {
  set_thread_count(1);
  for (unsigned seed = 1; seed <= 6; ++seed) {
    Mixture mixture;
    mixture.bodies = 25;
    mixture.pairs = 80;
    const LocalDynamics problem = mixed_problem(mixture, seed);
    const std::vector<Vec3> start = random_reactions(problem, 1.0, seed);
    GaussSeidelParams params;
    params.relative_tolerance = 1e-14;
    params.merit_tolerance = 1e-30;
    params.max_sweeps = 70;  // plain ones, with momentum and in both directions
    params.alternate_direction = seed % 2 == 0;
    const std::vector<int> rank_of_row = random_ranks(problem, 4, seed);
    const Found found = solve_on_ranks(problem, rank_of_row, 4, params, start);
    const std::vector<Vec3> U = velocities_by_blocks(problem, found.R);
    double size = 0.0;
    for (const Vec3 u : U) size = std::max(size, norm(u));
    EXPECT_LE(largest_difference(found.U, U), 1e-12 * size) << seed;
    EXPECT_EQ(found.different_copies, 0);
    const NaturalViolation map = natural_violation(problem, found.R, U);
    EXPECT_NEAR(found.report[0].residual, map.natural(), 1e-9 * map.natural());
    int worst_rows = 0;
    for (const SolveReport& report : found.report) worst_rows += report.worst_row >= 0 ? 1 : 0;
    EXPECT_EQ(worst_rows, 1);
    const Found again = solve_on_ranks(problem, rank_of_row, 4, params, start);
    EXPECT_EQ(again.R, found.R);
    EXPECT_EQ(again.v, found.v);
  }
}

/// Who comes later in a sweep sees what those before have done: a tower cut into ranks converges as
/// in one piece, if in another order. Ranks that all looked at old velocities would add up what
/// each of them does to a shared body, and not converge.
TEST(RankSweep, ATowerInPiecesConvergesAsInOne) {
  set_thread_count(1);
  Scene scene = cube_stack(12, 1.0, 0.5, 1e-3);
  const LocalDynamics& problem = scene.finish();
  const std::vector<Vec3> rest(problem.law.size());
  GaussSeidelParams params = tight();
  params.residual_tolerance = 1e-7;
  params.acceleration = Acceleration::nncg;
  const int alone =
      solve_on_ranks(problem, blocks_of_rows(problem, 1), 1, params, rest).report[0].iterations;
  for (const int ranks : {2, 3, 6}) {
    const Found found =
        solve_on_ranks(problem, blocks_of_rows(problem, ranks), ranks, params, rest);
    EXPECT_EQ(found.report[0].status, SolveStatus::ok);
    EXPECT_LE(found.report[0].iterations, 2.5 * alone) << ranks;
  }
}

/// Problems that sweeps alone do not solve are solved by Newton steps for the rows of all ranks: a
/// tower and a mixture of bodies and joints, to an error that one rank reaches as well.
TEST(RankSweep, NewtonStepsAreThoseOfAllRows) {
  set_thread_count(1);
  Scene tower = cube_stack(12, 1.0, 0.5, 1e-3);
  Scene joints = joints_and_contacts();
  Scene soft = affine_stack();
  for (Scene* scene : {&tower, &joints, &soft}) {
    const LocalDynamics& problem = scene->finish();
    const std::vector<Vec3> rest(problem.law.size());
    GaussSeidelParams params = tight();
    params.residual_tolerance = 1e-12;
    params.max_sweeps = 1000;
    for (const int ranks : {2, 3}) {
      const Found found =
          solve_on_ranks(problem, blocks_of_rows(problem, ranks), ranks, params, rest);
      EXPECT_LE(natural_residual(problem, found.R, found.U), 1e-11) << ranks;
      for (const SolveReport& report : found.report) {
        EXPECT_EQ(report.status, SolveStatus::ok);
        EXPECT_EQ(report.newton_steps, found.report[0].newton_steps);
      }
      EXPECT_GT(found.report[0].newton_steps + (scene == &tower ? 0 : 1), 0);
    }
  }
}

/// Ranks without rows take part in all decisions.
TEST(RankSweep, RanksMayHaveNoRows) {
  set_thread_count(1);
  Scene scene = brick_wall(3, 3, 0.5);
  const LocalDynamics& problem = scene.finish();
  const std::vector<int> all_on_one(problem.law.size(), 1);
  const std::vector<Vec3> rest(problem.law.size());
  const Found found = solve_on_ranks(problem, all_on_one, 3, tight(), rest);
  EXPECT_LE(natural_residual(problem, found.R, found.U), 1.0001e-9);
  for (const SolveReport& report : found.report) EXPECT_EQ(report.status, SolveStatus::ok);
}

/// A chain of bodies from space to a heavy one, by points and one direction that each two share and
/// a second row that says what the first one does; a block that pushes on each link.
LocalDynamics pushed_chain(int links) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Vec3{unit(random), unit(random), unit(random)}; };
  LocalDynamics problem;
  problem.step = 1e-3;
  const auto add_body = [&](double mass) {
    const double h = problem.step;
    problem.body_space.add_slot(SlotKind::rigid, 10.0 * h / mass * identity(), h / mass);
  };
  const auto add_row = [&](ConstraintKind kind, int master, int slave, const RowJacobian* place) {
    const int i = problem.size();
    problem.resize(i + 1);
    RowJacobian& row = problem.body_space.row(i);
    row = {exponential_map(3.0 * vector()), vector(), vector(), master, slave};
    if (place != nullptr) row = *place;
    problem.law[at(i)] = {};
    problem.law[at(i)].kind = kind;
    problem.law[at(i)].friction = 0.3;
    problem.B[at(i)] = kind == ConstraintKind::contact ? vector() : Vec3{};
    problem.W_diagonal[at(i)] = problem.body_space.diagonal(i);
    return i;
  };
  for (int k = 0; k < links; ++k) add_body(k + 1 < links ? 1.0 : 2000.0);
  for (int k = 0; k < links; ++k) add_body(0.05);
  for (int k = 0; k < links; ++k) {
    add_row(ConstraintKind::fixed_point, k, k - 1, nullptr);
    const int i = add_row(ConstraintKind::fixed_direction, k, k - 1, nullptr);
    const RowJacobian place = problem.body_space.rows()[at(i)];
    add_row(ConstraintKind::fixed_direction, k, k - 1, &place);
  }
  for (int k = 0; k < links; ++k) add_row(ConstraintKind::contact, k, links + k, nullptr);
  return problem;
}

/// Contacts of a mechanism may be of other ranks, its joints may not.
TEST(RankSweep, RankThatHasAllJointsOfAMechanismSolvesThemTogether) {
  set_thread_count(1);
  constexpr int kLinks = 40;
  const LocalDynamics problem = pushed_chain(kLinks);
  const std::vector<Vec3> start(problem.law.size());
  GaussSeidelParams params = tight();
  params.max_sweeps = 30;  // 12 are enough, without blocks 39 to 110
  const auto solve = [&](int ranks, bool joints_parted) {
    std::vector<int> rank_of_row;
    for (int i = 0; i < problem.size(); ++i) {
      const bool moves = joints_parted || problem.law[at(i)].kind == ConstraintKind::contact;
      rank_of_row.push_back(moves ? (i / 3 + 1) % ranks : 0);
    }
    return solve_on_ranks(problem, rank_of_row, ranks, params, start);
  };
  const Found one = solve(1, false);
  ASSERT_EQ(one.report[0].status, SolveStatus::ok);
  double size = 0.0;
  for (const Vec3 u : one.U) size = std::max(size, norm(u));
  for (const int ranks : {2, 3, 4}) {
    const Found found = solve(ranks, false);
    EXPECT_EQ(found.report[0].status, SolveStatus::ok) << ranks;
    EXPECT_LE(found.report[0].iterations, one.report[0].iterations + 4) << ranks;
    EXPECT_LE(largest_difference(found.U, one.U), 1e-6 * size) << ranks;
    EXPECT_LE(largest_difference(found.U, velocities_by_blocks(problem, found.R)), 1e-9 * size);
    EXPECT_EQ(found.different_copies, 0);
    EXPECT_NE(solve(ranks, true).report[0].status, SolveStatus::ok) << ranks;
  }
}

}  // namespace
}  // namespace solfec
