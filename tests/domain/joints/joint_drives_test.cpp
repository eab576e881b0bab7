#include "domain/joints/joint_drives.h"

#include <cmath>
#include <vector>

#include "constraint/joint.h"
#include "domain/domain_fixture.h"
#include "domain/records/joint_values.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kGravity = 9.81;

class JointDrivesTest : public DomainFixture {
 protected:
  /// A cube of side 0.1 m with its centre at (1, 0, 0), hinged at the origin about y: it falls with
  /// growing angle.
  Joint hinge(const JointResistance& resistance, Vec3 gravity = {0.0, 0.0, -kGravity}) {
    for (int i = 0; i < 3; ++i) domain_.loads.gravity[i].constant = gravity[i];
    body_ = add(BodyKind::rigid, box_shape({0.95, -0.05, -0.05}, {1.05, 0.05, 0.05}));
    Joint joint;
    joint.kind = JointKind::hinge;
    joint.body1 = body_;
    joint.axis = {0.0, 1.0, 0.0};
    std::vector<UserConstraint> rows = rows_of(domain_.bodies, {resistance}, joint);
    joint.id = domain_.next_script_constraint_id();
    for (UserConstraint& row : rows) {
      row.joint.joint = joint.id;
      domain_.add_constraint(row);
    }
    return joint;
  }

  void drive(const Joint& joint, MotorKind kind, double value, double limit) {
    domain_.change_constraint(joint.drive(0), [&](UserConstraint& row) {
      row.joint.motor = kind;
      row.joint.motor_limit = limit / joint.size;
      row.motion.kind = MotionKind::velocity;
      row.motion.constant = value;
    });
  }

  [[nodiscard]] JointValues values(const Joint& joint) const {
    return *joint_values(joint, [&](ConstraintId id) { return domain_.find_constraint(id); });
  }
  [[nodiscard]] double mass() const {
    return domain_.bodies.characteristics(domain_.body_ref(body_)).mass;
  }

  BodyId body_{};
};

TEST_F(JointDrivesTest, AStopHoldsTheExactAngleAndTheWeightFromTheNextStepOn) {
  JointResistance stops;
  stops.spring.row.lower = 0.0;
  stops.spring.row.upper = 1.0;
  const Joint joint = hinge(stops);
  run(500, kStep);
  for (int k = 0; k < 3; ++k) {  // nothing is reversed from step to step
    run(1, kStep);
    const JointValues now = values(joint);
    EXPECT_NEAR(now.coordinate[0].value, 1.0, 1e-7);  // what is left settles in turns
    EXPECT_NEAR(now.coordinate[0].rate, 0.0, 1e-8);
    EXPECT_NEAR(now.coordinate[0].force / (mass() * kGravity), -std::cos(1.0), 1e-5);
    EXPECT_NEAR(now.force.z / (mass() * kGravity), 1.0, 1e-5);
    EXPECT_NEAR(now.force.x / (mass() * kGravity), 0.0, 1e-5);
  }
}

TEST_F(JointDrivesTest, AMotorKeepsItsSpeedExactlyAndItsPowerIsTorqueTimesSpeed) {
  const Joint joint = hinge({});
  domain_.set_rigid_velocity(body_, {0.0, 0.0, 0.5}, {0.0, -0.5, 0.0});
  drive(joint, MotorKind::speed, -0.5, 1e9);
  const double start = values(joint).coordinate[0].value;
  run(1000, kStep);
  const JointCoordinate now = values(joint).coordinate[0];
  EXPECT_NEAR(now.value - start, -0.5, 1e-9);
  EXPECT_NEAR(now.rate, -0.5, 1e-9);
  const double mid = now.value + 0.25 * kStep;  // the mean of a step is that of its middle
  EXPECT_NEAR(now.motor / (mass() * kGravity), -std::cos(mid), 1e-4);
  EXPECT_NEAR(now.power, -0.5 * now.motor, 1e-9 * std::fabs(now.power));
}

TEST_F(JointDrivesTest, AMotorThatIsTooWeakPushesWithItsBound) {
  const Joint joint = hinge({});
  drive(joint, MotorKind::speed, -0.5, 0.5 * mass() * kGravity);
  run(20, kStep);
  const JointCoordinate now = values(joint).coordinate[0];
  EXPECT_NEAR(now.motor, -0.5 * mass() * kGravity, 1e-9 * mass() * kGravity);
  EXPECT_GT(now.rate, 0.0);
}

TEST_F(JointDrivesTest, FrictionHoldsWhatItsBoundAllowsAndTakesItsWorkOtherwise) {
  JointResistance resistance;
  resistance.friction = 1.001 * 1000.0 * 1e-3 * kGravity;  // of the weight of the cube, 1 kg
  const Joint joint = hinge(resistance);
  ASSERT_NEAR(mass(), 1.0, 1e-12);
  run(100, kStep);
  EXPECT_NEAR(values(joint).coordinate[0].value, 0.0, 1e-12);
  domain_.change_constraint(joint.drive(0), [&](UserConstraint& row) {
    row.spring.row.friction = 0.25 * kGravity / joint.size;
  });
  run(100, kStep);
  const double angle = values(joint).coordinate[0].value;
  EXPECT_GT(angle, 0.01);
  EXPECT_NEAR(domain_.energies({&body_, 1}).damping, 0.25 * kGravity * angle, 1e-9);
}

TEST_F(JointDrivesTest, ATableIsTheLineThroughItsPointsAlsoBesideADamper) {
  double angle[2] = {};
  for (const bool table : {false, true}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    JointResistance resistance;
    resistance.spring = table
                            ? make_table_spring(std::make_shared<const TimeSeries>(
                                  std::vector<double>{-3.0, 3.0}, std::vector<double>{-60.0, 60.0}))
                            : make_linear_spring(20.0);
    resistance.spring.row.damping = 1.5;
    const Joint joint = hinge(resistance);
    run(300, kStep);
    angle[table ? 1 : 0] = values(joint).coordinate[0].value;
  }
  EXPECT_GT(angle[0], 0.1);
  EXPECT_NEAR(angle[0], angle[1], 1e-10);
}

/// Shares of a motor with the limit 3 N and the wanted rate, and of friction with the bound 2 N.
struct Shares {
  double rate{};  // m/s
  double motor{};
  double friction{};
};

/// All branches of motor and friction over the rate of a row; at a rate that both could keep, where
/// the motor alone can.
std::vector<Shares> branches(double wanted) {
  constexpr double kLimit = 3.0;
  constexpr double kBound = 2.0;
  const double fast = std::fmax(wanted, 0.0) + 0.5;
  const double slow = std::fmin(wanted, 0.0) - 0.5;
  std::vector<Shares> all = {{fast, -kLimit, -kBound}, {slow, kLimit, kBound}};
  for (const double part : {-0.9, -0.4, 0.0, 0.3, 0.8}) {
    if (wanted == 0.0) {
      all.push_back({0.0, part * kLimit, 0.0});
    } else {
      const double sign = std::copysign(1.0, wanted);
      all.push_back({0.5 * wanted, sign * kLimit, -sign * kBound});
      all.push_back({wanted, part * kLimit, -sign * kBound});
      all.push_back({0.0, sign * kLimit, part * kBound});
    }
  }
  return all;
}

TEST_F(JointDrivesTest, MotorAndFrictionShareAReactionWhateverTheErrorOfTheRate) {
  const Joint joint = hinge({});
  Joint again = joint;
  const UserConstraint drive = rows_of(domain_.bodies, {}, again).back();
  for (const double wanted : {0.0, 2.0, -2.0}) {
    for (const Shares& exact : branches(wanted)) {
      for (const double error : {0.0, 1e-6, -1e-6}) {  // as solvers leave it, m/s
        UserConstraint row = drive;
        row.joint.motor = MotorKind::speed;
        row.spring.row.motor_limit = 3.0;
        row.spring.row.motor_velocity = wanted;
        row.spring.row.friction = 2.0;
        row.R.z = exact.motor + exact.friction;
        row.U.z = row.V.z = exact.rate + error;
        const double before = domain_.energies({&body_, 1}).damping;
        finish_drive(kStep, false, row, domain_.bodies);
        EXPECT_NEAR(row.joint.motor_force, exact.motor, 1e-12) << wanted << " " << exact.rate;
        const double taken = domain_.energies({&body_, 1}).damping - before;
        EXPECT_NEAR(taken, kStep * std::fabs(exact.friction * exact.rate), 1e-8);
      }
    }
  }
}

TEST_F(JointDrivesTest, AMotorThatDrivesIntoAStopGivesItsLimitThereAndNotWhereItLeavesIt) {
  const Joint joint = hinge({});
  Joint again = joint;
  const UserConstraint drive = rows_of(domain_.bodies, {}, again).back();
  for (const double stop : {1.0, -1.0}) {
    for (const bool into : {true, false}) {
      UserConstraint row = drive;
      row.joint.motor = MotorKind::speed;
      row.spring.row.motor_limit = 3.0;
      row.spring.row.motor_velocity = into ? 2.0 * stop : -2.0 * stop;
      row.spring.row.lower = -0.25;
      row.spring.row.upper = 0.25;
      row.spring.row.stroke = 0.25 * stop;
      row.R.z = -0.5 * stop;  // into it, 3.5 N are of the stop
      row.U.z = into ? 0.0 : -2.0 * stop;
      finish_drive(kStep, false, row, domain_.bodies);
      EXPECT_EQ(row.joint.motor_force, into ? 3.0 * stop : -0.5 * stop);
    }
  }
}

TEST_F(JointDrivesTest, FrictionTakesTheWorkOfItsBoundInTheStepThatMeetsAStop) {
  const Joint joint = hinge({});
  Joint again = joint;
  const UserConstraint drive = rows_of(domain_.bodies, {}, again).back();
  for (const double error : {0.0, 1e-14, -1e-14}) {
    UserConstraint row = drive;
    row.spring.row.friction = 2.0;
    row.spring.row.upper = 0.25;
    row.spring.row.stroke = 0.25;
    row.R.z = -500.0;
    row.V.z = 4.0;
    row.U.z = error;
    const double before = domain_.energies({&body_, 1}).damping;
    finish_drive(kStep, false, row, domain_.bodies);
    EXPECT_NEAR(domain_.energies({&body_, 1}).damping - before, kStep * 2.0 * 2.0, 1e-12);
  }
}

}  // namespace
}  // namespace solfec
