#pragma once

#include <tuple>

#include "contact/piece/piece_set.h"

namespace solfec {

/// Centre of a round piece, m: the middle of its first two points, which lie about it.
inline Vec3 round_center(const PieceSet& pieces, int piece) {
  const auto points = points_of(pieces, piece);
  return points.size() == 1 ? points[0] : 0.5 * (points[0] + points[1]);
}

/// True when the centre of a round piece is smaller than that of another one in the order of x,
/// then y, then z. This order does not depend on the numbers of the pieces.
inline bool center_is_smaller(const PieceSet& pieces, int piece, int than) {
  const Vec3 a = round_center(pieces, piece);
  const Vec3 b = round_center(pieces, than);
  return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

}  // namespace solfec
