#pragma once

#include "contact/piece/piece_set.h"
#include "math/box.h"

namespace solfec {

/// How far a piece may move in the coming step, m: by the velocity of its body without reactions.
/// Zero when the owner of the bodies has told no travel.
inline double travel_bound(const PieceSet& pieces, int piece) {
  return pieces.body_way[pieces.body[piece]];
}

/// How far two pieces may come nearer to each other in the coming step, m. Bodies that move
/// together too: an impact may stop one of them in the same step.
inline double approach(const PieceSet& pieces, int first, int second) {
  return travel_bound(pieces, first) + travel_bound(pieces, second);
}

/// Way of a place of a body in the coming step, m.
inline Vec3 travel_at(const PieceSet& pieces, int body, Vec3 place) {
  return pieces.body_travel[body] + cross(pieces.body_turn[body], place - pieces.body_pivot[body]);
}

/// A box of a piece, with the places that it may reach in the coming step.
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
