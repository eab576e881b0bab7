#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "assembly/body_slots.h"
#include "assembly/mesh_workspace.h"
#include "base/ids.h"
#include "body/bodies.h"
#include "local_dynamics/body_operator.h"
#include "parallel/comm.h"
#include "parallel/packet.h"

namespace solfec {

/// Meshes that rows of several ranks see. All that share a mesh have a copy of its placement and
/// velocities, but its owner alone factors its mass matrix.
///
/// The *border* of a mesh is the set of its points that rows of other ranks than its owner see: of
/// a nodal slot nodes, of a factored one points (NodalPoint). All that share the mesh agree on the
/// border and its order, and the owner sends them h A⁻¹ between the points of the border, which is
/// all that rows of others need: 72 bytes for each pair of its points. Blocks that a rank has are
/// not sent again while matrix and border stay. In the sweeps, SlotExchange passes on velocities of
/// the border and forces on it.
class SharedMeshes {
 public:
  /// Another rank that shares a mesh.
  struct Sharer {
    BodyId mesh{};
    int rank{};
  };
  /// Tells who shares meshes in this step. Collective.
  /// @param sharers  Of the meshes that this rank shares, in any order.
  void plan(Comm& comm, std::vector<Sharer> sharers, const Bodies& bodies);
  /// Forgets which blocks ranks have, since bodies have changed their owners. On all ranks.
  void forget();
  /// Whether some ranks share a mesh; equal on all ranks.
  [[nodiscard]] bool any() const { return any_; }

  /// Finds the borders and gives them to factored slots and to the workspaces of nodal ones.
  /// Collective.
  /// @param body_space  With its slots and all rows and their points; no sides are counted yet.
  void find_borders(const Bodies& bodies, const BodySlots& slots,
                    std::span<MeshWorkspace> workspace, BodyOperator& body_space);
  /// Gives the factored slots of ghosts the inverses of their owners. Collective.
  /// @param body_space  With the inverses of own meshes.
  void bring_inverses(BodyOperator& body_space);

  /// Number of bytes that this rank has sent in this step to agree on borders and inverses.
  [[nodiscard]] std::int64_t step_bytes() const { return step_bytes_; }
  /// Number of bytes that it sends in a sweep for meshes.
  [[nodiscard]] std::int64_t sweep_bytes() const;

 private:
  struct Mesh {
    BodyId id{};
    bool is_own = false;
    int slot = -1;                   // of body space
    std::vector<int> ranks;          // others that share it, increasing
    std::vector<std::int32_t> node;  // border of a nodal slot
    std::vector<NodalPoint> point;   // border of a factored one
  };
  /// Inverse that a rank has of a mesh.
  struct Known {
    std::uint64_t matrix = 0;  // of which it is; 0: of none
    std::vector<NodalPoint> border;
    std::shared_ptr<std::vector<double>> block;  // of a ghost, as PlaceInverse has it
  };

  void list_points(const BodyOperator& body_space);
  void exchange_points();
  [[nodiscard]] std::vector<Message> pack_inverses(const BodyOperator& body_space);
  void take_inverse(PacketReader& packet, BodyOperator& body_space);
  std::vector<Message> deliver(std::vector<Message> messages);
  [[nodiscard]] Mesh& mesh_of(BodyId id);

  Comm* comm_ = nullptr;
  bool any_ = false;
  std::vector<Mesh> meshes_;                       // that this rank shares, by id
  std::map<std::pair<BodyId, int>, Known> known_;  // by other ranks, or -1: by this one, of a ghost
  std::int64_t step_bytes_ = 0;
};

}  // namespace solfec
