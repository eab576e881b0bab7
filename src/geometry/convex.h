#pragma once

#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Convex polyhedron: vertices and faces whose vertices run counter-clockwise seen from outside.
/// Face f has the vertices face_vertex[face_start[f]] .. face_vertex[face_start[f + 1] - 1].
struct Convex {
  std::vector<Vec3> vertices;      // m
  std::vector<int> face_start;     // number of faces + 1
  std::vector<int> face_vertex;    // indices into `vertices`
  std::vector<SurfaceId> surface;  // one per face
  VolumeId volume{};

  [[nodiscard]] int face_count() const { return static_cast<int>(surface.size()); }
};

}  // namespace solfec
