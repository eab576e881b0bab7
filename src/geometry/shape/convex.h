#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Convex polyhedron: vertices and faces whose vertices run counter-clockwise seen from outside.
/// Face f has the vertices face_vertex[face_start[f]] .. face_vertex[face_start[f + 1] - 1].
/// Faces with `kInnerSurface` are no outer faces.
struct Convex {
  std::vector<Vec3> vertices;      // m
  std::vector<int> face_start;     // number of faces + 1
  std::vector<int> face_vertex;    // indices into `vertices`
  std::vector<SurfaceId> surface;  // one per face
  VolumeId volume{};

  [[nodiscard]] int face_count() const { return static_cast<int>(surface.size()); }
  [[nodiscard]] std::span<const int> face(int f) const {
    const auto begin = static_cast<std::size_t>(face_start[static_cast<std::size_t>(f)]);
    const auto end = static_cast<std::size_t>(face_start[static_cast<std::size_t>(f) + 1]);
    return std::span(face_vertex).subspan(begin, end - begin);
  }
};

/// True when some face may be touched: only such polyhedra are contact pieces.
inline bool has_outer_face(const Convex& convex) {
  return std::any_of(convex.surface.begin(), convex.surface.end(),
                     [](SurfaceId surface) { return surface != kInnerSurface; });
}

}  // namespace solfec
