#pragma once

#include "contact/piece/piece_set.h"
#include "math/box.h"

namespace solfec {

/// Largest way of a piece in the coming step, m, by the velocity of its body without reactions;
/// zero when the owner of the bodies has not set body_way.
inline double travel_bound(const PieceSet& pieces, int piece) {
  return pieces.body_way[pieces.body[piece]];
}

/// Upper bound by which two pieces may approach each other in the coming step, m. It is the sum of
/// their ways, also for bodies that move together: an impact may stop one of them in this step.
inline double approach(const PieceSet& pieces, int first, int second) {
  return travel_bound(pieces, first) + travel_bound(pieces, second);
}

/// Displacement of a place of a body in the coming step, m.
inline Vec3 travel_at(const PieceSet& pieces, int body, Vec3 place) {
  return pieces.body_travel[body] + cross(pieces.body_turn[body], place - pieces.body_pivot[body]);
}

/// Enlarges a box of a piece by the places that the piece may reach in the coming step.
inline Box swept_box(const PieceSet& pieces, int piece, Box box) {
  const int b = pieces.body[piece];
  const Vec3 travel = pieces.body_travel[b];
  box.lo += minimum(travel, {});
  box.hi += maximum(travel, {});
  box.grow(pieces.body_swing[b]);
  return box;
}
/// Returns the box that a piece sweeps in the step, from the box that it has by the last refresh or
/// placing, m.
inline Box swept_box(const PieceSet& pieces, int piece) {
  return swept_box(pieces, piece, pieces.box[piece]);
}

}  // namespace solfec
