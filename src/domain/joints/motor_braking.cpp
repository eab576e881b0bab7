#include "domain/joints/motor_braking.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <set>
#include <vector>

#include "domain/joints/joint_factors.h"
#include "domain/joints/joint_velocities.h"

namespace solfec {

namespace {

bool has_limit(const UserConstraint& constraint) {
  return std::isfinite(constraint.joint.motor_limit);
}

/// Whether a row is a motor to a place whose limit bounds its forces.
bool brakes(const UserConstraint& constraint) {
  return constraint.kind == ConstraintKind::drive && constraint.joint.motor == MotorKind::place &&
         has_limit(constraint) && constraint.joint.motor_limit > 0.0;
}

/// Rows of the mechanism of one drive, the drive last, as their factors see them.
class Mechanism {
 public:
  Mechanism(const Bodies& bodies, std::span<const UserConstraint> constraints,
            const UserConstraint& drive)
      : bodies_(bodies) {
    collect(constraints, drive);
    add(drive);
  }
  [[nodiscard]] const std::vector<JointFactors::Row>& rows() const { return rows_; }

 private:
  [[nodiscard]] bool is_mesh(BodyId id) const { return id != 0 && has_mesh(bodies_.ref(id).kind); }
  [[nodiscard]] bool moves(BodyId id) const { return id != 0 && has_inertia(bodies_.ref(id).kind); }
  /// Whether a row holds velocities that the drive cannot change.
  [[nodiscard]] bool holds(const UserConstraint& one) const {
    const bool is_motor = one.kind == ConstraintKind::drive;
    return is_calmed(one) && !(is_motor && has_limit(one)) && !is_mesh(one.master) &&
           !is_mesh(one.slave);
  }

  /// Adds the rows that are connected with the drive by bodies with inertia.
  void collect(std::span<const UserConstraint> constraints, const UserConstraint& drive) {
    std::set<BodyId> reached;
    const auto reach = [&](const UserConstraint& one) {
      for (const BodyId id : {one.master, one.slave}) {
        if (moves(id)) reached.insert(id);
      }
    };
    reach(drive);
    std::vector<char> taken(constraints.size());
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = 0; i < constraints.size(); ++i) {
        const UserConstraint& one = constraints[i];
        const bool meets = reached.count(one.master) != 0 || reached.count(one.slave) != 0;
        if (taken[i] != 0 || !meets || !holds(one)) continue;
        taken[i] = 1;
        grows = true;
        reach(one);
        add(one);
      }
    }
  }

  void add(const UserConstraint& one) {
    JointFactors::Row row;
    row.is_point = one.kind == ConstraintKind::fixed_point;
    row.n = one.frame.column(2);
    const BodyId ids[] = {one.master, one.slave};
    const Vec3 references[] = {one.master_reference, one.slave_reference};
    for (std::size_t k = 0; k < 2; ++k) {
      if (!moves(ids[k])) continue;
      const BodyRef body = bodies_.ref(ids[k]);
      points_.push_back(bodies_.point(body, references[k]));
      row.end[k] = {true, body, &points_.back()};
    }
    rows_.push_back(row);
  }

  const Bodies& bodies_;
  std::list<BodyPoint> points_;  // stay where they are
  std::vector<JointFactors::Row> rows_;
};

/// Mass that the row of a drive moves, kg; 0: unknown.
double mass_of(const Bodies& bodies, std::span<const UserConstraint> constraints,
               const UserConstraint& drive) {
  const Mechanism mechanism(bodies, constraints, drive);
  JointFactors factors;
  if (!factors.find(bodies, mechanism.rows())) return 0.0;
  std::vector<Vec3> residual(mechanism.rows().size());
  std::vector<Vec3> impulse(residual.size());
  residual.back() = mechanism.rows().back().n;
  factors.apply(residual, impulse);
  return dot(residual.back(), impulse.back());
}

}  // namespace

void brake_motors(const Bodies& bodies, const MotorStep& step,
                  std::span<UserConstraint> constraints) {
  if (step.quasi_static) return;
  for (UserConstraint& drive : constraints) {
    if (!brakes(drive)) continue;
    if (has_mesh(bodies.ref(drive.master).kind)) continue;
    if (drive.slave != 0 && has_mesh(bodies.ref(drive.slave).kind)) continue;
    const double mass = mass_of(bodies, constraints, drive);
    if (!(mass > 0.0)) continue;
    const double lever = lever_of(drive.joint);
    const PlaceGoal goal = place_goal(step, drive);
    const double braking = step.length * drive.joint.motor_limit / mass;  // a h, m/s
    const double most =
        std::sqrt(braking * (braking + 2.0 * lever * std::fabs(goal.distance) / step.length)) -
        braking;
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
