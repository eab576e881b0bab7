#include "solver/sweep/coloured_sweep.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/parallel_for.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"
#include "solver/mixed_problem.h"
#include "solver/row/sweep.h"
#include "solver/scene.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {
namespace {

constexpr double kRounding = 1e-11;  // relative, of sums and products in another order
constexpr double kEvaluation = 1e-12;

double size_of(const std::vector<Vec3>& a) {
  double sum = 0.0;
  for (const Vec3 v : a) sum += dot(v, v);
  return std::sqrt(sum);
}

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  std::vector<Vec3> difference(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] = a[i] - b[i];
  return size_of(difference);
}

/// Rows in the order of the visits: colours in turn (or from the last to the first), in a colour
/// manifolds that may be packed first, in a manifold its rows.
std::vector<int> order_of_visits(const LocalDynamics& problem, const ManifoldColours& colours,
                                 bool backward) {
  const auto rows = colours.rows();
  const auto is_rigid = [&](int slot) {
    return slot < 0 || problem.body_space.slot_kind(slot) == SlotKind::rigid;
  };
  const auto packed = [&](const Manifold& m) {
    return is_rigid(m.first) && is_rigid(m.second) && m.first != m.second &&
           std::all_of(rows.begin() + m.begin, rows.begin() + m.end,
                       [&](int i) { return problem.law[at(i)].kind == ConstraintKind::contact; });
  };
  std::vector<int> order;
  for (int k = 0; k < colours.colour_count(); ++k) {
    const int c = backward ? colours.colour_count() - 1 - k : k;
    for (const bool want_packed : {true, false}) {
      for (const Manifold& m : colours.colour(c)) {
        if (packed(m) != want_packed) continue;
        order.insert(order.end(), rows.begin() + m.begin, rows.begin() + m.end);
      }
    }
  }
  return order;
}

/// Proximal sweeps with momentum as the papers write them: all in reactions, W R from scratch.
class ScalarSweep {
 public:
  ScalarSweep(const LocalDynamics& problem, const ManifoldColours& colours, std::vector<Vec3> R)
      : problem_(problem),
        colours_(colours),
        R_(std::move(R)),
        gradient_(R_.size()),
        direction_(R_.size()) {
    for (int i = 0; i < problem.size(); ++i) rows_.push_back(make_sweep_row(problem, i));
  }

  void sweep(const Momentum& momentum, bool backward) {
    std::vector<Vec3> x = R_;
    for (std::size_t i = 0; i < x.size(); ++i) {
      direction_[i] = momentum.beta * direction_[i];
      x[i] += direction_[i];
      direction_[i] -= momentum.sigma * gradient_[i];
    }
    R_ = x;
    BodyVelocities W(problem_.body_space);
    W.reset(R_);
    tally_ = {};
    SweepParams visit;
    visit.proximal = momentum.proximal;
    for (const int i : order_of_visits(problem_, colours_, backward)) {
      SweepRow& row = rows_[at(i)];
      const Vec3 u = row.B + W.gather(i);
      R_[at(i)] = row_visit(problem_, row, visit, u, x[at(i)], tally_);
      W.scatter(i, R_[at(i)] - x[at(i)]);
      gradient_[at(i)] = x[at(i)] - R_[at(i)];
      const double squared = dot(gradient_[at(i)], gradient_[at(i)]);
      tally_.change_squared += squared;
      tally_.gradient_squared += trace(row.block.matrix()) / 3.0 * squared;
      const double size = dot(R_[at(i)], R_[at(i)]);
      tally_.size_squared += size;
      tally_.alone_squared += trace(row.block.matrix()) / 3.0 * size;
    }
  }

  [[nodiscard]] const std::vector<Vec3>& reactions() const { return R_; }
  [[nodiscard]] const SweepTally& tally() const { return tally_; }

 private:
  LocalDynamics problem_;
  ManifoldColours colours_;
  std::vector<SweepRow> rows_;
  std::vector<Vec3> R_;
  std::vector<Vec3> gradient_;
  std::vector<Vec3> direction_;
  SweepTally tally_;
};

struct Case {
  const char* name;
  LocalDynamics problem;
  double force;  // size of random reactions
};

LocalDynamics star_of_spheres() {
  Scene scene(1e-3, {0, 0, -10});
  const int hub = scene.add_sphere(1000.0, 5.0, {0, 0, 0});
  std::mt19937 rng(3);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 150; ++k) {
    const Vec3 n = normalized({normal(rng), normal(rng), normal(rng)});
    const int ball = scene.add_sphere(1000.0, 0.1, 5.1 * n);
    scene.set_velocity(ball, -0.1 * n);
    scene.add_contact(ball, hub, 5.0 * n, n, 0.4);
  }
  return scene.finish();
}

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back({"wall", brick_wall(6, 6, 0.6).problem(), 20.0});
  all.push_back({"packing", sphere_packing(3, 0.3).problem(), 2000.0});
  all.push_back({"hub", star_of_spheres(), 5.0});
  for (unsigned seed = 1; seed <= 4; ++seed) {
    all.push_back({"rigid", mixed_problem({12, 60, false, false, false, true}, seed), 20.0});
    all.push_back({"mixed", mixed_problem({12, 60, true, true, true, true}, seed), 20.0});
    all.push_back({"crowded", mixed_problem({4, 200, true, true, false, true}, seed), 5.0});
  }
  return all;
}

void expect_equal_sweeps(Case& item, double beta, double sigma, double proximal, bool alternate) {
  LocalDynamics& problem = item.problem;
  std::vector<Vec3> R = random_reactions(problem, item.force, 7);
  SweepWorkspace work_of_coloured;
  JointBlockSettings one_by_one;
  one_by_one.least_rows = problem.size() + 1;
  SweepParams params;
  params.joints = &one_by_one;
  ColouredSweep coloured(problem, work_of_coloured, params, alternate, R);
  ScalarSweep scalar(problem, work_of_coloured.inner_colours, R);
  const bool keep = sigma != 0.0 || beta != 0.0;
  for (int k = 0; k < 4; ++k) {
    const Momentum momentum{k > 0 ? beta : 0.0, k > 0 ? sigma : 0.0, proximal};
    SweepTally tally;
    if (keep && k > 0) coloured.extrapolate(momentum);
    coloured.sweep(momentum, keep, tally);
    scalar.sweep(momentum, alternate && k % 2 == 1);
    coloured.get_reactions(R);
    const std::vector<Vec3>& expected = scalar.reactions();
    EXPECT_LE(distance(R, expected), kRounding * size_of(expected)) << item.name << " sweep " << k;
    const SweepTally& sums = scalar.tally();
    const double noise = kRounding * kRounding * sums.size_squared;  // where sweeps have converged
    EXPECT_NEAR(tally.change_squared, sums.change_squared, 1e-8 * sums.change_squared + noise);
    EXPECT_NEAR(tally.size_squared, sums.size_squared, 1e-8 * sums.size_squared);
    EXPECT_NEAR(tally.alone_squared, sums.alone_squared, 1e-8 * sums.alone_squared);
    if (!keep) continue;
    EXPECT_NEAR(tally.gradient_squared, sums.gradient_squared,
                1e-8 * sums.gradient_squared + noise);
  }
}

TEST(ColouredSweep, PlainSweepsEqualTheScalarSweepInTheSameOrder) {
  for (Case& item : cases()) expect_equal_sweeps(item, 0.0, 0.0, 0.0, false);
}

TEST(ColouredSweep, AlternatingSweepsVisitTheColoursBackwards) {
  for (Case& item : cases()) expect_equal_sweeps(item, 0.0, 0.0, 0.0, true);
}

TEST(ColouredSweep, ProximalSweepsWithMomentumEqualTheRecurrenceInReactions) {
  for (Case& item : cases()) expect_equal_sweeps(item, 0.6, 1.0, 0.1, false);
}

TEST(ColouredSweep, HubGoesToAnOverflowThatIsVisitedInOrder) {
  LocalDynamics problem = star_of_spheres();
  std::vector<Vec3> R(problem.law.size());
  SweepWorkspace work_of_coloured;
  const ColouredSweep coloured(problem, work_of_coloured, {}, false, R);
  EXPECT_TRUE(work_of_coloured.inner_colours.has_overflow());
}

TEST(ColouredSweep, EvaluationEqualsResidualAndMeritOfAllRows) {
  for (Case& item : cases()) {
    LocalDynamics& problem = item.problem;
    for (const double force : {0.0, 0.1 * item.force, item.force}) {
      std::vector<Vec3> R = random_reactions(problem, force, 11);
      SweepWorkspace work_of_coloured;
      ColouredSweep coloured(problem, work_of_coloured, {}, false, R);
      const Residual found = coloured.evaluate();
      const std::vector<Vec3> U = velocities_by_blocks(problem, R);
      int worst = -1;
      const double natural = natural_residual(problem, R, U, &worst);
      EXPECT_NEAR(found.map.natural(), natural, kEvaluation * natural) << item.name;
      const double energy = merit(problem, R, U, {});
      EXPECT_NEAR(found.merit, energy, 100 * kEvaluation * energy) << item.name;
      const double scale = mean_inverse_mass(problem);
      const auto part = [&](int i) {
        return norm(natural_row_residual(problem, i, scale, R[at(i)], U[at(i)]));
      };
      ASSERT_GE(found.map.worst_row, 0);
      EXPECT_NEAR(part(found.map.worst_row), part(worst), kEvaluation * part(worst)) << item.name;
    }
  }
}

TEST(ColouredSweep, NothingMissingHasNoWorstRow) {
  Scene scene(1e-3, {0, 0, 10});  // falls off the ground, joined to it nowhere
  const int cube = scene.add_box(1.0, {1, 1, 1}, {0, 0, 0});
  scene.add_contact(cube, kGround, {0, 0, -0.5}, {0, 0, 1}, 0.5);
  scene.add_row(ConstraintKind::velocity_direction, cube, kGround, {0, 0, 0}, {1, 0, 0}).target =
      0.0;
  LocalDynamics& problem = scene.finish();
  std::vector<Vec3> R(2);
  SweepWorkspace work_of_coloured;
  ColouredSweep coloured(problem, work_of_coloured, {}, false, R);
  const Residual found = coloured.evaluate();
  EXPECT_EQ(found.map.natural(), 0.0);
  EXPECT_EQ(found.map.worst_row, -1);
}

TEST(ColouredSweep, FinishGivesTheVelocitiesOfTheReactions) {
  for (Case& item : cases()) {
    LocalDynamics& problem = item.problem;
    std::vector<Vec3> R = random_reactions(problem, item.force, 13);
    SweepWorkspace work_of_coloured;
    ColouredSweep coloured(problem, work_of_coloured, {}, false, R);
    SweepTally tally;
    coloured.sweep({}, true, tally);
    coloured.extrapolate({0.5, 1.0, 0.1});
    coloured.sweep({0.5, 1.0, 0.1}, true, tally);
    std::vector<Vec3> U(R.size());
    const Residual residual = coloured.finish(R, U);
    const std::vector<Vec3> expected = velocities_by_blocks(problem, R);
    const double size = size_of(problem.B) + size_of(expected);
    EXPECT_LE(distance(U, expected), kRounding * size) << item.name;
    const double natural = natural_residual(problem, R, expected);
    EXPECT_NEAR(residual.map.natural(), natural, 1e-9 * natural) << item.name;
    for (int i = 0; i < problem.size(); ++i) {
      if (stays_at_rest(problem.law[at(i)], problem.W_diagonal[at(i)])) {
        EXPECT_EQ(R[at(i)], (Vec3{}));
      }
    }
  }
}

TEST(ColouredSweep, ReactionsGoInAndOutUnchanged) {
  for (Case& item : cases()) {
    std::vector<Vec3> R(item.problem.law.size());
    SweepWorkspace work_of_coloured;
    ColouredSweep coloured(item.problem, work_of_coloured, {}, false, R);
    const std::vector<Vec3> given = random_reactions(item.problem, item.force, 17);
    coloured.set_reactions(given);
    coloured.get_reactions(R);
    EXPECT_LE(distance(R, given), 1e-14 * size_of(given)) << item.name;
    const Residual set = coloured.evaluate();
    coloured.restart();
    const Residual again = coloured.evaluate();
    EXPECT_EQ(set.map.natural(), again.map.natural());
    std::vector<Vec3> fresh_R = given;
    SweepWorkspace work_of_fresh;
    ColouredSweep fresh(item.problem, work_of_fresh, {}, false, fresh_R);
    EXPECT_NEAR(fresh.evaluate().map.natural(), set.map.natural(), 1e-12 * set.map.natural());
  }
}

TEST(ColouredSweep, ARestartForgetsTheMomentum) {
  LocalDynamics problem = brick_wall(5, 5, 0.6).problem();
  std::vector<Vec3> R = random_reactions(problem, 20.0, 19);
  SweepWorkspace work_of_coloured;
  ColouredSweep coloured(problem, work_of_coloured, {}, false, R);
  SweepTally tally;
  const Momentum momentum{0.7, 1.0, 0.1};
  const Momentum none{0.0, 0.0, 0.1};
  coloured.sweep(none, true, tally);
  for (int k = 0; k < 3; ++k) {
    coloured.extrapolate(momentum);
    coloured.sweep(momentum, true, tally);
  }
  coloured.get_reactions(R);
  coloured.restart();
  ScalarSweep scalar(problem, work_of_coloured.inner_colours, R);
  coloured.sweep(none, true, tally);
  coloured.extrapolate(momentum);
  coloured.sweep(momentum, true, tally);
  scalar.sweep(none, false);
  scalar.sweep(momentum, false);
  coloured.get_reactions(R);
  EXPECT_LE(distance(R, scalar.reactions()), 1e-9 * size_of(R));
}

/// Reactions, velocities and residuals of sweeps of every kind.
std::vector<double> numbers_of(LocalDynamics& problem, SweepWorkspace& work,
                               const SweepParams& params, bool alternate) {
  std::vector<Vec3> R(problem.law.size());
  std::vector<Vec3> U(R.size());
  std::vector<double> numbers;
  ColouredSweep coloured(problem, work, params, alternate, R);
  SweepTally tally;
  const auto note = [&] {
    numbers.insert(numbers.end(), {tally.change_squared, tally.size_squared, tally.gradient_squared,
                                   tally.alone_squared});
  };
  coloured.sweep({}, false, tally);
  note();
  coloured.restart();
  for (int k = 0; k < 3; ++k) {
    const Momentum momentum{k > 0 ? 0.7 : 0.0, k > 0 ? 1.0 : 0.0, 0.1};
    if (k > 0) coloured.extrapolate(momentum);
    coloured.sweep(momentum, true, tally);
    note();
  }
  const Residual residual = coloured.evaluate();
  numbers.insert(numbers.end(),
                 {residual.map.natural(), residual.merit, double(residual.map.worst_row)});
  coloured.finish(R, U);
  for (std::size_t i = 0; i < R.size(); ++i) {
    numbers.insert(numbers.end(), {R[i].x, R[i].y, R[i].z, U[i].x, U[i].y, U[i].z});
  }
  return numbers;
}

std::vector<double> numbers_with_threads(LocalDynamics problem, int threads, bool alternate) {
  set_thread_count(threads);
  SweepWorkspace work;
  const std::vector<double> numbers = numbers_of(problem, work, {}, alternate);
  set_thread_count(1);
  return numbers;
}

/// Packs are kept in the workspace while rows and slots stay: what they were made for must not
/// show in the next solution.
void expect_no_trace_of_the_last_solution(LocalDynamics problem, const char* what,
                                          const std::function<void(LocalDynamics&)>& change,
                                          const SweepParams& params = {}) {
  SweepWorkspace used;
  numbers_of(problem, used, {}, false);
  change(problem);
  LocalDynamics same = problem;
  SweepWorkspace fresh;
  EXPECT_EQ(numbers_of(problem, used, params, false), numbers_of(same, fresh, params, false))
      << what;
}

TEST(ColouredSweep, PacksOfTheLastSolutionLeaveNoTrace) {
  for (const Case& item : cases()) {
    SCOPED_TRACE(item.name);
    const LocalDynamics& problem = item.problem;
    const auto first = [](LocalDynamics& changed, ConstraintKind kind) {
      const auto is_kind = [kind](const RowLaw& law) { return law.kind == kind; };
      return std::find_if(changed.law.begin(), changed.law.end(), is_kind);
    };
    expect_no_trace_of_the_last_solution(problem, "nothing", [](LocalDynamics&) {});
    expect_no_trace_of_the_last_solution(problem, "values", [](LocalDynamics& changed) {
      for (Vec3& B : changed.B) B = 0.5 * B + Vec3{0.01, 0.02, -0.1};
      for (RowLaw& law : changed.law) law.friction *= 0.5;
    });
    expect_no_trace_of_the_last_solution(problem, "a contact is a joint", [&](LocalDynamics& c) {
      first(c, ConstraintKind::contact)->kind = ConstraintKind::fixed_point;
    });
    expect_no_trace_of_the_last_solution(problem, "sides of a row", [&](LocalDynamics& c) {
      const auto row = at(int(first(c, ConstraintKind::contact) - c.law.begin()));
      RowJacobian& jacobian = c.body_space.row(int(row));
      std::swap(jacobian.master, jacobian.slave);
      std::swap(jacobian.master_arm, jacobian.slave_arm);
    });
    SweepParams other;
    other.solver = DiagonalSolver::semismooth_newton;
    expect_no_trace_of_the_last_solution(
        problem, "solver", [](LocalDynamics&) {}, other);
  }
}

void expect_equal_bits_for_any_threads(const LocalDynamics& problem, int at_least_rows) {
  ASSERT_GE(problem.size(), at_least_rows);
  const std::vector<double> one = numbers_with_threads(problem, 1, true);
  for (const int threads : {2, 4, 7}) {
    // no NaN and no mixture of zeros occurs, so equal values are equal bits
    EXPECT_EQ(numbers_with_threads(problem, threads, true), one) << threads;
  }
}

TEST(ColouredSweep, AWallHasTheSameBitsForAnyNumberOfThreads) {
  Scene wall = brick_wall(15, 20, 0.6);
  expect_equal_bits_for_any_threads(wall.problem(), 2000);
}

TEST(ColouredSweep, APackingHasTheSameBitsForAnyNumberOfThreads) {
  Scene packing = sphere_packing(6, 0.3);
  expect_equal_bits_for_any_threads(packing.problem(), 2000);
}

TEST(ColouredSweep, AMixtureHasTheSameBitsForAnyNumberOfThreads) {
  expect_equal_bits_for_any_threads(mixed_problem({300, 700, true, true, true, true}, 1), 1000);
}

TEST(ColouredSweep, BadDiagonalBlocksAreTold) {
  LocalDynamics problem = brick_wall(2, 2, 0.6).problem();
  problem.W_diagonal[1] = -1.0 * identity();
  std::vector<Vec3> R(problem.law.size(), Vec3{0, 0, 1});
  SweepWorkspace work_of_coloured;
  const ColouredSweep coloured(problem, work_of_coloured, {}, false, R);
  EXPECT_EQ(coloured.status(), SolveStatus::diagonal_failed);
  EXPECT_EQ(R[1], (Vec3{}));
}

TEST(ColouredSweep, ALookAtOtherReactionsLeavesThoseOfTheLastSweep) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    LocalDynamics problem = mixed_problem({20, 24, true, true, true, true}, seed);
    LocalDynamics same = problem;
    std::vector<Vec3> R(problem.law.size());
    std::vector<Vec3> U(R.size());
    SweepWorkspace work_of_sweep;
    ColouredSweep sweep(problem, work_of_sweep, {}, false, R);
    SweepWorkspace work_of_undisturbed;
    ColouredSweep undisturbed(same, work_of_undisturbed, {}, false, R);
    SweepTally tally;
    std::vector<Vec3> other(R.size());
    for (int k = 0; k < 5; ++k) {
      sweep.sweep({}, false, tally);
      undisturbed.sweep({}, false, tally);
      if (k == 1) sweep.get_reactions(other);
    }
    const Residual looked = sweep.evaluate_at(other);
    const double expected = natural_residual(problem, other, velocities_by_blocks(problem, other));
    EXPECT_NEAR(looked.map.natural(), expected, 1e-9 * expected);
    EXPECT_NEAR(looked.map.violation / looked.map.scale, expected, 1e-9 * expected);
    std::vector<Vec3> R_undisturbed(R.size());
    sweep.finish(R, U);
    undisturbed.finish(R_undisturbed, U);
    EXPECT_EQ(R, R_undisturbed);
    EXPECT_NE(R, other);
  }
}

}  // namespace
}  // namespace solfec
