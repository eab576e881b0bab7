#pragma once

#include <span>
#include <utility>
#include <vector>

#include "assembly/body_slots.h"
#include "assembly/shared_meshes.h"
#include "base/ids.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "local_dynamics/shared_slots.h"
#include "parallel/comm.h"

namespace solfec {

/// Finds out which bodies the rows of several ranks act on, from step to step. The owner of a body
/// is always among those that share it, so it learns what rows of others do to it; and all that
/// share one body hear of each other.
class RowSharing {
 public:
  /// Collective. @param seen  Bodies with inertia that rows of this rank act on, in any order.
  void plan(Comm& comm, std::span<const BodyId> seen, const Bodies& bodies);
  /// Bodies that this rank shares; they need slots, rows or not. Increasing.
  [[nodiscard]] std::span<const BodyId> bodies() const { return shared_; }
  /// The other ranks that share meshes with this one.
  [[nodiscard]] std::vector<SharedMeshes::Sharer> mesh_sharers(const Bodies& bodies) const;
  /// Writes what is shared by slots of a problem.
  /// @param slots   Of all shared bodies.
  /// @param others  Constraints of other ranks.
  void write(Comm& comm, const BodySlots& slots, int slot_count, const Bodies& bodies,
             std::span<const UserConstraint> others, SharedSlots& shared) const;

 private:
  struct Neighbour {
    int rank{};
    int colour{};
    std::vector<BodyId> bodies;  // increasing
  };

  std::vector<BodyId> shared_;
  std::vector<Neighbour> neighbours_;  // ranks increase
  int colour_{};
  int colours_ = 1;
};

}  // namespace solfec
