#pragma once

#include <span>
#include <utility>
#include <vector>

#include "geometry/shape.h"
#include "geometry/shape_pieces.h"

namespace solfec {

/// Vertices of one piece.
inline std::span<const Vec3> piece_vertices(const ShapePieces& pieces, int piece) {
  const auto begin = static_cast<std::size_t>(pieces.vertex_start[static_cast<std::size_t>(piece)]);
  const auto end =
      static_cast<std::size_t>(pieces.vertex_start[static_cast<std::size_t>(piece) + 1]);
  return std::span(pieces.vertex).subspan(begin, end - begin);
}

/// Distance of two pieces, negative for spheres that overlap, m; beyond `limit` some value > limit.
double piece_distance(const ShapePieces& pieces, int i, int j, double limit);

/// Fills adjacent_start and adjacent of `pieces`, whose other arrays are complete.
///
/// @param shape      The shape of the pieces.
/// @param tolerance  Distance up to which pieces that share no mesh are adjacent, m.
void find_adjacent_pieces(const Shape& shape, double tolerance, ShapePieces& pieces);

}  // namespace solfec
