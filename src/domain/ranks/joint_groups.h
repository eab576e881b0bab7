#pragma once

#include <utility>
#include <vector>

#include "base/disjoint_sets.h"
#include "base/ids.h"
#include "constraint/user_constraint.h"
#include "domain/ranks/ranked_model.h"
#include "parallel/comm.h"

namespace solfec {

/// Groups of bodies that joints hold together, for the projection of their drift
/// (domain/joint_projection.h) when the bodies of a group are of several ranks.
///
/// The projection moves the bodies of one joint after another, each where the joints before have
/// left it, so one rank does it for a whole group: its home, the owner of the body of lowest id.
/// All ranks know all joints and owners and find the same groups. The home has copies of the bodies
/// of others (GhostExchange), gets their places at the end of the step and sends the new ones back.
/// Bodies without inertia do not move, so they join no groups.
class JointGroups {
 public:
  /// Finds the groups of a step, once owners are known.
  void find(const Comm& comm, const RankedModel& model);
  /// Forgets the groups.
  void clear();
  /// Bodies of this rank of which another rank needs a copy, with that rank.
  [[nodiscard]] const std::vector<std::pair<BodyId, int>>& lent() const { return lent_; }
  /// Removes the drift of the joints of all ranks, in the placement at the end of a step.
  /// Collective. @pre `find` of this step; copies of the bodies that others lend are here.
  void project(Comm& comm, const RankedModel& model) const;

 private:
  /// A joint whose drift is removed.
  struct Joint {
    const UserConstraint* definition{};
    int master = -1;  // index of a body that moves, -1: it does not
    int slave = -1;
  };

  void list_joints(const RankedModel& model);
  void unite();

  std::vector<Joint> all_;
  std::vector<BodyId> body_;  // that move and have joints, increasing
  DisjointSets joined_;       // indices of these bodies
  std::vector<std::pair<BodyId, int>> lent_;
  std::vector<std::pair<BodyId, int>> borrowed_;  // bodies that move, with their owners
  std::vector<UserConstraint> joints_;            // of the groups whose home is here, by id
};

}  // namespace solfec
