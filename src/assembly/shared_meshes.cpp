#include "assembly/shared_meshes.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "base/count.h"
#include "local_dynamics/factored_slots.h"
#include "parallel/packet.h"

namespace solfec {
namespace {

constexpr int kHere = -1;  // the key of what this rank knows of a ghost

bool is_before(const NodalPoint& a, const NodalPoint& b) {
  if (a.count != b.count) return a.count < b.count;
  if (!std::equal(a.node, a.node + a.count, b.node)) {
    return std::lexicographical_compare(a.node, a.node + a.count, b.node, b.node + b.count);
  }
  return std::lexicographical_compare(a.weight, a.weight + a.count, b.weight, b.weight + b.count);
}

void sort_unique(std::vector<std::int32_t>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

void sort_unique(std::vector<NodalPoint>& points) {
  std::sort(points.begin(), points.end(), is_before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
}

/// Points take the room of the nodes that they have.
void put_points(std::span<const NodalPoint> points, PacketWriter& packet) {
  std::vector<std::int32_t> number;
  std::vector<double> weight;
  for (const NodalPoint& point : points) {
    number.push_back(point.count);
    number.insert(number.end(), point.node, point.node + point.count);
    weight.insert(weight.end(), point.weight, point.weight + point.count);
  }
  packet.put_all(std::span<const std::int32_t>(number));
  packet.put_all(std::span<const double>(weight));
}

/// Appends them.
void get_points(PacketReader& packet, std::vector<NodalPoint>& points) {
  std::vector<std::int32_t> number;
  std::vector<double> weight;
  packet.get_all(number);
  packet.get_all(weight);
  const double* next = weight.data();
  for (std::size_t k = 0; k < number.size();) {
    NodalPoint& point = points.emplace_back();
    point.count = number[k++];
    std::copy_n(&number[k], point.count, point.node);
    std::copy_n(next, point.count, point.weight);
    k += at(point.count);
    next += point.count;
  }
}

/// Blocks (t, s), t <= s, between the first places of a slot.
/// @param places  All that it has.
std::vector<Mat3> first_blocks(const PlaceInverse& inverse, int places, int first) {
  std::vector<Mat3> blocks;
  blocks.reserve(at(first) * at(first + 1) / 2);
  for (int s = 0; s < first; ++s) {
    for (int t = 0; t <= s; ++t) blocks.push_back(place_block(*inverse.block, places, t, s));
  }
  return blocks;
}

std::vector<Message> messages_of(std::map<int, PacketWriter>& packets) {
  std::vector<Message> messages;
  messages.reserve(packets.size());
  for (auto& [rank, packet] : packets) messages.push_back({rank, packet.take()});
  return messages;
}

}  // namespace

void SharedMeshes::plan(Comm& comm, std::vector<Sharer> sharers, const Bodies& bodies) {
  comm_ = &comm;
  step_bytes_ = 0;
  std::sort(sharers.begin(), sharers.end(), [](const Sharer& a, const Sharer& b) {
    return std::tie(a.mesh, a.rank) < std::tie(b.mesh, b.rank);
  });
  meshes_.clear();
  for (const Sharer& sharer : sharers) {
    if (meshes_.empty() || meshes_.back().id != sharer.mesh) {
      Mesh& mesh = meshes_.emplace_back();
      mesh.id = sharer.mesh;
      mesh.is_own = !bodies.is_ghost(sharer.mesh);
    }
    meshes_.back().ranks.push_back(sharer.rank);
  }
  std::erase_if(known_, [&](const auto& entry) {
    const BodyId id = entry.first.first;
    const int rank = entry.first.second;
    return std::none_of(meshes_.begin(), meshes_.end(), [&](const Mesh& mesh) {
      return mesh.id == id &&
             (rank == kHere || std::binary_search(mesh.ranks.begin(), mesh.ranks.end(), rank));
    });
  });
  any_ = comm.all_reduce(Reduction::largest, meshes_.empty() ? 0 : 1) != 0;
}

void SharedMeshes::forget() { known_.clear(); }

SharedMeshes::Mesh& SharedMeshes::mesh_of(BodyId id) {
  const auto found = std::lower_bound(meshes_.begin(), meshes_.end(), id,
                                      [](const Mesh& mesh, BodyId x) { return mesh.id < x; });
  SOLFEC_ASSERT(found != meshes_.end() && found->id == id);
  return *found;
}

std::vector<Message> SharedMeshes::deliver(std::vector<Message> messages) {
  for (const Message& message : messages) step_bytes_ += count(message.bytes);
  return comm_->deliver(std::move(messages));
}

std::int64_t SharedMeshes::sweep_bytes() const {
  std::size_t numbers = 0;
  for (const Mesh& mesh : meshes_) {
    numbers += mesh.ranks.size() * (3 * mesh.node.size() + 6 * mesh.point.size());
  }
  return static_cast<std::int64_t>(numbers * sizeof(double));
}

/// Points of ghosts that rows of this rank see.
void SharedMeshes::list_points(const BodyOperator& body_space) {
  std::vector<Mesh*> of_slot(at(body_space.slot_count()), nullptr);
  for (Mesh& mesh : meshes_) {
    mesh.node.clear();
    mesh.point.clear();
    if (!mesh.is_own) of_slot[at(mesh.slot)] = &mesh;
  }
  for (int i = 0; i < body_space.row_count(); ++i) {
    for (const bool master : {true, false}) {
      const RowJacobian& row = body_space.rows()[at(i)];
      const int slot = master ? row.master : row.slave;
      if (slot < 0 || of_slot[at(slot)] == nullptr) continue;
      const NodalPoint& point = body_space.point({i, master});
      if (body_space.slot_kind(slot) == SlotKind::factored) {
        of_slot[at(slot)]->point.push_back(point);
      } else {
        std::vector<std::int32_t>& node = of_slot[at(slot)]->node;
        node.insert(node.end(), point.node, point.node + point.count);
      }
    }
  }
  for (Mesh& mesh : meshes_) {
    sort_unique(mesh.node);
    sort_unique(mesh.point);
  }
}

/// Joins the points of all that share a mesh but do not own it.
void SharedMeshes::exchange_points() {
  std::map<int, PacketWriter> packets;
  for (const Mesh& mesh : meshes_) {
    if (mesh.is_own) continue;
    for (const int rank : mesh.ranks) {
      packets[rank].put(mesh.id);
      packets[rank].put_all(std::span<const std::int32_t>(mesh.node));
      put_points(mesh.point, packets[rank]);
    }
  }
  std::vector<std::int32_t> nodes;
  for (const Message& message : deliver(messages_of(packets))) {
    PacketReader packet(message.bytes);
    while (!packet.at_end()) {
      Mesh& mesh = mesh_of(packet.get<BodyId>());
      packet.get_all(nodes);
      mesh.node.insert(mesh.node.end(), nodes.begin(), nodes.end());
      get_points(packet, mesh.point);
    }
  }
  for (Mesh& mesh : meshes_) {
    sort_unique(mesh.node);
    sort_unique(mesh.point);
  }
}

void SharedMeshes::find_borders(const Bodies& bodies, const BodySlots& slots,
                                std::span<MeshWorkspace> workspace, BodyOperator& body_space) {
  for (MeshWorkspace& mesh : workspace) mesh.border.clear();
  if (!any_) return;
  for (Mesh& mesh : meshes_) mesh.slot = slots[bodies.ref(mesh.id)];
  list_points(body_space);
  exchange_points();
  for (const Mesh& mesh : meshes_) {
    if (body_space.slot_kind(mesh.slot) == SlotKind::factored) {
      body_space.set_border(mesh.slot, mesh.point);
    } else {
      workspace[at(bodies.ref(mesh.id).slot)].border = mesh.node;
    }
  }
}

/// Packs the inverses of own meshes for the ranks that share them: rotation, scale and, unless the
/// rank has them, blocks (t, s) with t <= s.
std::vector<Message> SharedMeshes::pack_inverses(const BodyOperator& body_space) {
  std::map<int, PacketWriter> packets;
  std::vector<Mat3> blocks;
  for (const Mesh& mesh : meshes_) {
    if (!mesh.is_own || mesh.point.empty()) continue;
    const int place = body_space.slot_place(mesh.slot);
    const PlaceInverse& inverse = body_space.factored().inverse(place);
    const int places = body_space.factored().side_count(place);
    blocks.clear();
    for (const int rank : mesh.ranks) {
      Known& known = known_[{mesh.id, rank}];
      const bool is_known =
          inverse.matrix != 0 && known.matrix == inverse.matrix && known.border == mesh.point;
      PacketWriter& packet = packets[rank];
      packet.put(mesh.id);
      packet.put(inverse.rotation);
      packet.put(inverse.scale);
      if (!is_known && blocks.empty()) blocks = first_blocks(inverse, places, count(mesh.point));
      packet.put_all(is_known ? std::span<const Mat3>() : std::span<const Mat3>(blocks));
      known.matrix = inverse.matrix;
      if (inverse.matrix != 0 && !is_known) known.border = mesh.point;
    }
  }
  return messages_of(packets);
}

/// Gives a ghost the inverse that its owner has sent.
void SharedMeshes::take_inverse(PacketReader& packet, BodyOperator& body_space) {
  const Mesh& mesh = mesh_of(packet.get<BodyId>());
  const auto rotation = packet.get<Mat3>();
  const auto scale = packet.get<double>();
  std::vector<Mat3> blocks;
  packet.get_all(blocks);
  auto& known = known_[{mesh.id, kHere}].block;
  if (!blocks.empty()) {
    const int places = count(mesh.point);
    known = std::make_shared<std::vector<double>>(9 * at(places) * at(places));
    const Mat3* block = blocks.data();
    for (int s = 0; s < places; ++s) {
      for (int t = 0; t <= s; ++t) set_place_block(*known, places, t, s, *block++);
    }
  }
  body_space.set_factored_inverse(
      mesh.slot, {.block = known, .rotation = rotation, .scale = scale, .matrix = 0});
}

void SharedMeshes::bring_inverses(BodyOperator& body_space) {
  if (!any_) return;
  for (const Message& message : deliver(pack_inverses(body_space))) {
    PacketReader packet(message.bytes);
    while (!packet.at_end()) take_inverse(packet, body_space);
  }
}

}  // namespace solfec
