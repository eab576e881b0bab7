#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "geometry/shape/shape_kinds.h"
#include "math/vec3.h"

namespace solfec {

/// Convex pieces of one shape in reference coordinates, as flat arrays that contact detection
/// reads. Polyhedra come from convices and mesh elements with at least one outer face (those
/// inside of a solid are no pieces). A round piece has no faces; its vertices are the points of its
/// simple shape (geometry/shape/simple_shape.h), for a sphere only its centre.
struct ShapePieces {
  std::vector<PieceKind> kind;   // one per piece
  std::vector<double> radius;    // one per piece: growth of the hull of its vertices, m
  std::vector<VolumeId> volume;  // one per piece
  std::vector<int> source;  // index among the convices, elements of all meshes, or simple shapes
  std::vector<int> vertex_start;         // pieces + 1, into `vertex`
  std::vector<int> face_start;           // pieces + 1, into the face arrays
  std::vector<Vec3> vertex;              // reference position, m
  std::vector<int> node;                 // one per vertex: elements of one mesh share theirs
  bool one_mesh = false;                 // true: `node` has the numbers of the only mesh
  std::vector<SurfaceId> surface;        // one per face; of a round piece: see round_surface
  std::vector<unsigned char> outer;      // one per face; 0 between two parts of a solid
  std::vector<int> face_group;           // one per face, see geometry/shape/face_groups.h
  std::vector<double> face_sagitta;      // one per face, m, see geometry/shape/face_sagitta.h
  std::vector<int> loop_start;           // faces + 1, into loop
  std::vector<int> loop;                 // vertex of the piece (0-based inside the piece)
  std::vector<SurfaceId> round_surface;  // one per piece, 0 for polyhedra
  std::vector<int> adjacent_start;       // pieces + 1, into adjacent
  std::vector<int> adjacent;  // pieces of the same shape that touch: elements share a node, others
                              // are closer than the tolerance; sorted, without the piece itself

  [[nodiscard]] int piece_count() const { return static_cast<int>(kind.size()); }
};

/// Vertices of one piece.
inline std::span<const Vec3> piece_vertices(const ShapePieces& pieces, int piece) {
  const auto k = static_cast<std::size_t>(piece);
  const auto begin = static_cast<std::size_t>(pieces.vertex_start[k]);
  const auto end = static_cast<std::size_t>(pieces.vertex_start[k + 1]);
  return std::span(pieces.vertex).subspan(begin, end - begin);
}

}  // namespace solfec
