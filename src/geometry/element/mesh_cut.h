#pragma once

#include <array>
#include <vector>

#include "geometry/element/element_locator.h"
#include "geometry/element/mesh.h"
#include "geometry/element/mesh_part.h"
#include "math/vec3.h"

namespace solfec {

/// Plane that cuts a mesh.
struct MeshCutPlane {
  Vec3 point;   // m
  Vec3 normal;  // unit, from below to above
};

/// How a mesh is cut.
struct MeshCutOptions {
  std::array<SurfaceId, 2> surface{};  // of the new faces of what is below and of what is above
  bool adjacent_only = false;  // cuts only elements that hang together across the plane with the
                               // element at the point of the plane
  bool moves_nodes = true;     // moves nodes near the plane onto it (plane_nodes.h)
};

/// A mesh after a cut.
struct CutMesh {
  std::vector<MeshPart> part;   // by their first elements; their nodes and elements are those of
                                // `node` and `element`
  std::vector<bool> above;      // of each part; a part with a slit, which is on both sides: below
  std::vector<MeshPoint> node;  // each node as a point of the mesh before; only `count`, `node` and
                                // `weight` are set
  std::vector<int> element;     // of the mesh before, in which each element lies
  double thinning = 1.0;        // least height of elements after over that before, at most 1
};

/// Cuts a mesh in two by a plane.
///
/// Elements that the plane passes through are cut into the polyhedra on both sides. One that is a
/// tetrahedron, pyramid, wedge or hexahedron becomes that element, others are filled with pyramids
/// and tetrahedra around the mean of their corners. Faces keep their sides with three and four
/// corners, and those with more become a fan of triangles from the corner with the least number, so
/// neighbours agree. Faces between elements that lie on the plane are opened (mesh_split.h). A mesh
/// of plane faces keeps its surface, volume and surface ids; a bent face gets new ones through its
/// corners and the points at which the plane cuts its edges.
///
/// @return No part when no element and no inner face is cut.
/// @throws InputError (value) when a bent face meets the plane twice, or elements come out flat.
CutMesh cut_mesh(const Mesh& mesh, const MeshCutPlane& plane, const MeshCutOptions& options);

/// Point at which a plane cuts an edge of an element, or a node on it.
struct CutPoint {
  Vec3 point;                 // m
  std::array<int, 2> node{};  // ends of the edge; twice the same: the node itself
  double part{};              // of the way from the first to the second
  int element{};              // one that has the edge
};
/// Points at which a plane cuts the edges of elements, and nodes on it of what it cuts or opens;
/// none where cut_mesh makes no part.
std::vector<CutPoint> plane_points(const Mesh& mesh, const MeshCutPlane& plane, bool adjacent_only);

/// Least height of the elements of a mesh, three times volume over largest face, m.
double least_height(const Mesh& mesh);

}  // namespace solfec
