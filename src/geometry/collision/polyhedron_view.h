#pragma once

#include <span>

#include "math/vec3.h"

namespace solfec {

/// View of a convex polyhedron in arrays that it does not own, in the layout of ShapePieces.
/// Face f has the vertices vertex[loop[k]], loop_start[f] <= k < loop_start[f + 1],
/// counter-clockwise seen from outside; loop_start may start anywhere in `loop`.
struct PolyhedronView {
  std::span<const Vec3> vertex;          // current position, m
  std::span<const Vec3> normal;          // outward unit normal, one per face
  std::span<const double> offset;        // normal . x on the face plane, m, one per face
  std::span<const int> loop_start;       // faces + 1
  std::span<const int> loop;             // vertex indices
  std::span<const unsigned char> outer;  // one per face; 0 between two elements of a mesh

  [[nodiscard]] int face_count() const { return static_cast<int>(normal.size()); }
  [[nodiscard]] std::span<const int> face(int f) const {
    const auto k = static_cast<std::size_t>(f);
    const auto begin = static_cast<std::size_t>(loop_start[k]);
    return loop.subspan(begin, static_cast<std::size_t>(loop_start[k + 1]) - begin);
  }
};

/// Plane normal . x = offset.
struct Plane {
  Vec3 normal;  // unit
  double offset{};
};

/// Best plane of a face loop: Newell's normal through the mean of the vertices. Exact for planar
/// faces; for a bent quadrilateral it is parallel to both diagonals. A face without area gets a
/// zero normal.
Plane face_plane(std::span<const Vec3> vertex, std::span<const int> face);

/// Writes the plane of every face of one polyhedron; `normal` and `offset` have one entry per face.
void update_face_planes(std::span<const Vec3> vertex, std::span<const int> loop_start,
                        std::span<const int> loop, std::span<Vec3> normal,
                        std::span<double> offset);

}  // namespace solfec
