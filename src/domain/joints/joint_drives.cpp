#include "domain/joints/joint_drives.h"

#include <algorithm>
#include <cmath>

#include "constraint/followed_displacement.h"

namespace solfec {

namespace {

bool is_drive(const UserConstraint& constraint) { return constraint.kind == ConstraintKind::drive; }

/// Rate that leads to the place of the motor, per unit of the coordinate.
double rate_to_place(const MotorStep& step, const UserConstraint& drive) {
  const double gain = drive.joint.gain;
  const double h = step.length;
  const double share = gain > 0.0 ? gain / (1.0 + gain * h) : 1.0 / h;
  const PlaceGoal goal = place_goal(step, drive);
  return goal.rate + share * goal.distance;
}

/// Forces of one drive along n in a solved step, N.
struct DriveForces {
  double damper{};
  double friction{};
  double motor{};
};

/// A drive in a solved step, which has the rates U at its end and V at its start, m/s.
struct SolvedDrive {
  const SpringRow& row;
  double step{};       // s
  double lever = 1.0;  // m per unit of the coordinate
  double stroke{};     // at the end, m
  double U{};
  double velocity{};  // mean, m/s

  /// Whether a way is longer than errors of solutions make it.
  [[nodiscard]] bool is_way(double way) const {
    constexpr double kNone = 1e-8;
    return std::fabs(way) > kNone * lever;
  }
  /// 1 at the upper stop, -1 at the lower one, 0 elsewhere.
  [[nodiscard]] double stop() const {
    constexpr double kThere = 1e-6;
    if (stroke >= row.upper - kThere * lever) return 1.0;
    return stroke <= row.lower + kThere * lever ? -1.0 : 0.0;
  }
};

/// Force of a motor where motor and friction make the force `left` together, which does not depend
/// on errors of the rate as a decision by the rate would.
///
/// The sum falls with the rate u. For a wanted rate w > 0 it is L + F below u = 0, from there to
/// L - F at u = 0, L - F up to u = w, from there to -L - F at u = w: in the second branch the motor
/// gives its limit L, in the fourth friction gives its bound -F.
double motor_beside_friction(const SolvedDrive& drive, double left) {
  const double limit = drive.row.motor_limit;
  const double wanted = drive.row.motor_velocity;
  if (!drive.is_way(drive.step * wanted)) return std::clamp(left, -limit, limit);
  const double sign = std::copysign(1.0, wanted);
  return sign * std::clamp(sign * left + drive.row.friction, -limit, limit);
}

/// Shares what is left of the reaction between friction and motor. At a stop a part of it is the
/// stop's: a motor that drives into the stop gives its limit, and friction resists the mean motion.
void share_brakes(const SolvedDrive& drive, double left, DriveForces& forces) {
  const SpringRow& row = drive.row;
  const double stop = drive.stop();
  if (row.motor_limit > 0.0) {
    const double beyond = stop * drive.step * (row.motor_velocity - drive.U);
    const bool into_stop = beyond > 0.0 && drive.is_way(beyond) && std::isfinite(row.motor_limit);
    forces.motor = into_stop ? stop * row.motor_limit : motor_beside_friction(drive, left);
  }
  const bool slips = stop != 0.0 && drive.is_way(drive.step * drive.velocity);
  forces.friction = slips ? std::copysign(row.friction, -drive.velocity)
                          : std::clamp(left - forces.motor, -row.friction, row.friction);
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
  const double end = row.stroke + (quasi_static ? step : 0.5 * step) * U.z;
  const SolvedDrive solved{row, step, lever_of(drive.joint), end, U.z, mean.velocity};
  share_brakes(solved, drive.R.z - forces.damper + elastic - row.push, forces);
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
  return dot(drive.frame.column(2), V) -
         lever_of(drive.joint) *
             start_rate(bodies, ends, drive.master_reference, drive.joint, step.length);
}

}  // namespace

PlaceGoal place_goal(const MotorStep& step, const UserConstraint& drive) {
  const PrescribedMotion& motion = drive.motion;
  const double q = drive.joint.coordinate - motion.series->curve(motion.start);
  const double end = step.start + step.length;
  PlaceGoal goal;
  goal.rate = motion.kind == MotionKind::displacement
                  ? FollowedDisplacement(motion, step.length, 0.0).slope(end)
                  : motion.velocity(end);
  const double rest = step.quasi_static ? step.length : 0.5 * step.length;
  goal.distance = motion.displacement(end) - q - rest * goal.rate;
  return goal;
}

void set_drive(const Bodies& bodies, const MotorStep& step, UserConstraint& drive) {
  if (!is_drive(drive)) return;
  SpringRow& row = drive.spring.row;
  const JointRow& joint = drive.joint;
  const double lever = lever_of(drive.joint);
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
  drive.joint.rate = (drive.U.z + drive.spring.row.turning) / lever_of(drive.joint);
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
    const bool slowed = step * V > kSlow * lever_of(drive.joint) && U < V;
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
