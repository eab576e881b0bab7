#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "geometry/element/mesh.h"

namespace solfec {

/// Boundary of a mesh that is convex as a whole: a polyhedron with one face for each plane.
/// Face f has the vertices face_vertex[face_start[f]] .. face_vertex[face_start[f + 1] - 1],
/// counter-clockwise seen from outside.
struct ConvexBoundary {
  std::vector<int> node;           // of the mesh, one per vertex, increasing
  std::vector<int> face_start;     // number of faces + 1
  std::vector<int> face_vertex;    // indices into `node`
  std::vector<SurfaceId> surface;  // one per face
};

/// Boundary of a mesh that is convex as a whole, with as few faces and vertices as it has.
///
/// Outer faces that share an edge and have one plane make a face. Its vertices are the nodes at
/// which three planes meet; nodes inside of faces and edges are none. The mesh is convex when
/// (1) its outer faces are closed: every edge belongs to two, in opposite directions,
/// (2) no outer node lies above the plane of a face by more than 1e-9 of the mesh's size,
/// (3) every face has one outline, a convex polygon that goes around once, and
/// (4) no two faces look the same way.
/// By (2) and (3) each face is part of one side of the hull; by (4) each side has at most one face.
/// With (1) the faces then cover the whole hull exactly once: the mesh has no cavity, no second
/// part and no overlap with itself. Planes whose normals differ by less than 0.05 are refused as
/// well: two bodies meet in one face of each, and beside an edge as flat as that both faces touch.
///
/// @return Nothing when the mesh is not convex, when outer faces of one plane have different
///         surface ids, when it has more than 32 faces, which cost more than pieces do, or when it
///         is one element, which is a piece already.
std::optional<ConvexBoundary> convex_boundary(const Mesh& mesh);

}  // namespace solfec
