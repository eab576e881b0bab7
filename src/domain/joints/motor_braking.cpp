#include "domain/joints/motor_braking.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "domain/joints/joint_factors.h"
#include "domain/joints/joint_impulses.h"
#include "domain/joints/joint_velocities.h"

namespace solfec {

namespace {

bool has_limit(const UserConstraint& constraint) {
  return std::isfinite(constraint.joint.motor_limit);
}

bool is_mesh(const Bodies& bodies, BodyId id) { return id != 0 && has_mesh(bodies.ref(id).kind); }

bool sees_mesh(const Bodies& bodies, const UserConstraint& one) {
  return is_mesh(bodies, one.master) || is_mesh(bodies, one.slave);
}

/// Whether a row is a motor to a place whose limit bounds its forces.
bool brakes(const Bodies& bodies, const UserConstraint& one) {
  return one.kind == ConstraintKind::drive && one.joint.motor == MotorKind::place &&
         has_limit(one) && one.joint.motor_limit > 0.0 && !sees_mesh(bodies, one);
}

/// Whether a row holds velocities that drives with a limit cannot change.
bool holds(const Bodies& bodies, const UserConstraint& one) {
  const bool may_yield = one.kind == ConstraintKind::drive && has_limit(one);
  return is_calmed(one) && !may_yield && !sees_mesh(bodies, one);
}

/// A row as rows_of_factors takes it.
struct MechanismRow {
  struct End {
    bool in_space = false;
    BodyRef body;
    BodyPoint point;
  };
  End master;
  End slave;
  bool is_point = false;
  Vec3 n;
};

MechanismRow row_of(const Bodies& bodies, const UserConstraint& one) {
  const auto end_of = [&](BodyId id, Vec3 reference) {
    if (id == 0) return MechanismRow::End{.in_space = true, .body = {}, .point = {}};
    const BodyRef body = bodies.ref(id);
    return MechanismRow::End{false, body, bodies.point(body, reference)};
  };
  return {end_of(one.master, one.master_reference), end_of(one.slave, one.slave_reference),
          one.kind == ConstraintKind::fixed_point, one.frame.column(2)};
}

/// Rows that bodies with inertia connect with a drive, which comes last.
std::vector<MechanismRow> mechanism_of(const Bodies& bodies,
                                       std::span<const UserConstraint> constraints,
                                       const UserConstraint& drive) {
  std::set<BodyId> reached;
  const auto reach = [&](const UserConstraint& one) {
    for (const BodyId id : {one.master, one.slave}) {
      if (id != 0 && has_inertia(bodies.ref(id).kind)) reached.insert(id);
    }
  };
  reach(drive);
  std::vector<MechanismRow> rows;
  std::vector<char> taken(constraints.size());
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const UserConstraint& one = constraints[i];
      const bool meets = reached.count(one.master) != 0 || reached.count(one.slave) != 0;
      if (taken[i] != 0 || !meets || !holds(bodies, one)) continue;
      taken[i] = 1;
      grows = true;
      reach(one);
      rows.push_back(row_of(bodies, one));
    }
  }
  rows.push_back(row_of(bodies, drive));
  return rows;
}

/// Mass that the row of a drive moves, kg; 0: unknown.
double mass_of(const Bodies& bodies, std::span<const UserConstraint> constraints,
               const UserConstraint& drive) {
  const std::vector<MechanismRow> rows = mechanism_of(bodies, constraints, drive);
  JointFactors factors;
  if (!factors.find(bodies, rows_of_factors(rows))) return 0.0;
  std::vector<Vec3> residual(rows.size());
  std::vector<Vec3> impulse(rows.size());
  residual.back() = rows.back().n;
  factors.apply(residual, impulse);
  return dot(residual.back(), impulse.back());
}

}  // namespace

void brake_motors(const Bodies& bodies, const MotorStep& step,
                  std::span<UserConstraint> constraints) {
  if (step.quasi_static) return;
  for (UserConstraint& drive : constraints) {
    if (!brakes(bodies, drive)) continue;
    const double mass = mass_of(bodies, constraints, drive);
    if (!(mass > 0.0)) continue;
    const double lever = lever_of(drive.joint);
    const PlaceGoal goal = place_goal(step, drive);
    const double speed = lever * std::fabs(goal.distance) / step.length;  // |d| / h, m/s
    const double braking = step.length * drive.joint.motor_limit / mass;  // a h, m/s
    const double most = 0.5 * (std::sqrt(braking * (braking + 8.0 * speed)) - braking);
    const double followed = lever * goal.rate;
    double& wanted = drive.spring.row.motor_velocity;
    wanted = followed + std::clamp(wanted - followed, -most, most);
  }
}

void set_drives(const Bodies& bodies, const MotorStep& step,
                std::span<UserConstraint> constraints) {
  for (UserConstraint& constraint : constraints) set_drive(bodies, step, constraint);
  brake_motors(bodies, step, constraints);
}

}  // namespace solfec
