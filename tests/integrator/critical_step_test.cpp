#include "integrator/critical_step.h"

#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "body/finite_element/element_frequency.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/integrator.h"
#include "material/kirchhoff.h"
#include "math/rotation.h"
#include "support/assembled_eigenvalue.h"
#include "support/block_mesh.h"

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

/// Largest |F - 1| over its start after 2000 steps of a tiny breathing vibration of the unit cube.
double growth(double step, double damping = 0.0) {
  Bodies bodies;
  add_cube(bodies, 1, 1.0);
  bodies.pseudo_rigid.damping[0] = damping;
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

TEST(CriticalStep, SeparatesStableFromUnstableStepsWithAnyDamping) {
  const double undamped = cube_critical_step(1.0);
  for (const double share : {0.0, 0.1, 0.5, 1.0, 4.0}) {
    Bodies bodies;
    add_cube(bodies, 1, 1.0);
    const double damping = bodies.pseudo_rigid.damping[0] = share * undamped;
    const double critical = critical_step(bodies).step;
    EXPECT_LE(growth(0.99 * critical, damping), 10.0) << share;
    EXPECT_GE(growth(1.01 * critical, damping), 1e4) << share;
    // textbook form with the damping ratio of the shape, ω = 2 / undamped
    const double ratio = damping / undamped;
    EXPECT_NEAR(critical / (undamped * (std::sqrt(1.0 + ratio * ratio) - ratio)), 1.0, 1e-12);
  }
}

TEST(CriticalStep, IsThatOfTheBodyThatAsksForTheSmallestStepWithItsDamping) {
  Bodies bodies;
  add_cube(bodies, 2, 0.5);  // stiffer
  add_cube(bodies, 4, 1.0);
  add_cube(bodies, 6, 1.0);
  EXPECT_EQ(critical_step(bodies).body, 2);
  bodies.pseudo_rigid.damping[1] = bodies.pseudo_rigid.damping[2] = cube_critical_step(1.0);
  EXPECT_EQ(critical_step(bodies).body, 4);
  EXPECT_NEAR(critical_step(bodies).step / (cube_critical_step(1.0) * (std::sqrt(2.0) - 1.0)), 1.0,
              kTol);
  bodies.pseudo_rigid.damping[0] = cube_critical_step(0.5);
  EXPECT_EQ(critical_step(bodies).body, 2);
}

/// One hexahedron of unit edges whose element bound is that of the body itself.
double mesh_growth(FiniteElementForm form, double damping, double share, double& ratio) {
  std::mt19937 rng(20260110);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Bodies bodies;
  auto shape = std::make_shared<Shape>();
  shape->meshes.push_back(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  bodies.add_finite_element(1, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6),
                            BulkMaterial{}, form);
  FiniteElementBody& mesh = bodies.finite_element[0];
  mesh.damping = damping;
  const double critical = critical_step(bodies).step;
  ratio =
      critical /
      (2.0 / std::sqrt(largest_element_eigenvalue(mesh.elements, mesh.displacement).eigenvalue));
  for (Vec3& q : mesh.displacement) q = 1e-10 * Vec3{unit(rng), unit(rng), unit(rng)};
  double largest = 0.0;
  for (int n = 0; n < 4000 && largest < 1e-4; ++n) {
    first_half_step(bodies, share * critical);
    free_velocity(bodies, share * critical);
    EXPECT_EQ(finish_step(bodies, share * critical).not_converged, 0);
    for (const Vec3 q : mesh.displacement) largest = std::fmax(largest, norm(q));
  }
  return largest / 1e-10;
}

TEST(CriticalStep, OfAMeshSeparatesStableFromUnstableStepsWithAnyDamping) {
  for (const FiniteElementForm form :
       {FiniteElementForm::total_lagrangian, FiniteElementForm::corotational}) {
    for (const double damping : {0.0, 1e-3, 1e-2}) {
      double ratio = 0.0;
      EXPECT_LE(mesh_growth(form, damping, 0.99, ratio), 100.0) << damping;
      EXPECT_GE(mesh_growth(form, damping, 1.01, ratio), 1e5) << damping;
      EXPECT_LE(ratio, damping > 0.0 ? 0.99 : 1.0);
    }
  }
}

/// Largest energy of a free mesh in many steps over that of its start, small random displacements.
double energy_growth(const Bodies& start, double step) {
  Bodies bodies = start;
  FiniteElementBody& mesh = bodies.finite_element[0];
  std::mt19937 rng(20260403);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (Vec3& q : mesh.displacement) q = 1e-9 * Vec3{unit(rng), unit(rng), unit(rng)};
  update_energies(mesh);
  const double first = mesh.energy.kinetic + mesh.energy.internal;
  double largest = first;
  for (int n = 0; n < 3000 && largest < 1e9 * first; ++n) {
    first_half_step(bodies, step);
    free_velocity(bodies, step);
    EXPECT_EQ(finish_step(bodies, step).not_converged, 0);
    largest = std::fmax(largest, mesh.energy.kinetic + mesh.energy.internal);
  }
  return largest / first;
}

// The exact step is that of a dense eigenvalue problem. In the highest mode of a mid-point rule
// (1 - h²ω²/4) u² + ω²q² stays, so with h = 0.9 of it energy may grow by 1 / (1 - 0.81) = 5.3.
TEST(ChooseStep, TakesNearlyAllOfTheStepOfTheAssembledMeshAndNoMore) {
  for (const bool tetrahedra : {false, true}) {
    for (const FiniteElementForm form :
         {FiniteElementForm::total_lagrangian, FiniteElementForm::corotational}) {
      for (const double damping : {0.0, 1e-4, 3e-3}) {
        Bodies bodies;
        auto shape = std::make_shared<Shape>();
        shape->meshes.push_back(tetrahedra ? test::tetrahedra_block({1, 1, 2}, {2, 2, 2})
                                           : test::hexahedra_block({1, 1, 2}, {2, 3, 4}));
        bodies.add_finite_element(1, mass_properties(*shape), shape,
                                  make_shape_pieces(*shape, 1e-6), BulkMaterial{}, form);
        FiniteElementBody& mesh = bodies.finite_element[0];
        mesh.damping = damping;
        const double lambda = test::assembled_eigenvalue(mesh.elements, mesh.displacement);
        const double exact = std::sqrt(damping * damping + 4.0 / lambda) - damping;
        const double chosen = choose_step(bodies, Analysis::dynamic, 1.0).step;
        EXPECT_LE(chosen, 0.9 * exact);
        EXPECT_GE(chosen, 0.88 * exact);
        EXPECT_LE(energy_growth(bodies, chosen), 5.3);
        EXPECT_GE(energy_growth(bodies, 1.05 * exact), 1e9);
        // half of the element bound, which was the rule before
        const double before =
            0.5 * (std::sqrt(damping * damping + 4.0 / mesh.eigenvalue) - damping);
        EXPECT_GE(chosen / before, damping > 0.0 ? 1.75 : 1.79);
      }
    }
  }
}

TEST(ChooseStep, TakesTheBoundOrMostOfWhatABodyCanStand) {
  Bodies bodies;
  EXPECT_EQ(choose_step(bodies, Analysis::dynamic, 0.3).step, 0.3);
  add_cube(bodies, 4, 1.0);
  add_cube(bodies, 7, 0.1);
  const double most = 0.9 * cube_critical_step(0.1);
  const StepChoice limited = choose_step(bodies, Analysis::dynamic, 1.01 * most);
  EXPECT_NEAR(limited.step, most, kTol * most);
  EXPECT_EQ(limited.body, 7U);
  const StepChoice free = choose_step(bodies, Analysis::dynamic, 0.99 * most);
  EXPECT_EQ(free.step, 0.99 * most);
  EXPECT_EQ(free.body, 0U);
  const StepChoice equilibrium = choose_step(bodies, Analysis::quasi_static, 100.0 * most);
  EXPECT_EQ(equilibrium.step, 100.0 * most);
  EXPECT_EQ(equilibrium.body, 0U);
}

}  // namespace
}  // namespace solfec
