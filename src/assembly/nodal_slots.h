#pragma once

#include <span>

#include "assembly/body_slots.h"
#include "assembly/mesh_workspace.h"
#include "body/bodies.h"
#include "local_dynamics/body_operator.h"

namespace solfec {

/// Gives the nodal slots the nodes that rows see, so that solvers never touch the others, and
/// renumbers the points of the rows, which have the numbers of the mesh before.
/// @param workspace  One per mesh, with its border.
void number_seen_nodes(const Bodies& bodies, double step, const BodySlots& slots,
                       std::span<MeshWorkspace> workspace, BodyOperator& body_space);

/// Change of velocity of the nodes of a mesh with a nodal slot; zero where no row sees them.
/// @param nodes  With their velocities, in the order of the slot.
void find_nodal_change(std::span<const NodeSlot> nodes, const MeshWorkspace& workspace,
                       FiniteElementBody& body);

}  // namespace solfec
