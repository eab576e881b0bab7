#include "solver/sweep/growth_watch.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "solver/gauss_seidel.h"
#include "solver/one_solution.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr int kSweeps = 600;

/// Verdict after sweeps whose |R|, |change| and merit are given functions of the sweep.
template <typename Size, typename Change, typename Merit>
bool verdict(const Size& size, const Change& change, const Merit& merit) {
  GrowthWatch watch;
  for (int k = 1; k <= kSweeps; ++k) watch.add(k, size(k), change(k), merit(k));
  return watch.no_solution();
}

SolveReport solve(LocalDynamics& problem, int max_sweeps,
                  Acceleration acceleration = Acceleration::off) {
  std::vector<Vec3> R(problem.law.size());
  std::vector<Vec3> U(problem.law.size());
  GaussSeidelParams params;
  params.max_sweeps = max_sweeps;
  params.acceleration = acceleration;
  params.merit_tolerance = 1e-12;
  SolveReport report;
  solve_gauss_seidel(problem, params, R, U, report);
  return report;
}

/// A ball between two walls that close on it at 1 m/s each.
Scene squeezed_ball(double friction) {
  Scene scene(0.001, {0, 0, 0});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  RowLaw& below = scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, friction);
  below.velocity_shift = -1.0;
  RowLaw& above = scene.add_contact(ball, kGround, {0, 0, 0.2}, {0, 0, -1}, friction);
  above.velocity_shift = -1.0;
  return scene;
}

TEST(GrowthWatch, SteadyGrowthWithoutProgressHasNoSolution) {
  EXPECT_TRUE(verdict([](int k) { return 5.0 + 2.0 * k; }, [](int) { return 2.0; },
                      [](int) { return 1e-3; }));
}

TEST(GrowthWatch, DiffusionIsOnlySlow) {
  // |R| ~ sqrt(sweeps), as in the slow modes of a tall wall
  EXPECT_FALSE(verdict([](int k) { return std::sqrt(k); }, [](int k) { return 0.5 / std::sqrt(k); },
                       [](int k) { return 1.0 / k; }));
}

TEST(GrowthWatch, CyclesAreNoGrowth) {
  EXPECT_FALSE(
      verdict([](int k) { return 5.0 + k % 2; }, [](int) { return 1.0; }, [](int) { return 0.1; }));
}

TEST(GrowthWatch, GrowthThatLowersTheMeritMayStillEnd) {
  EXPECT_FALSE(verdict([](int k) { return 2.0 * k; }, [](int) { return 2.0; },
                       [](int k) { return std::exp(-0.01 * k); }));
}

TEST(GrowthWatch, WallsThatCloseOnABallAreToldFromASlowPile) {
  for (const double friction : {0.0, 0.5}) {
    Scene scene = squeezed_ball(friction);
    const SolveReport report = solve(scene.finish(), 300);
    EXPECT_EQ(report.status, SolveStatus::diverged);
    EXPECT_TRUE(report.no_solution) << friction;
    EXPECT_GE(report.worst_row, 0);
  }
  Scene wall = brick_wall(12, 12, 0.6);
  const SolveReport report = solve(wall.problem(), 300);
  EXPECT_EQ(report.status, SolveStatus::diverged);
  EXPECT_FALSE(report.no_solution);
}

TEST(GrowthWatch, AcceleratedSweepsTellThemToo) {
  for (const Acceleration acceleration : {Acceleration::nncg, Acceleration::automatic}) {
    for (const double friction : {0.0, 0.5}) {
      Scene scene = squeezed_ball(friction);
      const SolveReport report = solve(scene.finish(), 1000, acceleration);
      EXPECT_NE(report.status, SolveStatus::ok);
      EXPECT_TRUE(report.no_solution) << friction << " " << static_cast<int>(acceleration);
    }
    Scene wall = brick_wall(20, 6, 0.6);
    EXPECT_FALSE(solve(wall.problem(), 300, acceleration).no_solution);
  }
}

TEST(GrowthWatch, FewSweepsGiveNoVerdict) {
  for (const Acceleration acceleration : {Acceleration::off, Acceleration::nncg}) {
    Scene scene = squeezed_ball(0.0);
    EXPECT_FALSE(solve(scene.finish(), 200, acceleration).no_solution);
  }
}

}  // namespace
}  // namespace solfec
