#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "domain/ranks/absent_bodies.h"
#include "material/bulk_material.h"
#include "math/box.h"
#include "parallel/comm.h"

namespace solfec {

/// Sends each rank copies, ghosts, of the bodies of others that its own may touch in the coming
/// step, as they are at mid-step (body/step_state.h).
///
/// A body may touch those whose boxes meet its own, both as they move in the step. So a rank
/// publishes the region of its bodies, one box around the small ones and one around each large one,
/// and gets whatever reaches into it; besides the other ends of its joints. A ghost is sent until
/// it has left the region by a quarter of the median radius, and from when it has come that near,
/// so that those at the border do not come and go.
class GhostExchange {
 public:
  /// Input that one step needs to find the ghosts. Lengths in m.
  struct Need {
    double step{};                           // s, bodies are seen ahead by what they move in it
    double reach{};                          // distance up to which two bodies may be a pair
    std::span<const UserConstraint> joints;  // of this rank
    std::span<const UserConstraint> others_joints;  // of other ranks
    // own bodies that other ranks need in any case, with these
    std::span<const std::pair<BodyId, int>> lent = {};
  };
  /// Collective. @return Whether ghosts have come or gone.
  bool renew(Comm& comm, std::span<const BulkMaterial> materials, const Need& need, Bodies& bodies,
             AbsentBodies& absent);

  /// Number of bytes that this rank has sent of meshes since the last `renew`.
  [[nodiscard]] std::int64_t mesh_bytes() const { return mesh_bytes_; }

  /// Sends the same ghosts again, with what has changed since; collective.
  void refresh(Comm& comm, Bodies& bodies);

 private:
  /// A body as others see it come.
  struct Seen {
    BodyId id{};
    Vec3 center;  // m
    double radius{};
  };

  void find_own(const Bodies& bodies, const Need& need);
  [[nodiscard]] std::vector<Box> region(const Bodies& bodies) const;
  void choose(const Comm& comm, const Need& need, const Bodies& bodies, const AbsentBodies& absent);
  [[nodiscard]] std::vector<Message> pack(const Bodies& bodies);
  bool receive(std::span<const Message> messages, std::span<const BulkMaterial> materials,
               Bodies& bodies, AbsentBodies& absent);

  std::vector<Seen> own_;                    // by id
  double median_{};                          // radius of own bodies with inertia, m
  std::vector<std::vector<Box>> regions_;    // by rank
  std::vector<std::vector<BodyId>> sent_;    // by rank, increasing; of the last time too
  std::vector<std::vector<BodyId>> wanted_;  // by rank: ends of its joints
  std::vector<double> numbers_;
  std::int64_t mesh_bytes_ = 0;
};

}  // namespace solfec
