#pragma once

#include <utility>
#include <vector>

#include "base/ids.h"
#include "constraint/user_constraint.h"
#include "domain/joints/joint_projection.h"
#include "domain/joints/joint_velocities.h"
#include "domain/ranks/mechanisms.h"
#include "domain/ranks/ranked_model.h"
#include "parallel/comm.h"

namespace solfec {

/// Projection of the drift of joints (domain/joints/joint_projection.h) and errors of their
/// velocities (domain/joints/joint_velocities.h), when the bodies of a mechanism are of several
/// ranks.
///
/// The projection moves the bodies of one joint after another, each where the joints before have
/// left it, and the impulses of a mechanism depend on each other, so one rank does it for a whole
/// mechanism: its home, the owner of the body of lowest id. All ranks know all owners and find the
/// same homes. The home has copies of the bodies of others (GhostExchange), gets their places at
/// the end of the step and sends the new ones back.
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
  /// Whether some group has bodies of several ranks; equal on all ranks. @pre `find` of this step.
  [[nodiscard]] bool parts_mechanisms() const { return parts_mechanisms_; }
  /// Places rows of joints that hold a motion twice where the joints fit; those of mechanisms with
  /// bodies of several ranks stay. @pre `find` of this step.
  void place_rows(const RankedModel& model) const;
  /// Removes the drift of the joints of all ranks, in the placement at the end of a step; without
  /// projection that of mechanisms that are held twice. Collective. @pre `find` of this step;
  /// copies of the bodies that others lend are here.
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

  void choose_calmed(const RankedModel& model);
  [[nodiscard]] const std::vector<double>& start_of(BodyId id) const;

  Mechanisms mechanisms_;
  std::vector<std::pair<BodyId, int>> lent_;
  std::vector<std::pair<BodyId, int>> borrowed_;         // bodies that move, with their owners
  std::vector<std::pair<BodyId, int>> calmed_lent_;      // those of them that `calm` needs: bodies
  std::vector<std::pair<BodyId, int>> calmed_borrowed_;  // of joints that see no mesh
  std::vector<UserConstraint> joints_;                   // of the groups whose home is here, by id
  std::vector<UserConstraint> projected_;                // those of them whose drift is removed
  std::vector<UserConstraint> twice_;  // of mechanisms of this rank alone that are held twice
  bool any_projected_ = false;         // on any rank
  bool parts_mechanisms_ = false;      // likewise
  ProjectionEffort effort_;
  std::vector<Start> start_;  // states of own bodies, by id
};

}  // namespace solfec
