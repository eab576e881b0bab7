#include "integrator/critical_step.h"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "integrator/integrator.h"
#include "material/kirchhoff.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // relative, a few ulps times the condition of the eigenvalues

BodyRef add_cube(Bodies& bodies, BodyId id, double edge) {
  const double volume = edge * edge * edge;
  const MassProperties properties{volume, {}, (volume * edge * edge / 12.0) * identity()};
  return bodies.add(id, BodyKind::pseudo_rigid, properties, BulkMaterial{});
}

/// Closed form of the undeformed cube of lambda = mu = 4e5, rho = 1e3: omega^2 = 12 (3 lambda +
/// 2 mu) / (rho a^2).
double cube_critical_step(double edge) { return 2.0 * edge / std::sqrt(12.0 * 5.0 * 4e5 / 1e3); }

/// Second method: eigenvalues of the unsymmetric product M^-1 K, K from differences of the stress.
double brute_force_eigenvalue(const PseudoRigidSet& set, int slot) {
  constexpr double kDifference = 1e-5;
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(9, 9);
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(9, 9);
  for (int b = 0; b < 9; ++b) {
    Mat3 up = set.gradient[slot];
    Mat3 down = set.gradient[slot];
    up.m[b] += kDifference;
    down.m[b] -= kDifference;
    const Mat3 slope =
        (0.5 / kDifference) * (first_piola_stress(up, set.lame_lambda[slot], set.lame_mu[slot]) -
                               first_piola_stress(down, set.lame_lambda[slot], set.lame_mu[slot]));
    for (int a = 0; a < 9; ++a) {
      K(a, b) = set.volume[slot] * slope.m[a];
      if (a % 3 == b % 3) M(a, b) = set.euler[slot](a / 3, b / 3);
    }
  }
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(M.inverse() * K);
  return solver.eigenvalues().real().maxCoeff();
}

TEST(CriticalStep, OfACubeMatchesTheClosedForm) {
  for (const double edge : {0.01, 1.0, 7.0}) {
    Bodies bodies;
    add_cube(bodies, 1, edge);
    const CriticalStep critical = critical_step(bodies);
    EXPECT_NEAR(critical.step / cube_critical_step(edge), 1.0, kTol);
    EXPECT_EQ(critical.body, 1);
  }
}

TEST(CriticalStep, DoesNotDependOnTheRotationOfTheBody) {
  Bodies bodies;
  add_cube(bodies, 1, 1.0);
  bodies.pseudo_rigid.gradient[0] = rotation_about({1.0, -2.0, 0.5}, 77.0);
  EXPECT_NEAR(critical_step(bodies).step / cube_critical_step(1.0), 1.0, kTol);
}

TEST(CriticalStep, OfDeformedBodiesMatchesBruteForce) {
  std::mt19937 rng(20260105);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Bodies bodies;
  for (int i = 0; i < 50; ++i) {
    const Vec3 a{unit(rng), unit(rng), unit(rng)};
    const MassProperties properties{0.7, a, diagonal(0.02, 0.3, 0.1) + 0.1 * outer(a, a)};
    bodies.add(i + 1, BodyKind::pseudo_rigid, properties, BulkMaterial{});
    for (double& entry : bodies.pseudo_rigid.gradient[i].m) entry += 0.3 * unit(rng);
  }
  for (int i = 0; i < 50; ++i) {
    const double expected = brute_force_eigenvalue(bodies.pseudo_rigid, i);
    EXPECT_NEAR(largest_eigenvalue(bodies.pseudo_rigid, i) / expected, 1.0, 1e-8);
  }
}

TEST(CriticalStep, NamesTheStiffestBodyAndTheLowestIdOfATie) {
  Bodies bodies;
  add_cube(bodies, 2, 1.0);
  add_cube(bodies, 3, 0.5);
  add_cube(bodies, 5, 2.0);
  add_cube(bodies, 7, 0.5);
  EXPECT_EQ(critical_step(bodies).body, 3);
  bodies.remove(3);
  EXPECT_EQ(critical_step(bodies).body, 7);
}

TEST(CriticalStep, OfManyBodiesIsTheSmallestForAnyNumberOfThreads) {
  std::mt19937 rng(20260106);
  std::uniform_real_distribution<double> unit(0.5, 1.5);
  Bodies bodies;
  for (int i = 0; i < 3000; ++i) {
    add_cube(bodies, i + 1, unit(rng));
    bodies.pseudo_rigid.gradient[i](0, 1) = 0.1 * unit(rng);
  }
  double largest = 0.0;
  BodyId stiffest = 0;
  for (int i = 0; i < 3000; ++i) {
    const double eigenvalue = largest_eigenvalue(bodies.pseudo_rigid, i);
    if (eigenvalue <= largest) continue;
    largest = eigenvalue;
    stiffest = i + 1;
  }
  const int threads = thread_count();
  for (const int count : {1, 2, 3}) {
    set_thread_count(count);
    const CriticalStep critical = critical_step(bodies);
    EXPECT_EQ(critical.step, 2.0 / std::sqrt(largest));
    EXPECT_EQ(critical.body, stiffest);
  }
  set_thread_count(threads);
}

TEST(CriticalStep, IsInfiniteWithoutExplicitDeformableBodies) {
  Bodies bodies;
  EXPECT_EQ(critical_step(bodies).step, std::numeric_limits<double>::infinity());
  bodies.add(1, BodyKind::rigid, {1.0, {}, identity()}, BulkMaterial{});
  bodies.add(2, BodyKind::obstacle, {1.0, {}, identity()}, BulkMaterial{});
  EXPECT_EQ(critical_step(bodies).step, std::numeric_limits<double>::infinity());
  EXPECT_EQ(critical_step(bodies).body, 0);
}

/// Largest |F - 1| after 2000 steps of a tiny breathing vibration of the unit cube.
double growth(double step) {
  Bodies bodies;
  add_cube(bodies, 1, 1.0);
  bodies.pseudo_rigid.gradient[0] += 1e-9 * identity();
  double largest = 0.0;
  for (int n = 0; n < 2000; ++n) {
    first_half_step(bodies, step);
    free_velocity(bodies, step);
    EXPECT_EQ(finish_step(bodies, step).not_converged, 0);
    largest = std::fmax(largest, std::fabs(bodies.pseudo_rigid.gradient[0](0, 0) - 1.0));
    if (largest > 1e-4) break;
  }
  return largest / 1e-9;
}

TEST(CriticalStep, SeparatesStableFromUnstableSteps) {
  Bodies bodies;
  add_cube(bodies, 1, 1.0);
  const double critical = critical_step(bodies).step;
  EXPECT_LE(growth(0.99 * critical), 10.0);
  EXPECT_GE(growth(1.01 * critical), 1e4);
}

}  // namespace
}  // namespace solfec
