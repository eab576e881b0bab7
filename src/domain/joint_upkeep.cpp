#include "domain/joint_upkeep.h"

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

int motions_of(BodyKind kind) {
  if (!has_inertia(kind) || has_mesh(kind)) return 0;
  return turns_only(kind) ? 6 : 12;
}

std::span<const UserConstraint> JointUpkeep::find(const Bodies& bodies,
                                                  std::span<const UserConstraint> constraints) {
  joints_.clear();
  if (constraints.empty()) return joints_;
  sets_.start(bodies.count());
  components_.assign(at(bodies.count()), 0);
  motions_.assign(at(bodies.count()), 0);
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
    motions_[at(sets_.root(body))] += motions_of(bodies.refs()[at(body)].kind);
  }
  for_each([&](const UserConstraint& joint, const std::array<int, 2>& /*ends*/, int end) {
    components_[at(sets_.root(end))] += held_components(joint.kind);
  });
  for_each([&](const UserConstraint& joint, const std::array<int, 2>& /*ends*/, int end) {
    const int root = sets_.root(end);
    if (are_held_twice(components_[at(root)], motions_[at(root)])) joints_.push_back(joint);
  });
  return joints_;
}

}  // namespace solfec
