#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Edge of a face in the direction in which the face has it.
struct FaceEdge {
  int from{};  // vertices
  int to{};
  int face{};
};

/// Edges of faces, each once as the pair of its vertices, in increasing order.
struct SurfaceEdges {
  std::vector<std::array<int, 2>> feature;
  std::vector<std::array<int, 2>> mesh;
};

/// Parts edges: see make_surface for which are which.
/// @param edges    Of all faces; will be sorted.
/// @param normal   Unit, one per face.
/// @param surface  One per face.
/// @param angle    rad.
SurfaceEdges part_edges(std::vector<FaceEdge>& edges, std::span<const Vec3> normal,
                        std::span<const SurfaceId> surface, double angle);

}  // namespace solfec
