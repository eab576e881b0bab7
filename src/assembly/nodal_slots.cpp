#include "assembly/nodal_slots.h"

#include <algorithm>

#include "base/count.h"

namespace solfec {
namespace {

// Nodes get their numbers in the order in which rows see them first, behind those of the border.
// `seen` is -1 everywhere between two calls: only the places that were used are put back, whatever
// the size of the mesh.

/// Calls f(slot, point) for all sides of rows that see a nodal slot.
template <typename Function>
void for_each_nodal_side(BodyOperator& body_space, const Function& f) {
  for (int i = 0; i < body_space.row_count(); ++i) {
    for (const bool master : {true, false}) {
      const RowJacobian& row = body_space.row(i);
      const int slot = master ? row.master : row.slave;
      if (slot < 0 || body_space.slot_kind(slot) != SlotKind::nodal) continue;
      f(slot, body_space.point(i, master));
    }
  }
}

}  // namespace

void number_seen_nodes(const Bodies& bodies, double step, const BodySlots& slots,
                       std::span<MeshWorkspace> workspace, BodyOperator& body_space) {
  const FiniteElementSet& meshes = bodies.finite_element;
  for (const int i : slots.seen_mesh) {
    if (meshes[i].factored) continue;
    MeshWorkspace& mesh = workspace[at(i)];
    mesh.node = mesh.border;
    mesh.seen.resize(at(meshes[i].node_count()), -1);
    for (int k = 0; k < count(mesh.node); ++k) mesh.seen[at(mesh.node[at(k)])] = k;
  }
  for_each_nodal_side(body_space, [&](int slot, NodalPoint& point) {
    MeshWorkspace& mesh = workspace[at(slots.seen_mesh[at(slot - slots.first_mesh)])];
    for (int a = 0; a < point.count; ++a) {
      std::int32_t& number = mesh.seen[at(point.node[a])];
      if (number < 0) {
        number = count(mesh.node);
        mesh.node.push_back(point.node[a]);
      }
      point.node[a] = number;
    }
  });
  for (const int i : slots.seen_mesh) {
    if (meshes[i].factored) continue;
    const int slot = slots[BodyKind::finite_element][at(i)];
    for (const std::int32_t node : workspace[at(i)].node) {
      body_space.add_node(slot, step / meshes[i].elements.mass[at(node)]);
      workspace[at(i)].seen[at(node)] = -1;
    }
    body_space.set_border_nodes(slot, count(workspace[at(i)].border));
  }
}

void find_nodal_change(std::span<const NodeSlot> nodes, const MeshWorkspace& workspace,
                       FiniteElementBody& body) {
  std::fill(body.change.begin(), body.change.end(), Vec3{});
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    body.change[at(workspace.node[k])] = {nodes[k].v[0], nodes[k].v[1], nodes[k].v[2]};
  }
}

}  // namespace solfec
