#pragma once

#include <array>
#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Linear element: 4 (tetrahedron), 5 (pyramid), 6 (wedge) or 8 (hexahedron) nodes.
/// Node order: hexahedron 0-3 bottom counter-clockwise seen from the top, 4-7 above them; wedge
/// 0-2 and 3-5 above them; pyramid base 0-3 and apex 4; tetrahedron base 0-2 and apex 3.
struct MeshElement {
  int node_count{};           // 4, 5, 6 or 8
  std::array<int, 8> node{};  // numbers of nodes; the first node_count count
  VolumeId volume{};
};

/// Outer face of a mesh: side `side` of element `element` (table `element_faces`).
struct MeshFace {
  int element{};
  int side{};
  SurfaceId surface{};
};

/// Volumetric mesh of linear elements with the surface ids of its outer faces.
struct Mesh {
  std::vector<Vec3> nodes;  // m
  std::vector<MeshElement> elements;
  std::vector<MeshFace> faces;  // all outer faces, by element then side
};

}  // namespace solfec
