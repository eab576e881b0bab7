#pragma once

#include <utility>
#include <vector>

#include "base/disjoint_sets.h"
#include "base/ids.h"
#include "constraint/user_constraint.h"
#include "domain/joint_velocities.h"
#include "domain/ranks/ranked_model.h"
#include "parallel/comm.h"

namespace solfec {

/// Groups of bodies that joints hold together, for the projection of their drift
/// (domain/joint_projection.h) and for errors of their velocities (domain/joint_velocities.h), when
/// the bodies of a group are of several ranks.
///
/// The projection moves the bodies of one joint after another, each where the joints before have
/// left it, and the impulses of a group depend on each other, so one rank does it for a whole
/// group: its home, the owner of the body of lowest id. All ranks know all joints and owners and
/// find the same groups. The home has copies of the bodies of others (GhostExchange), gets their
/// places at the end of the step and sends the new ones back. Bodies without inertia do not move,
/// so they join no groups.
class JointGroups {
 public:
  /// Keeps the states of own bodies of joints at the start of a step, once owners are known.
  void note_start(const RankedModel& model);
  /// Finds the groups of a step, once owners are known.
  /// @param projection  Also of joints that see meshes, whose drift is to be removed.
  void find(const Comm& comm, const RankedModel& model, bool projection);
  /// Forgets the groups.
  void clear();
  /// Bodies of this rank of which another rank needs a copy, with that rank.
  [[nodiscard]] const std::vector<std::pair<BodyId, int>>& lent() const { return lent_; }
  /// Removes the drift of the joints of all ranks, in the placement at the end of a step.
  /// Collective. @pre `find` of this step; copies of the bodies that others lend are here.
  void project(Comm& comm, const RankedModel& model) const;
  /// Takes errors of velocities away that change their sign in each step, in the placement at the
  /// end of a step, and hands the impulses to the owners of the joints. Collective.
  /// @pre `note_start` and `find` of this step; copies of the bodies that others lend are here.
  /// @param start, end  Times of the step, s.
  /// @param load_speed  As that of JointVelocities::end_step, of all ranks.
  void calm(Comm& comm, const RankedModel& model, double start, double end, double load_speed,
            JointVelocities& velocities) const;

 private:
  using Start = std::pair<BodyId, std::vector<double>>;

  /// A joint whose drift is removed.
  struct Joint {
    const UserConstraint* definition{};
    int master = -1;  // index of a body that moves, -1: it does not
    int slave = -1;
  };

  void list_joints(const RankedModel& model, bool projection);
  [[nodiscard]] const std::vector<double>& start_of(BodyId id) const;
  void unite();

  std::vector<Joint> all_;
  std::vector<BodyId> body_;  // that move and have joints, increasing
  DisjointSets joined_;       // indices of these bodies
  std::vector<std::pair<BodyId, int>> lent_;
  std::vector<std::pair<BodyId, int>> borrowed_;  // bodies that move, with their owners
  std::vector<UserConstraint> joints_;            // of the groups whose home is here, by id
  std::vector<Start> start_;                      // states of own bodies, by id
};

}  // namespace solfec
