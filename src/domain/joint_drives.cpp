#include "domain/joint_drives.h"

#include <algorithm>
#include <cmath>

#include "constraint/followed_displacement.h"

namespace solfec {

namespace {

bool is_drive(const UserConstraint& constraint) { return constraint.kind == ConstraintKind::drive; }

/// Length of the row per unit of the coordinate: the radius of a turn, m, or 1 of a slide.
double lever_of(const UserConstraint& drive) {
  return drive.joint.kind == JointRowKind::turn ? drive.joint.radius : 1.0;
}

/// Rate that leads to the place of the motor, per unit of the coordinate.
double rate_to_place(const MotorStep& step, const UserConstraint& drive) {
  const PrescribedMotion& motion = drive.motion;
  const double q = drive.joint.coordinate - motion.series->value(motion.start);
  const double h = step.length;
  const double end = step.start + h;
  const double followed = motion.kind == MotionKind::displacement
                              ? FollowedDisplacement(motion, h, 0.0).slope(end)
                              : motion.velocity(end);
  const double rest = step.quasi_static ? h : 0.5 * h;
  const double gain = drive.joint.gain;
  const double share = gain > 0.0 ? gain / (1.0 + gain * h) : 1.0 / h;
  return followed + share * (motion.displacement(end) - q - rest * followed);
}

/// Forces of one drive along n in a solved step, N.
struct DriveForces {
  double damper{};
  double friction{};
  double motor{};
};

bool is_near(double a, double b) {
  constexpr double kSame = 1e-9;
  return std::fabs(a - b) <= kSame * std::max(std::fabs(a), std::fabs(b));
}

/// Force of a brake of the bound `limit` that wants the velocity `at`; what is left of the reaction
/// where the row has it.
double brake_force(double limit, double at, double velocity, double left) {
  if (limit == 0.0) return 0.0;
  if (is_near(velocity, at)) return std::clamp(left, -limit, limit);
  return std::isfinite(limit) ? std::copysign(limit, at - velocity) : left;
}

DriveForces forces_of(double step, bool quasi_static, const UserConstraint& drive) {
  const SpringRow& row = drive.spring.row;
  const StrokeStep stroke_step{step, quasi_static, 0.0};
  const Vec3 V{0.0, 0.0, drive.V.z - row.turning};
  const Vec3 U{0.0, 0.0, drive.U.z + row.turning};
  const StrokeState mean = mean_state(row, stroke_step, V, U);
  DriveForces forces;
  forces.damper = -row.damping * mean.velocity;
  const double elastic =
      row.table ? mean_table_force(row, stroke_step, V, U) : row.stiffness * mean.stroke;
  const double left = drive.R.z - forces.damper + elastic - row.push;
  const double u = U.z;
  const bool at_motor = row.motor_limit > 0.0 && is_near(u, row.motor_velocity);
  if (at_motor) {
    forces.friction = u != 0.0 ? std::copysign(row.friction, -u) : 0.0;
    forces.motor = brake_force(row.motor_limit, u, u, left - forces.friction);
  } else {
    const double slipping = brake_force(row.motor_limit, row.motor_velocity, u, left);
    forces.motor = slipping;
    forces.friction = brake_force(row.friction, 0.0, u, left - slipping);
  }
  if (drive.joint.motor == MotorKind::force) forces.motor = row.push;
  return forces;
}

/// Difference of V_N, which is along the direction of mid-step, and the rate of the row at the
/// start of the step, m/s.
double turning_of(const Bodies& bodies, const MotorStep& step, const UserConstraint& drive) {
  if (step.quasi_static) return 0.0;
  const JointEnds ends = ends_of(bodies, drive);
  const Vec3 slave =
      ends.slave_in_space ? Vec3{} : bodies.start_velocity(ends.slave, drive.slave_reference);
  const Vec3 V = bodies.start_velocity(ends.master, drive.master_reference) - slave;
  return dot(drive.frame.column(2), V) - lever_of(drive) * start_rate(bodies, ends,
                                                                      drive.master_reference,
                                                                      drive.joint, step.length);
}

}  // namespace

void set_drive(const Bodies& bodies, const MotorStep& step, UserConstraint& drive) {
  if (!is_drive(drive)) return;
  SpringRow& row = drive.spring.row;
  const JointRow& joint = drive.joint;
  const double lever = lever_of(drive);
  row.turning = turning_of(bodies, step, drive);
  row.motor_limit = 0.0;
  row.motor_velocity = 0.0;
  row.push = 0.0;
  if (joint.motor == MotorKind::none) return;
  if (joint.motor == MotorKind::force) {
    const double time = step.start + (step.quasi_static ? 1.0 : 0.5) * step.length;
    row.push =
        std::clamp(drive.motion.velocity(time) / lever, -joint.motor_limit, joint.motor_limit);
    return;
  }
  row.motor_limit = joint.motor_limit;
  row.motor_velocity = lever * (joint.motor == MotorKind::speed
                                    ? prescribed_end_velocity(drive.motion, 0.0, step.start,
                                                              step.length, step.quasi_static)
                                    : rate_to_place(step, drive));
}

void finish_drive(double step, bool quasi_static, UserConstraint& drive, Bodies& bodies) {
  if (!is_drive(drive)) return;
  // of the end of the step as far as the row knows; a rank that has both bodies measures it
  drive.joint.rate = (drive.U.z + drive.spring.row.turning) / lever_of(drive);
  drive.joint.coordinate += (quasi_static ? step : 0.5 * step) * drive.joint.rate;
  const DriveForces forces = forces_of(step, quasi_static, drive);
  drive.joint.motor_force = forces.motor;
  const double velocity = quasi_static ? drive.U.z : 0.5 * (drive.U.z + drive.V.z);
  drive.joint.power = forces.motor * velocity;
  const double taken = -step * (forces.damper + forces.friction) * velocity;
  if (!(taken > 0.0)) return;
  const double share = drive.slave != 0 ? 0.5 * taken : taken;
  for (const BodyId id : {drive.master, drive.slave}) {
    if (id == 0) continue;
    const BodyRef body = bodies.ref(id);
    Energies energy = bodies.energies(body);
    energy.damping += share;
    energy.external += share;
    bodies.set_energies(body, energy);
  }
}

bool has_hit_stop(double step, const UserConstraint& drive) {
  constexpr double kSlow = 1e-8;   // of the lever in a step: a velocity that is none
  constexpr double kThere = 1e-9;  // of the way
  if (!is_drive(drive)) return false;
  const SpringRow& row = drive.spring.row;
  const auto hits = [&](double way, double V, double U) {
    const bool slowed = step * V > kSlow * lever_of(drive) && U < V;
    return slowed && step * U >= way - kThere * (std::fabs(way) + step * V);
  };
  const double V = drive.V.z - row.turning;
  const double U = drive.U.z + row.turning;
  return hits(row.upper - row.stroke, V, U) || hits(row.stroke - row.lower, -V, -U);
}

void measure_joints(const Bodies& bodies, std::span<UserConstraint> constraints) {
  for (UserConstraint& constraint : constraints) measure_joint(bodies, constraint);
}

}  // namespace solfec
