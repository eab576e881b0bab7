#include "assembly/nodal_slots.h"

#include <algorithm>

#include "base/count.h"

namespace solfec {
namespace {

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

void number_seen_nodes(const Bodies& bodies, double step, int first,
                       std::span<MeshWorkspace> workspace, BodyOperator& body_space) {
  const FiniteElementSet& meshes = bodies.finite_element;
  for (int i = 0; i < meshes.size(); ++i) {
    if (meshes[i].factored) continue;
    workspace[at(i)].node.clear();
    workspace[at(i)].seen.resize(at(meshes[i].node_count()), -1);
  }
  for_each_nodal_side(body_space, [&](int slot, NodalPoint& point) {
    MeshWorkspace& mesh = workspace[at(slot - first)];
    for (int a = 0; a < point.count; ++a) {
      std::int32_t& number = mesh.seen[at(point.node[a])];
      if (number < 0) {
        number = count(mesh.node);
        mesh.node.push_back(point.node[a]);
      }
      point.node[a] = number;
    }
  });
  for (int i = 0; i < meshes.size(); ++i) {
    if (meshes[i].factored) continue;
    for (const std::int32_t node : workspace[at(i)].node) {
      body_space.add_node(first + i, step / meshes[i].elements.mass[at(node)]);
      workspace[at(i)].seen[at(node)] = -1;
    }
  }
}

void find_nodal_change(const BodyOperator& body_space, int slot, const MeshWorkspace& workspace,
                       FiniteElementBody& body) {
  std::fill(body.change.begin(), body.change.end(), Vec3{});
  const std::span<const NodeSlot> nodes = body_space.node_velocities(slot);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    body.change[at(workspace.node[k])] = {nodes[k].v[0], nodes[k].v[1], nodes[k].v[2]};
  }
}

}  // namespace solfec
