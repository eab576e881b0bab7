#include "domain/contact_problem_export.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "domain/domain_fixture.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "solver/named_solvers.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kResidual = 1e-12;   // of the second solution
constexpr double kSameMotion = 1e-8;  // of velocities, over the largest; the run solves to 1e-9

class ContactProblemExport : public DomainFixture {
 protected:
  void set_surface(double friction, double restitution) {
    SurfaceMaterial material;
    material.friction = friction;
    material.restitution = restitution;
    domain_.surface_materials.define(material);
    domain_.loads.gravity[2].constant = -10.0;
  }

  /// Running-bond wall on an obstacle.
  void build_wall(BodyKind kind) {
    add(BodyKind::obstacle, box_shape({-1, -1, -1}, {4, 2, 0}));
    for (int layer = 0; layer < 3; ++layer) {
      for (int k = 0; k < 3 - layer % 2; ++k) {
        const Vec3 low{k + 0.5 * (layer % 2), 0.0, 0.5 * layer};
        add(kind, box_shape(low, low + Vec3{1, 0.5, 0.5}));
      }
    }
  }

  /// Spheres in a corner of three obstacles.
  void build_sphere_box(BodyKind kind) {
    add(BodyKind::obstacle, box_shape({-1, -1, -1}, {3, 3, 0}));
    add(BodyKind::obstacle, box_shape({-1, -1, 0}, {0, 3, 3}));
    add(BodyKind::obstacle, box_shape({-1, -1, 0}, {3, 0, 3}));
    for (int i = 0; i < 8; ++i) {
      const Vec3 at{0.2 + 0.399 * (i & 1), 0.2 + 0.399 * (i >> 1 & 1), 0.2 + 0.399 * (i >> 2)};
      const BodyId ball = add(kind, ball_shape(at, 0.2));
      domain_.bodies.set_rigid_velocity(domain_.body_ref(ball), {0.1 * i, -0.2, -0.3}, {0, 0.1, 0});
    }
  }

  /// Stores the last step, reads it back, solves it and compares velocities.
  void expect_same_motion(const std::string& file) {
    const TemporaryFolder folder;
    export_contact_problem(domain_, folder.file(file));
    const StoredProblem stored = read_stored_problem(folder.file(file));
    ASSERT_EQ(stored.row_count(), domain_.constraints().size());
    SolvableProblem problem = solvable(stored);
    std::vector<Vec3> R(problem.dynamics.law.size());
    std::vector<Vec3> U(R.size());
    const ResidualSolution solution = solve_to_residual(
        *find_solver("gauss-seidel"), problem.dynamics, &problem.W, {kResidual, 100000}, R, U);
    ASSERT_TRUE(solution.reached()) << solution.map.natural();
    double largest = 0.0;
    double difference = 0.0;
    for (std::size_t i = 0; i < U.size(); ++i) {
      const ConstraintRecord& record = domain_.constraints()[i];
      Vec3 shifted = record.U;  // restitution is in the stored q
      shifted.z += domain_.local_dynamics().law[i].velocity_shift;
      largest = std::max({largest, norm(stored.q[i]), norm(U[i])});
      difference = std::max(difference, norm(U[i] - shifted));
    }
    EXPECT_LE(difference, kSameMotion * largest);
  }
};

TEST_F(ContactProblemExport, StoredWallMovesAsInTheRun) {
  set_surface(0.5, 0.0);
  build_wall(BodyKind::rigid);
  run(2, kStep);
  expect_same_motion("wall.dat");
  expect_same_motion("wall.hdf5");
}

TEST_F(ContactProblemExport, StoredPseudoRigidWallMovesAsInTheRun) {
  set_surface(0.5, 0.0);
  build_wall(BodyKind::pseudo_rigid);
  run(2, 1e-5);
  expect_same_motion("wall.dat");
}

TEST_F(ContactProblemExport, StoredSphereBoxMovesAsInTheRunWithRestitution) {
  set_surface(0.3, 0.6);
  build_sphere_box(BodyKind::rigid);
  run(1, kStep);
  expect_same_motion("spheres.dat");
}

TEST_F(ContactProblemExport, StoredPseudoRigidSphereBoxMovesAsInTheRun) {
  set_surface(0.3, 0.0);
  build_sphere_box(BodyKind::pseudo_rigid);
  run(1, 1e-5);
  expect_same_motion("spheres.h5");
}

TEST_F(ContactProblemExport, WithoutAStepThereIsNothingToStore) {
  build_wall(BodyKind::rigid);
  EXPECT_EQ(message_of<InputError>([&] { (void)contact_problem(domain_); }),
            "there are no local dynamics: no step yet, or constraints were added or deleted since");
}

}  // namespace
}  // namespace solfec
