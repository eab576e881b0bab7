#include "domain/joints/joint_projection.h"

#include <cmath>
#include <vector>

#include "base/count.h"
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

/// Rods in a ring, each joined to the next by a fixed point, moved off their places.
class JointRingTest : public DomainFixture {
 protected:
  static constexpr int kRods = 8;

  void SetUp() override {
    DomainFixture::SetUp();
    for (int k = 0; k < kRods; ++k) {
      const Vec3 middle = 0.5 * (corner(k) + corner(k + 1));
      rods_.push_back(add(BodyKind::rigid,
                          box_shape(middle - Vec3{0.1, 0.1, 0.1}, middle + Vec3{0.1, 0.1, 0.1})));
    }
    for (int k = 0; k < kRods; ++k) {
      UserConstraint row = make_fixed_point(rods_[at(k)], corner(k + 1));
      row.slave = rods_[at((k + 1) % kRods)];
      row.slave_reference = corner(k + 1);
      row.id = static_cast<ConstraintId>(k + 1);
      joints_.push_back(row);
    }
  }
  static Vec3 corner(int k) {
    const double angle = 2.0 * M_PI * k / kRods;
    return {std::cos(angle), std::sin(angle), 0.1 * (k % 2)};
  }
  void move_off(double way) {
    for (int k = 0; k < kRods; ++k) {
      const BodyRef body = domain_.body_ref(rods_[at(k)]);
      const double sign = k % 3 == 0 ? -1.0 : 0.7;
      domain_.bodies.shift(body, {}, {sign * way, 0.3 * way * k, -way}, {way, 0, sign * way});
    }
  }

  std::vector<BodyId> rods_;
  std::vector<UserConstraint> joints_;
};

TEST_F(JointRingTest, NewtonsMethodFitsWhatSweepsLeave) {
  move_off(1e-2);
  const double by_sweeps = project_joints(domain_.bodies, joints_, {4, 0});
  EXPECT_GT(by_sweeps, 1e-5);
  const double left = project_joints(domain_.bodies, joints_, {1, 8});
  EXPECT_LE(left, 1e-12);
  for (const UserConstraint& joint : joints_) {
    const Vec3 one = point(joint.master, joint.master_reference);
    EXPECT_LE(norm(one - point(joint.slave, joint.slave_reference)), 1e-12);
  }
}

TEST_F(JointRingTest, ClosedGroupsKeepTheirCentreAndVelocities) {
  for (const BodyId rod : rods_)
    domain_.bodies.set_rigid_velocity(domain_.body_ref(rod), {1, 2, 3}, {4, 5, 6});
  move_off(1e-3);
  const auto centre = [&] {
    Vec3 sum;
    for (const BodyId rod : rods_) sum += domain_.bodies.motion(domain_.body_ref(rod)).center;
    return sum / kRods;
  };
  const Vec3 before = centre();
  project_joints(domain_.bodies, joints_, {0, 8});
  EXPECT_LE(norm(centre() - before), 1e-14);
  for (const BodyId rod : rods_) {
    EXPECT_EQ(domain_.bodies.motion(domain_.body_ref(rod)).linear, (Vec3{1, 2, 3}));
  }
}

TEST_F(JointRingTest, ContradictionsKeepTheLeastErrorAndMoveNothingFar) {
  UserConstraint again = joints_[0];  // another place of the same body, 1 mm off
  again.id = kRods + 1;
  again.slave_reference += Vec3{0, 0, 1e-3};
  joints_.push_back(again);
  const double left = project_joints(domain_.bodies, joints_, {0, 8});
  EXPECT_NEAR(left, 0.5e-3, 1e-4);
  for (int k = 0; k < kRods; ++k) {
    const Vec3 place = point(rods_[at(k)], corner(k));
    EXPECT_LE(norm(place - corner(k)), 1e-2);
  }
}

/// Two rods that are nearly stretched between two points of space, which are 0.1 µm too far apart:
/// to reach them the joint between the rods would have to move by 0.1 mm across.
TEST_F(JointRingTest, NearlyStretchedRodsDoNotMoveFarForASmallError) {
  const Vec3 middle{1.0, 1e-3, 0.0};
  const BodyId one = add(BodyKind::rigid, box_shape({0.1, -0.1, -0.1}, {0.9, 0.1, 0.1}));
  const BodyId other = add(BodyKind::rigid, box_shape({1.1, -0.1, -0.1}, {1.9, 0.1, 0.1}));
  joints_ = {make_fixed_point(one, {0, 0, 0}), make_fixed_point(one, middle),
             make_fixed_point(other, {2, 0, 0})};
  joints_[1].slave = other;
  joints_[1].slave_reference = middle;
  joints_[0].start_point = {0, 0, 0};
  joints_[2].start_point = {2.0 + 1e-7, 0, 0};
  EXPECT_NEAR(project_joints(domain_.bodies, joints_, {0, 8}), 1e-7, 1e-10);
  EXPECT_LE(norm(point(one, middle) - middle), 1e-6);
}

}  // namespace
}  // namespace solfec
