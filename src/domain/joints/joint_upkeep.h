#pragma once

#include <span>
#include <vector>

#include "base/disjoint_sets.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "domain/joints/joint_fit.h"
#include "domain/joints/joint_projection.h"

namespace solfec {

/// Components of place that a joint holds; 0: it is no joint, or holds velocities alone.
int held_components(ConstraintKind kind);

/// Unknowns of the motion of a body; 0: it has no inertia, or is a mesh.
int motions_of(BodyKind kind);

/// Counts what joints hold of the motions of a mechanism.
struct HeldMotions {
  int components = 0;  // of places, that joints hold
  int motions = 0;     // of all bodies
  int bodies = 0;
  int joints = 0;          // the rows of one joint count once
  bool guides = false;     // some joints hold turns
  bool on_ground = false;  // joints hold points in space or on obstacles, too

  /// Adds a row of a joint. @param[in,out] last  The joint of the row before, whose rows follow
  /// each other.
  void add(const UserConstraint& row, bool to_ground, ConstraintId& last);

  /// Whether joints may hold a motion twice: they hold as many components as bodies have motions,
  /// or they form a loop that has guides, which hold turns in parallel, or that leaves its bodies
  /// no more than their common motion.
  ///
  /// Joints that hold a motion twice agree with each other in exact places alone. Rows prescribe
  /// velocities, so places drift apart, in second order of the step, and rows at places that
  /// contradict each other lock the mechanism: two wheels with two coupling rods at a right angle
  /// stood still after 0.05 s, with reactions of 1e13 N. So drift of such mechanisms is removed in
  /// every step, whatever SOLFEC.projection says, and their rows stand where joints fit
  /// (joint_fit.h).
  [[nodiscard]] bool twice() const;
};

/// Finds the joints of mechanisms that are held twice, in a model of one rank.
class JointUpkeep {
 public:
  /// @return The joints in the order of `constraints`, until the next call.
  std::span<const UserConstraint> find(const Bodies& bodies,
                                       std::span<const UserConstraint> constraints);
  /// Places their rows where the joints fit. @pre the constraints are placed.
  void place_rows(Bodies& bodies, std::span<UserConstraint> constraints) {
    place_rows_where_joints_fit(bodies, find(bodies, constraints), constraints);
  }

 private:
  DisjointSets sets_;              // of indices of bodies
  std::vector<HeldMotions> held_;  // per root
  std::vector<UserConstraint> joints_;
};

}  // namespace solfec
