#include "domain/ranks/obstacle_loads.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "base/parallel_for.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/random_cells.h"
#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

constexpr double kStep = 1.0 / 512;
constexpr double kGravity = 9.81;  // m/s^2
constexpr double kMass = 1000.0;   // kg, of each cube
constexpr int kCubes = 5;

/// A floor on two jacks, 9 m apart, that lift it with constant velocity: reactions of the jacks.
std::vector<double> jacks(int ranks, unsigned seed) {
  set_thread_count(1);
  std::vector<double> force;
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    test::NoBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, kMass});
    domain.loads.gravity[2].constant = -kGravity;
    domain.set_contact_points(ContactPoints::patch);
    const auto add = [&](BodyKind kind, Shape shape) {
      BodyDefinition definition;
      definition.kind = kind;
      definition.shape = std::move(shape);
      return domain.add_body(std::move(definition));
    };
    PrescribedMotion lift;
    lift.constant = 0.5;
    const BodyId floor = add(BodyKind::obstacle, box_shape({0, 0, -1}, {9, 1, 0}));
    for (const double x : {0.0, 9.0}) {
      domain.add_constraint(make_prescribed_motion(floor, {x, 0.5, -1}, {0, 0, 1}, lift));
    }
    for (int k = 0; k < kCubes; ++k) {
      const double x = 0.5 + 1.5 * k;
      domain.set_rigid_velocity(add(BodyKind::rigid, box_shape({x, 0, 0}, {x + 1, 1, 1})),
                                {0, 0, 0.5}, {});
    }
    std::mt19937 random(seed);
    test::scatter(domain, {{0, 0, -1}, {9, 1, 1}}, random);
    GaussSeidelParams params;
    params.relative_tolerance = 1e-13;
    params.merit_tolerance = 1e-20;
    params.max_sweeps = 3000;
    GaussSeidelSolver solver(params);
    domain.set_rigid_velocity(floor, {0, 0, 0.5}, {});
    for (int step = 0; step < 4; ++step) (void)domain.step(solver, kStep);
    domain.make_whole();
    if (comm.rank() != 0) return;
    for (const UserConstraint& one : domain.user_constraints()) force.push_back(one.R.z);
  });
  return force;
}

/// Weights of the cubes and their moments about one jack.
TEST(ObstacleLoads, JacksCarryTheCubesOfAllRanks) {
  double second = 0.0;
  for (int k = 0; k < kCubes; ++k) second += kMass * kGravity * (1.0 + 1.5 * k) / 9.0;
  const double first = kCubes * kMass * kGravity - second;
  for (unsigned seed = 0; seed < 8; ++seed) {
    for (const int ranks : {1, 2, 3, 4}) {
      SCOPED_TRACE(cat("ranks ", ranks, ", seed ", seed));
      const std::vector<double> force = jacks(ranks, seed);
      ASSERT_EQ(force.size(), 2U);
      EXPECT_NEAR(force[0], first, 1e-6 * first);
      EXPECT_NEAR(force[1], second, 1e-6 * second);
    }
  }
}

}  // namespace
}  // namespace solfec
