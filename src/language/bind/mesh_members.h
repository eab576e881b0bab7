#pragma once

#include "language/arguments/arguments.h"
#include "language/arguments/objects.h"
#include "language/arguments/shape_objects.h"

namespace solfec {

/// MESH.node: the place of a node, with the coordinates that are given, which it takes first.
py::object mesh_node(MeshObject& self, const Arguments& args);

/// MESH.set_volid: gives all elements a volume id.
py::object set_mesh_volume(MeshObject& self, const Arguments& args);

/// MESH.inter_element_faces: the nodes of each face between two elements.
py::object inter_element_faces(MeshObject& self, const Arguments& args);

/// MESH.inter_element_faces_on_plane: those whose nodes all lie on a plane.
py::object inter_element_faces_on_plane(MeshObject& self, const Arguments& args);

/// MESH.surface_integration_points and MESH.volume_integration_points: lists of points
/// (geometry/element/integration_points.h).
py::object surface_points(MeshObject& self, const Arguments& args);
py::object volume_points(MeshObject& self, const Arguments& args);

/// MESH2CONVEX: a CONVEX with one polyhedron for each element.
py::object mesh_to_convices(const Arguments& args);

/// MESH.nodes_on_surface: the numbers of the nodes of all faces with a surface id, ascending; None
/// where no face has it.
py::object nodes_on_surface(MeshObject& self, const Arguments& args);

/// MESH.get_data: (nodes, elements, surfids), the arguments of MESH that make the mesh again.
py::object mesh_data(MeshObject& self, const Arguments& args);

/// BODY.mesh: copies of the meshes of a body as it stands now. One MESH, a list of several or None.
/// Finite elements give the mesh that they are computed on, whose nodes are those of conf and velo.
py::object meshes_of(BodyObject& self);

}  // namespace solfec
