#include "domain/joints/joint_upkeep.h"

#include <array>

#include "base/count.h"

namespace solfec {

namespace {

/// Indices of the bodies of a joint that move, -1: none.
std::array<int, 2> moving_ends(const Bodies& bodies, const UserConstraint& joint) {
  std::array<int, 2> ends{-1, -1};
  int k = 0;
  for (const BodyId id : {joint.master, joint.slave}) {
    const int index = id == 0 ? -1 : bodies.find(id);
    if (index >= 0 && has_inertia(bodies.refs()[at(index)].kind)) ends[at(k)] = index;
    ++k;
  }
  return ends;
}

bool sees_mesh(const Bodies& bodies, const std::array<int, 2>& ends) {
  return (ends[0] >= 0 && has_mesh(bodies.refs()[at(ends[0])].kind)) ||
         (ends[1] >= 0 && has_mesh(bodies.refs()[at(ends[1])].kind));
}

}  // namespace

int held_components(ConstraintKind kind) {
  if (kind == ConstraintKind::fixed_point) return 3;
  return kind == ConstraintKind::fixed_direction || kind == ConstraintKind::rigid_link ? 1 : 0;
}

void HeldMotions::add(const UserConstraint& row, bool to_ground, ConstraintId& last) {
  const ConstraintId joint = row.joint.joint != 0 ? row.joint.joint : row.id;
  components += held_components(row.kind);
  joints += joint != last ? 1 : 0;
  guides = guides || row.joint.kind == JointRowKind::guide;
  on_ground = on_ground || to_ground;
  last = joint;
}

bool HeldMotions::twice() const {
  if (components == 0) return false;
  const bool loop = joints > bodies - (on_ground ? 0 : 1);
  const int common = on_ground ? 0 : 6;
  return components >= motions || (loop && (guides || components >= motions - common));
}

int motions_of(BodyKind kind) {
  if (!has_inertia(kind) || has_mesh(kind)) return 0;
  return turns_only(kind) ? 6 : 12;
}

std::span<const UserConstraint> JointUpkeep::find(const Bodies& bodies,
                                                  std::span<const UserConstraint> constraints) {
  joints_.clear();
  if (constraints.empty()) return joints_;
  sets_.start(bodies.count());
  held_.assign(at(bodies.count()), {});
  const auto for_each = [&](const auto& f) {
    for (const UserConstraint& joint : constraints) {
      if (held_components(joint.kind) == 0) continue;
      const std::array<int, 2> ends = moving_ends(bodies, joint);
      const int end = ends[0] >= 0 ? ends[0] : ends[1];
      if (end >= 0 && !sees_mesh(bodies, ends)) f(joint, ends, end);
    }
  };
  for_each([&](const UserConstraint& /*joint*/, const std::array<int, 2>& ends, int /*end*/) {
    if (ends[0] >= 0 && ends[1] >= 0) sets_.join(ends[0], ends[1]);
  });
  for (int body = 0; body < bodies.count(); ++body) {
    HeldMotions& held = held_[at(sets_.root(body))];
    held.motions += motions_of(bodies.refs()[at(body)].kind);
    ++held.bodies;
  }
  ConstraintId last = 0;
  for_each([&](const UserConstraint& joint, const std::array<int, 2>& ends, int end) {
    held_[at(sets_.root(end))].add(joint, ends[0] < 0 || ends[1] < 0, last);
  });
  for_each([&](const UserConstraint& joint, const std::array<int, 2>& /*ends*/, int end) {
    if (held_[at(sets_.root(end))].twice()) joints_.push_back(joint);
  });
  return joints_;
}

}  // namespace solfec
