#pragma once

#include <span>

#include "assembly/mesh_workspace.h"
#include "body/bodies.h"
#include "local_dynamics/body_operator.h"

namespace solfec {

/// Gives the nodal slots the nodes that rows see, so that solvers never touch the others, and
/// renumbers the points of the rows, which have the numbers of the mesh before.
/// @param first  Slot of the first mesh.
/// @param workspace  One per mesh.
void number_seen_nodes(const Bodies& bodies, double step, int first,
                       std::span<MeshWorkspace> workspace, BodyOperator& body_space);

/// Change of velocity of the nodes of a mesh with a nodal slot; zero where no row sees them.
void find_nodal_change(const BodyOperator& body_space, int slot, const MeshWorkspace& workspace,
                       FiniteElementBody& body);

}  // namespace solfec
