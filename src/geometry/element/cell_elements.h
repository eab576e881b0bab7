#pragma once

#include <vector>

#include "geometry/element/mesh.h"

namespace solfec {

/// A convex polyhedron of nodes of a mesh.
struct MeshCell {
  std::vector<std::vector<int>> faces;  // nodes, counter-clockwise seen from outside
};

/// The sides that a face of a cell has on elements: the face itself with three or four nodes, else
/// a fan of triangles from its least node, which both neighbours find alike.
std::vector<std::vector<int>> sides_of_face(const std::vector<int>& face);

/// Adds the elements that fill a cell: one where the cell is a tetrahedron, pyramid, wedge or
/// hexahedron, else pyramids and tetrahedra around a new node, the mean of its nodes.
/// @return The number of the new node, -1: none.
int add_cell(const MeshCell& cell, VolumeId volume, Mesh& mesh);

}  // namespace solfec
