#include "geometry/shape/bounding_ball.h"

#include <algorithm>

#include "geometry/shape/piece_kinds.h"

namespace solfec {

BoundingBall bounding_ball(const ShapePieces& pieces) {
  Box all;
  for (int i = 0; i < pieces.piece_count(); ++i) all.add(box_of(piece_view(pieces, i), 0.0));
  BoundingBall ball;
  ball.center = 0.5 * (all.lo + all.hi);
  for (int i = 0; i < pieces.piece_count(); ++i) {
    const PieceView piece = piece_view(pieces, i);
    const Box box = box_of(piece, 0.0);
    const Vec3 corner = maximum(box.hi - ball.center, ball.center - box.lo);
    const double reach = reach_from(piece, ball.center) + piece.radius;
    ball.radius = std::max(ball.radius, std::min(norm(corner), reach));
  }
  return ball;
}

}  // namespace solfec
