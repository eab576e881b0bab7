#include "domain/joint_projection.h"

#include <cmath>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kStep = 2e-3;

class JointProjectionTest : public DomainFixture {
 protected:
  /// Three bars in a row, joined to each other and to space a little beyond their ends; they
  /// swing in the plane y = 0 and never touch.
  void chain(BodyKind kind) {
    domain_.loads.gravity[2].constant = -9.81;
    BodyId last = 0;
    for (int k = 0; k < 3; ++k) {
      const double x = 1.0 * k;
      const BodyId bar = add(kind, box_shape({x + 0.1, -0.1, -0.1}, {x + 0.9, 0.1, 0.1}));
      const Vec3 end{x, 0, 0};
      domain_.add_constraint(last == 0 ? make_fixed_point(bar, end)
                                       : make_rigid_link(bar, last, end, end, 1e-4));
      bars_.push_back(last = bar);
    }
  }

  [[nodiscard]] double drift() const {
    double most = norm(point(bars_[0], {}));
    for (int k = 1; k < 3; ++k) {
      const Vec3 joint{1.0 * k, 0.0, 0.0};
      most = std::fmax(most, norm(point(bars_[k], joint) - point(bars_[k - 1], joint)));
    }
    return most;
  }

  [[nodiscard]] double energy() const {
    double sum = 0.0;
    for (const BodyId bar : bars_) {
      const BodyCharacteristics chars = domain_.bodies.characteristics(domain_.body_ref(bar));
      sum += domain_.energies({&bar, 1}).kinetic + domain_.energies({&bar, 1}).internal;
      sum += chars.mass * 9.81 * point(bar, chars.center).z;
    }
    return sum;
  }

  std::vector<BodyId> bars_;
};

TEST_F(JointProjectionTest, RemovesTheDriftOfASwingingChain) {
  chain(BodyKind::rigid);
  run(1000, kStep);
  const double free_drift = drift();
  EXPECT_GT(free_drift, 1e-6);

  domain_ = Domain(Analysis::dynamic, 1e-4);
  domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
  bars_.clear();
  domain_.projection = true;
  chain(BodyKind::rigid);
  double most = 0.0;
  for (int k = 0; k < 1000; ++k) {
    run(1, kStep);
    most = std::fmax(most, drift());
  }
  EXPECT_LE(most, 1e-12);
}

TEST_F(JointProjectionTest, EnergyErrorStaysOfTheOrderOfTheScheme) {
  double error[2] = {};
  for (const int refinement : {0, 1}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    bars_.clear();
    domain_.projection = true;
    chain(BodyKind::rigid);
    const int steps = 250 << refinement;
    for (int k = 0; k < steps; ++k) {
      run(1, 1.0 / steps);
      error[refinement] = std::fmax(error[refinement], std::fabs(energy()));
    }
  }
  EXPECT_LE(error[1], 1e-3 * 3.0 * 40.0 * 9.81);  // of the weight times a metre
  EXPECT_GE(error[0] / error[1], 3.0);            // order two
}

TEST_F(JointProjectionTest, PseudoRigidBodiesAndAllKindsOfJointsAreProjected) {
  const BodyId a = add(BodyKind::pseudo_rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  const BodyId b = add(BodyKind::rigid, box_shape({2, 0, 0}, {3, 1, 1}));
  const BodyId wall = add(BodyKind::obstacle, box_shape({-2, 0, 0}, {-1, 1, 1}));
  std::vector<UserConstraint> joints = {
      make_fixed_direction(a, {0, 0, 0}, {1, 1, 0}),
      make_rigid_link(a, b, {1, 0.5, 0.5}, {2, 0.5, 0.5}, 1e-4),
      make_rigid_link(b, wall, {2, 0, 0}, {-1, 0, 0}, 1e-4),
      make_rigid_link(b, 0, {3, 0, 0}, {3, 0, 2}, 1e-4),
      make_fixed_point(b, {3, 1, 1}),
  };
  for (UserConstraint& joint : joints) {
    place_constraint(domain_.bodies, joint);
    joint.start_point = joint.point;
  }
  Bodies& bodies = domain_.bodies;
  bodies.rigid.center[0] += Vec3{1e-3, -2e-3, 1e-3};
  bodies.pseudo_rigid.gradient[0](0, 1) += 1e-3;
  bodies.pseudo_rigid.center[0] += Vec3{2e-3, 0, 0};
  const Vec3 velocity = bodies.rigid.linear[0];
  EXPECT_LE(project_joints(bodies, joints), 1e-12);
  EXPECT_LE(std::fabs(dot(normalized(Vec3{1, 1, 0}), point(a, {0, 0, 0}))), 1e-12);
  EXPECT_NEAR(norm(point(a, {1, 0.5, 0.5}) - point(b, {2, 0.5, 0.5})), 1.0, 1e-12);
  EXPECT_NEAR(norm(point(b, {2, 0, 0}) - Vec3{-1, 0, 0}), 3.0, 1e-12);
  EXPECT_NEAR(norm(point(b, {3, 0, 0}) - Vec3{3, 0, 2}), 2.0, 1e-12);
  EXPECT_LE(norm(point(b, {3, 1, 1}) - Vec3{3, 1, 1}), 1e-12);
  EXPECT_EQ(bodies.rigid.linear[0], velocity);
}

TEST_F(JointProjectionTest, CentreOfAClosedGroupDoesNotMove) {
  const BodyId a = add(BodyKind::rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  const BodyId b = add(BodyKind::rigid, box_shape({1, 0, 0}, {3, 1, 1}));
  std::vector<UserConstraint> joints = {make_rigid_link(a, b, {1, 0, 0}, {1, 0, 0}, 1e-4)};
  Bodies& bodies = domain_.bodies;
  bodies.rigid.center[0] += Vec3{1e-2, 3e-3, 0};
  const Vec3 before = 1.0 * bodies.rigid.center[0] + 2.0 * bodies.rigid.center[1];
  project_joints(bodies, joints);
  const Vec3 after = 1.0 * bodies.rigid.center[0] + 2.0 * bodies.rigid.center[1];
  EXPECT_LE(norm(after - before), 1e-14);
  EXPECT_LE(norm(point(a, {1, 0, 0}) - point(b, {1, 0, 0})), 1e-12);
}

}  // namespace
}  // namespace solfec
