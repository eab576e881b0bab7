#pragma once

#include <span>
#include <vector>

#include "base/disjoint_sets.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"

namespace solfec {

/// Components of place that a joint holds; 0: it is no joint, or holds velocities alone.
int held_components(ConstraintKind kind);

/// Unknowns of the motion of a body; 0: it has no inertia, or is a mesh.
int motions_of(BodyKind kind);

/// Whether joints that hold as many components as bodies have motions hold some of these twice, if
/// anything moves at all.
///
/// Joints that hold a motion twice agree with each other in exact places alone. Rows prescribe
/// velocities, so places drift apart, in second order of the step, and rows at places that
/// contradict each other lock the mechanism: two wheels with two coupling rods at a right angle
/// stood still after 0.05 s, with reactions of 1e13 N. So drift of such mechanisms is removed in
/// every step, whatever SOLFEC.projection says.
inline bool are_held_twice(int components, int motions) {
  return components > 0 && components >= motions;
}

/// Sweeps over the joints of such a mechanism in a step at most: the drift of one step is small,
/// and what they leave goes in the next one.
inline constexpr int kUpkeepSweeps = 30;

/// Finds the joints of mechanisms that are held twice, in a model of one rank.
class JointUpkeep {
 public:
  /// @return The joints in the order of `constraints`, until the next call.
  std::span<const UserConstraint> find(const Bodies& bodies,
                                       std::span<const UserConstraint> constraints);

 private:
  DisjointSets sets_;            // of indices of bodies
  std::vector<int> components_;  // held, per root
  std::vector<int> motions_;     // per root
  std::vector<UserConstraint> joints_;
};

}  // namespace solfec
