#include "domain/quasi_static/static_turning.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "domain/quasi_static/reached_ball.h"
#include "domain/quasi_static/reached_contact.h"

namespace solfec {

namespace {

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

/// Angle by which a rigid body or an obstacle turns with its present velocity, rad.
double turn_of(const Bodies& bodies, BodyRef body, double step) {
  const auto i = at(body.slot);
  const bool rigid = body.kind == BodyKind::rigid;
  return step * norm(rigid ? bodies.rigid.angular[i] : bodies.obstacles.angular[i]);
}

/// Whether a contact may get a c: its bodies are two that can turn.
bool can_turn(const Bodies& bodies, const ContactPoint& contact) {
  const auto refs = bodies.refs();
  return contact.master != contact.slave && turns(refs[at(contact.master)].kind) &&
         turns(refs[at(contact.slave)].kind);
}

/// Whether a contact gets a c: it has a ball, or one of its bodies turns by an angle that matters,
/// in a step of places that follow each other.
bool has_turning(const Bodies& bodies, const ContactPoint& contact, double step) {
  if (!can_turn(bodies, contact)) return false;
  if (has_ball(bodies, contact)) return true;
  const auto refs = bodies.refs();
  const BodyRef master = refs[at(contact.master)];
  const BodyRef slave = refs[at(contact.slave)];
  const double turn = std::fmax(turn_of(bodies, master, step), turn_of(bodies, slave, step));
  return turn > StaticTurning::kContactTurn && turn <= StaticTurning::kMostContactTurn;
}

/// H u of a contact in its frame, m/s.
Vec3 velocity_of(const Bodies& bodies, const ContactPoint& contact) {
  const auto refs = bodies.refs();
  const auto velocity = [&](int index) {
    const BodyRef body = refs[at(index)];
    return bodies.velocity(body, bodies.reference_point(body, contact.point));
  };
  return transposed_times(contact.frame, velocity(contact.master) - velocity(contact.slave));
}

/// Largest distance of a contact from the centre of a body that turns, m.
double arm_of(const ReachedPlaces& places, std::span<const BodyRef> refs,
              const ContactPoint& contact) {
  return std::fmax(norm(contact.point - places.start_center(refs[at(contact.master)])),
                   norm(contact.point - places.start_center(refs[at(contact.slave)])));
}

}  // namespace

void StaticTurning::begin(std::span<UserConstraint> constraints) {
  for (UserConstraint& constraint : constraints) constraint.turning = {};
  contacts_.clear();
  takes_contacts_ = false;
  begin_pass();
}

void StaticTurning::begin_pass() {
  change_ = contact_change_ = std::numeric_limits<double>::infinity();
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

bool StaticTurning::renew(Bodies& bodies, double step, std::span<UserConstraint> constraints,
                          std::span<const ContactPoint> contacts, std::span<const Vec3> R) {
  const bool joints = std::any_of(constraints.begin(), constraints.end(), holds_place);
  const bool takes = takes_contacts_ && !contacts.empty();
  if (!joints) change_ = 0.0;
  if (!joints && !takes) return false;
  places_.take_velocities(bodies);
  const auto turns_enough = [&](const ContactPoint& one) { return has_turning(bodies, one, step); };
  const bool has_contacts =
      takes && (!contacts_.empty() || std::any_of(contacts.begin(), contacts.end(), turns_enough));
  if (joints) note_start(bodies, step, constraints);
  if (has_contacts) note_velocities(bodies, contacts);
  ReachedPlaces::move(bodies, step);
  const double last = change_;
  const double last_of_contacts = contact_change_;
  if (joints) renew_constraints(bodies, step, constraints);
  if (has_contacts) renew_contacts(bodies, step, contacts, R.subspan(constraints.size()));
  places_.restore(bodies);
  const bool joints_go_on = joints && !is_settled() && change_ < last;
  const bool contacts_go_on =
      has_contacts && contact_change_ > kContactWay && contact_change_ < last_of_contacts;
  return joints_go_on || contacts_go_on;
}

void StaticTurning::renew_constraints(const Bodies& bodies, double step,
                                      std::span<UserConstraint> constraints) {
  change_ = 0.0;
  JointGap opening;  // velocity at which the fixed point of a joint opens, m/s
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    if (!(arm_[k] > 0.0)) continue;
    UserConstraint& constraint = constraints[k];
    Vec3 c;
    if (is_joint_row(constraint)) {
      c.z = (place_of_row(bodies, constraint, straight_[k].z) - straight_[k].z) / step;
      // H u of an angle has the opening of the fixed point, which the next solution takes out, but
      // its place has not
      if (constraint.joint.kind == JointRowKind::turn) {
        c.z += dot(constraint.frame.column(2), opening.of(constraint));
      }
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
}

void StaticTurning::note_velocities(const Bodies& bodies, std::span<const ContactPoint> contacts) {
  velocity_.assign(contacts.size(), {});
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (can_turn(bodies, contacts[k])) velocity_[k] = velocity_of(bodies, contacts[k]);
  }
}

/// c of a contact whose bodies are at their reached places.
Vec3 StaticTurning::shift_of(const Bodies& bodies, double step, const ContactPoint& contact,
                             Vec3 velocity) const {
  if (!has_turning(bodies, contact, step)) return {};
  const auto reached = reach_contact(bodies, places_, contact);
  if (!reached) return {};
  if (reached->opening) return {0.0, 0.0, *reached->opening / step - velocity.z};
  return reached->way ? *reached->way / step - velocity : Vec3{};
}

bool StaticTurning::misses_contacts(Bodies& bodies, double step,
                                    std::span<const ContactPoint> contacts,
                                    std::span<const Vec3> R) {
  if (takes_contacts_) return false;
  const auto refs = bodies.refs();
  places_.take_velocities(bodies);
  note_velocities(bodies, contacts);
  ReachedPlaces::move(bodies, step);
  bool misses = false;
  for (std::size_t k = 0; k < contacts.size() && !misses; ++k) {
    if (R[k] == Vec3{} || !can_turn(bodies, contacts[k])) continue;
    const Vec3 c = shift_of(bodies, step, contacts[k], velocity_[k]);
    misses = step * norm(c) > kContactWay * arm_of(places_, refs, contacts[k]);
  }
  places_.restore(bodies);
  return misses;
}

/// @param R  Of the contacts. What those without a reaction change by does not matter.
void StaticTurning::renew_contacts(const Bodies& bodies, double step,
                                   std::span<const ContactPoint> contacts,
                                   std::span<const Vec3> R) {
  contact_change_ = 0.0;
  contacts_.resize(contacts.size());
  const auto refs = bodies.refs();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Vec3 c = shift_of(bodies, step, contacts[k], velocity_[k]);
    const double arm = arm_of(places_, refs, contacts[k]);
    if (R[k] != Vec3{} && arm > 0.0) {
      contact_change_ = std::fmax(contact_change_, step * norm(c - contacts_[k]) / arm);
    }
    contacts_[k] = c;
  }
}

}  // namespace solfec
