#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "assembly/body_slots.h"
#include "base/ids.h"
#include "domain/ranks/absent_bodies.h"
#include "domain/ranks/body_owners.h"
#include "domain/ranks/ghost_exchange.h"
#include "domain/ranks/joint_groups.h"
#include "domain/ranks/obstacle_loads.h"
#include "domain/ranks/ranked_model.h"
#include "domain/ranks/row_sharing.h"
#include "integrator/static_balance.h"
#include "local_dynamics/shared_slots.h"
#include "parallel/balance.h"
#include "parallel/comm.h"

namespace solfec {

/// A domain that several ranks have in parts (docs/ranks.md). In a step, all of them collective:
///   settle          before it: whose bodies are whose
///   bring_ghosts    at mid-step: copies of the bodies that own ones may touch
///   share_rows      when rows are known: bodies on which rows of several ranks act
///   return_work     at the end: what contacts did to ghosts goes to their owners
class Ranks {
 public:
  Ranks(Comm& comm, Bisection* bisection) : comm_(comm), owners_(bisection) {}

  [[nodiscard]] Comm& comm() const { return comm_; }
  [[nodiscard]] AbsentBodies& absent() { return absent_; }
  [[nodiscard]] const AbsentBodies& absent() const { return absent_; }
  [[nodiscard]] std::vector<UserConstraint>& others() { return others_; }
  [[nodiscard]] const std::vector<UserConstraint>& others() const { return others_; }
  [[nodiscard]] BodyOwners& owners() { return owners_; }
  [[nodiscard]] const BodyOwners& owners() const { return owners_; }

  bool settle(const RankedModel& model) {
    const bool changed = owners_.settle(comm_, model);
    if (changed) meshes_.forget();
    return changed;
  }
  bool make_whole(const RankedModel& model) {
    meshes_.forget();
    return owners_.make_whole(comm_, model);
  }
  /// @param step        s, bodies are seen ahead by what they move in it.
  /// @param joints      calm_velocities will follow at the end of the step.
  /// @param projection  project_joints will.
  bool bring_ghosts(const RankedModel& model, double step, bool joints, bool projection);
  /// Brings the same ghosts once more, when schemes have changed what rows see of bodies.
  void refresh_ghosts(Bodies& bodies) { ghosts_.refresh(comm_, bodies); }
  void share_rows(const RankedModel& model);
  [[nodiscard]] std::span<const BodyId> shared_bodies() const { return sharing_.bodies(); }
  [[nodiscard]] SharedMeshes& shared_meshes() { return meshes_; }
  [[nodiscard]] const SharedMeshes& shared_meshes() const { return meshes_; }
  /// Number of bytes that this rank has sent in this step for copies of meshes.
  [[nodiscard]] std::int64_t ghost_bytes() const { return ghosts_.mesh_bytes(); }
  void share_slots(const BodySlots& slots, int slot_count, const Bodies& bodies,
                   SharedSlots& shared) const {
    sharing_.write(comm_, slots, slot_count, bodies, others_, shared);
  }
  void return_work(Bodies& bodies);
  /// Adds what rows of this rank do to ghosts to the loads of their owners.
  /// @param loads  By slot of rigid bodies, spatial.
  void return_loads(const Bodies& bodies, std::span<ReachedLoad> loads);
  /// The least of the bodies that ranks name, 0 where none names one.
  [[nodiscard]] BodyId first(BodyId id) {
    constexpr BodyId kNone = std::numeric_limits<BodyId>::max();
    const BodyId least = comm_.all_reduce(Reduction::least, id == 0 ? kNone : id);
    return least == kNone ? 0 : least;
  }
  /// Places rows of joints that hold a motion twice where the joints fit.
  void place_joint_rows(const RankedModel& model) { joint_groups_.place_rows(model); }
  /// Removes the drift of the joints of all ranks.
  void project_joints(const RankedModel& model) { joint_groups_.project(comm_, model); }
  void note_start(const RankedModel& model) { joint_groups_.note_start(model); }
  /// Whether some mechanism has bodies of several ranks; equal on all ranks.
  [[nodiscard]] bool part_mechanisms() const { return joint_groups_.parts_mechanisms(); }
  /// Takes errors of the velocities of the joints of all ranks away. @pre `note_start`.
  void calm_velocities(const RankedModel& model, double start, double end, double load_speed,
                       JointVelocities& velocities) {
    joint_groups_.calm(comm_, model, start, end, load_speed, velocities);
  }
  [[nodiscard]] std::vector<ObstacleLoad> obstacle_loads(const RankedModel& model) {
    return bring_obstacle_loads(comm_, model);
  }

 private:
  Comm& comm_;
  AbsentBodies absent_;
  BodyOwners owners_;
  GhostExchange ghosts_;
  JointGroups joint_groups_;
  RowSharing sharing_;
  SharedMeshes meshes_;
  std::vector<UserConstraint> others_;  // of other ranks
};

}  // namespace solfec
