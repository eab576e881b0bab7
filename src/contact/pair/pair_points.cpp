#include "contact/pair/pair_points.h"

#include <algorithm>
#include <limits>

namespace solfec {

namespace {

/// Index of a piece in the set, -1 when it is not there.
/// @param guess  Where its body was.
int find_piece(const PieceSet& pieces, BodyId id, int local, int guess) {
  const bool there = 0 <= guess && guess < pieces.body_count() && pieces.body_id[guess] == id;
  const int body = there ? guess : find_body(pieces, id);
  if (body < 0) return -1;
  const int piece = pieces.body_piece_start[body] + local;
  return local < 0 || piece >= pieces.body_piece_start[body + 1] ? -1 : piece;
}

/// From first and second piece to master and slave.
void set_geometry(const PairContact& contact, ContactPoint& point) {
  point.point = contact.point;
  point.frame = contact_frame(contact.normal);
  point.gap = contact.gap;
  point.gap_law = contact.gap_law;
  point.area = contact.area;
  point.part = contact.part;
  point.patch_area = contact.patch_area;
  point.patch = contact.patch;
  point.spread = contact.spread;
  point.master_surface = contact.first_is_slave ? contact.second_surface : contact.first_surface;
  point.slave_surface = contact.first_is_slave ? contact.first_surface : contact.second_surface;
}

}  // namespace

ContactKey key_of(const PieceSet& pieces, PiecePair pair) {
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  return {pieces.body_id[a], pair.first - pieces.body_piece_start[a], pieces.body_id[b],
          pair.second - pieces.body_piece_start[b]};
}

PiecePair pair_of(const PieceSet& pieces, const ContactPoint& point) {
  const ContactKey& key = point.key;
  const bool first_is_slave = point.state.first_is_slave;
  const int first = first_is_slave ? point.slave : point.master;
  const int second = first_is_slave ? point.master : point.slave;
  return {find_piece(pieces, key.first_body, key.first_piece, first),
          find_piece(pieces, key.second_body, key.second_piece, second)};
}

ContactPoint make_point(const PieceSet& pieces, PiecePair pair, const PairContact& contact) {
  ContactPoint point;
  point.key = key_of(pieces, pair);
  point.key.feature = contact.feature;
  point.state.first_is_slave = contact.first_is_slave;
  set_roles(pieces, pair, point);
  set_geometry(contact, point);
  return point;
}

void set_roles(const PieceSet& pieces, PiecePair pair, ContactPoint& point) {
  const bool first_is_slave = point.state.first_is_slave;
  const int slave = first_is_slave ? pair.first : pair.second;
  const int master = first_is_slave ? pair.second : pair.first;
  point.master = pieces.body[master];
  point.slave = pieces.body[slave];
  point.master_piece = master - pieces.body_piece_start[point.master];
  point.slave_piece = slave - pieces.body_piece_start[point.slave];
}

void update_point(const PairContact& contact, ContactPoint& point) {
  set_geometry(contact, point);
  ++point.state.age;
}

void update_point(const BallContact& contact, ContactPoint& point) {
  point.point = contact.point;
  point.frame = contact_frame(contact.normal);
  point.gap = contact.gap;
  point.gap_law = contact.gap_law;
  ++point.state.age;
}

void part(ContactPoint& point) {
  point.gap = std::max(point.gap, std::numeric_limits<double>::min());
  point.spread = -1;
  point.state.referenced = false;
  ++point.state.age;
}

}  // namespace solfec
