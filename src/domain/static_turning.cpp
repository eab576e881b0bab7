#include "domain/static_turning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/count.h"
#include "integrator/move_obstacles.h"
#include "integrator/quasi_static.h"

namespace solfec {

namespace {

/// Whether an end of a row turns about the centre of its body.
bool turns(BodyKind kind) { return kind == BodyKind::rigid || kind == BodyKind::obstacle; }

/// Whether a constraint prescribes a place, a motion or the coordinate of a joint.
bool holds_place(const UserConstraint& constraint) { return !is_spring(constraint); }

/// Distance of a point of a body from its centre, m; 0: the end does not turn.
double arm_of(const Bodies& bodies, BodyRef body, Vec3 point) {
  return turns(body.kind) ? norm(point - bodies.motion(body).center) : 0.0;
}

/// Length that the way of a row is compared with, m; 0: it has no c.
double arm_of(const Bodies& bodies, const UserConstraint& constraint) {
  if (constraint.joint.kind == JointRowKind::turn) return constraint.joint.radius;
  const JointEnds ends = ends_of(bodies, constraint);
  double arm = arm_of(bodies, ends.master, constraint.point);
  if (!ends.slave_in_space) {
    arm = std::fmax(arm, arm_of(bodies, ends.slave, constraint.slave_point));
  }
  return arm;
}

/// Place of the turning ends of a row of points, master minus slave, after they have gone straight
/// on for a time, m.
Vec3 place_of_points(const Bodies& bodies, const UserConstraint& constraint, double time) {
  const JointEnds ends = ends_of(bodies, constraint);
  const auto place = [&](BodyRef body, Vec3 reference) {
    if (!turns(body.kind)) return Vec3{};
    return bodies.current_point(body, reference) + time * bodies.velocity(body, reference);
  };
  const Vec3 master = place(ends.master, constraint.master_reference);
  return ends.slave_in_space ? master : master - place(ends.slave, constraint.slave_reference);
}

/// H u of a row of a joint, along n, m/s.
double row_velocity(const Bodies& bodies, const UserConstraint& constraint) {
  const JointEnds ends = ends_of(bodies, constraint);
  Vec3 relative = bodies.velocity(ends.master, constraint.master_reference);
  if (!ends.slave_in_space) relative -= bodies.velocity(ends.slave, constraint.slave_reference);
  return dot(constraint.frame.column(2), relative);
}

/// Coordinate of a row of a joint as a length, m; angles are unwound towards `last`.
double place_of_row(const Bodies& bodies, const UserConstraint& constraint, double last) {
  const JointRow& row = constraint.joint;
  const double value =
      place_row(bodies, ends_of(bodies, constraint), constraint.master_reference, row).value;
  const double lever = lever_of(row);
  return row.kind == JointRowKind::turn ? lever * unwound(value, last / lever) : value;
}

/// Moves the bodies by the whole step, copies of those of other ranks as well.
void move(Bodies& bodies, double step) {
  RigidSet& rigid = bodies.rigid;
  for (int i = 0; i < rigid.size(); ++i) move_static_rigid(rigid, i, step);
  for (int i = 0; i < bodies.obstacles.size(); ++i) move_obstacle(bodies.obstacles, i, step);
}

}  // namespace

void StaticTurning::begin(std::span<UserConstraint> constraints) {
  for (UserConstraint& constraint : constraints) constraint.turning = {};
  change_ = std::numeric_limits<double>::infinity();
}

/// @pre the velocities of the bodies are those of the solution.
void StaticTurning::note_start(const Bodies& bodies, double step,
                               std::span<const UserConstraint> constraints) {
  start_.assign(constraints.size(), {});
  straight_.assign(constraints.size(), {});
  arm_.assign(constraints.size(), 0.0);
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const UserConstraint& constraint = constraints[k];
    if (!holds_place(constraint)) continue;
    arm_[k] = arm_of(bodies, constraint);
    if (!is_joint_row(constraint)) {
      start_[k] = place_of_points(bodies, constraint, 0.0);
      straight_[k] = place_of_points(bodies, constraint, step);
      continue;
    }
    straight_[k].z = lever_of(constraint.joint) * constraint.joint.coordinate +
                     step * row_velocity(bodies, constraint);
  }
}

bool StaticTurning::renew(Bodies& bodies, double step, std::span<UserConstraint> constraints) {
  if (std::none_of(constraints.begin(), constraints.end(), holds_place)) return false;
  RigidSet& rigid = bodies.rigid;
  rigid.get_placement(rigid_);
  angular_ = rigid.angular;
  linear_ = rigid.linear;
  bodies.obstacles.get_placement(obstacles_);
  for (int i = 0; i < rigid.size(); ++i) add_static_change(rigid, i);
  note_start(bodies, step, constraints);
  move(bodies, step);
  const double last = std::exchange(change_, 0.0);
  JointGap opening;  // velocity at which the fixed point of a joint opens, m/s
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    if (!(arm_[k] > 0.0)) continue;
    UserConstraint& constraint = constraints[k];
    Vec3 c;
    if (is_joint_row(constraint)) {
      // the next solution takes the opening of the fixed point out of H u as well
      c.z = (place_of_row(bodies, constraint, straight_[k].z) - straight_[k].z) / step +
            dot(constraint.frame.column(2), opening.of(constraint));
    } else {
      const Vec3 place = place_of_points(bodies, constraint, 0.0);
      c = transposed_times(constraint.frame, (place - straight_[k]) / step);
      if (constraint.kind == ConstraintKind::fixed_point) {
        opening.set(constraint.id, (place - start_[k]) / step);
      }
    }
    change_ = std::fmax(change_, step * norm(c - constraint.turning) / arm_[k]);
    constraint.turning = c;
  }
  rigid.set_placement(rigid_);
  std::swap(rigid.angular, angular_);
  std::swap(rigid.linear, linear_);
  bodies.obstacles.set_placement(obstacles_);
  return !is_settled() && change_ < last;
}

}  // namespace solfec
