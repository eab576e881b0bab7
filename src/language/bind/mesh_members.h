#pragma once

#include "language/arguments/arguments.h"
#include "language/arguments/objects.h"
#include "language/arguments/shape_objects.h"

namespace solfec {

/// MESH.nodes_on_surface: the numbers of the nodes of all faces with a surface id, ascending; None
/// where no face has it.
py::object nodes_on_surface(MeshObject& self, const Arguments& args);

/// MESH.get_data: (nodes, elements, surfids), the arguments of MESH that make the mesh again.
py::object mesh_data(MeshObject& self, const Arguments& args);

/// BODY.mesh: copies of the meshes of a body as it stands now. One MESH, a list of several or None.
/// Finite elements give the mesh that they are computed on, whose nodes are those of conf and velo.
py::object meshes_of(BodyObject& self);

}  // namespace solfec
