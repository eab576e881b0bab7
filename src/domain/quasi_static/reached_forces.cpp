#include "domain/quasi_static/reached_forces.h"

#include <cmath>
#include <utility>

#include "base/count.h"
#include "body/turning_inertia.h"
#include "domain/quasi_static/reached_constraint.h"
#include "domain/quasi_static/reached_contact.h"
#include "domain/quasi_static/reached_ways.h"
#include "domain/ranks/ranks.h"

namespace solfec {

namespace {

/// Tension of a link or of a spring between its points over its length, N/m; 0 of other rows.
/// @param force  On the master, N.
double tension_per_length(const UserConstraint& constraint, Vec3 force) {
  if (!is_along_line(constraint)) return 0.0;
  const Vec3 line = constraint.point - constraint.slave_point;
  const double length = norm(line);
  return length > 0.0 ? std::fmax(0.0, -dot(line, force)) / (length * length) : 0.0;
}

/// Whether some end of a constraint deforms: its direction then stays.
bool has_soft_end(const JointEnds& ends) {
  return !turns(ends.master.kind) || !(ends.slave_in_space || turns(ends.slave.kind));
}

}  // namespace

void ReachedForces::begin(Bodies& bodies) {
  has_changes_ = false;
  const std::size_t size = at(bodies.rigid.size());
  change_.assign(size, {});
  for (std::size_t i = 0; i < size; ++i) bodies.rigid.turning_stiffness[i] = {};
}

void ReachedForces::take_back(Bodies& bodies) {
  RigidSet& rigid = bodies.rigid;
  for (int slot = 0; slot < rigid.owned(); ++slot) {
    rigid.force[at(slot)] -= change_[at(slot)].force;
    rigid.torque[at(slot)] -= change_[at(slot)].torque;
  }
  begin(bodies);
}

/// Adds a force at its reached place, and takes it away at the place of its row.
/// @param line  ReachedLoad::line of the row, N/m.
void ReachedForces::add_row(const Bodies& bodies, BodyRef body, const PlacedForce& start,
                            const PlacedForce& reached, double line) {
  if (body.kind != BodyKind::rigid) return;
  const auto i = at(body.slot);
  const RigidSet& rigid = bodies.rigid;
  ReachedLoad& sum = found_[i];
  sum.line += line;
  sum.force += reached.force - start.force;
  if (rigid.rotation_disabled_of(body.slot)) return;
  const Vec3 arm = reached.point - rigid.center[i];
  const Vec3 start_arm = start.point - places_.start_center(body);
  sum.torque += cross(arm, reached.force) - cross(start_arm, start.force);
  sum.stiffness += stiffness_of_arm(arm, reached.force);
}

/// @pre the bodies are at their reached places.
void ReachedForces::find_rows(const Bodies& bodies, const StaticForces& forces) {
  std::size_t row = 0;
  JointGap gap;
  for (const UserConstraint& constraint : forces.constraints) {
    const Vec3 R = forces.R[row++];
    const JointEnds ends = ends_of(bodies, constraint);
    const UserConstraint there = reached_constraint(bodies, constraint, gap);
    if (R == Vec3{}) continue;
    const Vec3 start = constraint.frame * R;
    const Vec3 force = has_soft_end(ends) ? start : there.frame * R;
    const double line = tension_per_length(there, force);
    const ForcePoints from = force_points(bodies, constraint);
    const ForcePoints to = force_points(bodies, there);
    add_row(bodies, ends.master, {from.master, start}, {to.master, force}, line);
    if (ends.slave_in_space) continue;
    add_row(bodies, ends.slave, {from.slave, -start}, {to.slave, -force}, line);
  }
  const auto refs = bodies.refs();
  for (const ContactPoint& contact : forces.contacts) {
    const Vec3 R = forces.R[row++];
    if (R == Vec3{} || contact.master == contact.slave) continue;
    const auto there = reach_contact(bodies, places_, contact);
    if (!there) continue;
    const Vec3 start = contact.frame * R;
    const Vec3 force = there->frame * R;
    add_row(bodies, refs[at(contact.master)], {contact.point, start}, {there->point, force});
    add_row(bodies, refs[at(contact.slave)], {contact.point, -start}, {there->point, -force});
  }
}

/// Adds loads with places and directions where the bodies are, or takes them away.
void ReachedForces::find_loads(Bodies& bodies, const StaticForces& forces, bool reached) {
  RigidSet& rigid = bodies.rigid;
  force_ = rigid.force;
  torque_ = rigid.torque;
  for (std::size_t i = 0; i < force_.size(); ++i) rigid.force[i] = rigid.torque[i] = {};
  forces.loads.apply_to_rigid(bodies, forces.time);
  const double sign = reached ? 1.0 : -1.0;
  for (std::size_t i = 0; i < force_.size(); ++i) {
    found_[i].force += sign * rigid.force[i];
    found_[i].torque += sign * (rigid.rotation[i] * rigid.torque[i]);
  }
  std::swap(rigid.force, force_);
  std::swap(rigid.torque, torque_);
}

bool ReachedForces::renew(Bodies& bodies, const StaticForces& forces, Ranks* ranks) {
  double way = largest_way(bodies, {forces.step, forces.constraints, forces.contacts});
  if (ranks != nullptr) way = ranks->comm().all_reduce(Reduction::largest, way);
  if (!has_changes_ && !(way > kWay)) return false;
  has_changes_ = true;
  RigidSet& rigid = bodies.rigid;
  found_.assign(at(rigid.size()), {});
  change_.resize(found_.size());  // ghosts may have come since
  find_loads(bodies, forces, false);
  places_.take_velocities(bodies);
  ReachedPlaces::move(bodies, forces.step);
  find_loads(bodies, forces, true);
  find_rows(bodies, forces);
  places_.restore(bodies);
  if (ranks != nullptr) ranks->return_loads(bodies, found_);
  for (int slot = 0; slot < rigid.owned(); ++slot) {
    const auto i = at(slot);
    const Mat3& rotation = rigid.rotation[i];
    ReachedLoad& now = found_[i];
    now.torque = transposed_times(rotation, now.torque);
    rigid.force[i] += now.force - change_[i].force;
    rigid.torque[i] += now.torque - change_[i].torque;
    rigid.turning_stiffness[i] = arm_stiffness(now.stiffness, rotation);
  }
  std::swap(change_, found_);
  return true;
}

}  // namespace solfec
