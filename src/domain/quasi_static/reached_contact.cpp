#include "domain/quasi_static/reached_contact.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "domain/quasi_static/reached_ball.h"

namespace solfec {

namespace {

/// Whether a contact is at a vertex of a piece of a body, before the bodies moved.
bool is_at_vertex(const Bodies& bodies, const ReachedPlaces& places, BodyRef body, int index,
                  int piece, const ContactPoint& contact) {
  constexpr double kSame = 1e-6;  // of the arm; points lie midway in gaps
  const BodyRecord& record = bodies.table().row(index).record;
  const Vec3 arm = contact.point - places.start_center(body);
  const Vec3 reference =
      bodies.motion(body).reference_center + transposed_times(places.start_rotation(body), arm);
  const double near = std::fabs(contact.gap) + kSame * norm(arm);
  const auto vertices = piece_vertices(*record.contact_pieces, piece);
  return std::any_of(vertices.begin(), vertices.end(),
                     [&](Vec3 vertex) { return norm(vertex - reference) <= near; });
}

/// Trace of a rotation, which grows as its angle falls.
bool turns_less(const Mat3& a, const Mat3& b) { return trace(a) >= trace(b); }

}  // namespace

std::optional<ReachedContact> reach_contact(const Bodies& bodies, const ReachedPlaces& places,
                                            const ContactPoint& contact) {
  const auto refs = bodies.refs();
  const BodyRef master = refs[at(contact.master)];
  const BodyRef slave = refs[at(contact.slave)];
  if (master.kind != BodyKind::rigid && slave.kind != BodyKind::rigid) return std::nullopt;
  const bool goes_with_master = turns(master.kind);
  const bool goes_with_slave = turns(slave.kind);
  const auto is_round = [&](int index, int piece) {
    return !has_faces(bodies.table().row(index).record, piece);
  };
  if ((goes_with_master && is_round(contact.master, contact.master_piece)) ||
      (goes_with_slave && is_round(contact.slave, contact.slave_piece))) {
    const auto place = reach_ball(bodies, places, contact);
    if (!place) return std::nullopt;
    return ReachedContact{place->point, place->frame, {}, place->opening};
  }
  const auto reached = [&](BodyRef body, const Mat3& turn) {
    return places.carry(bodies, body, turn, contact.point);
  };
  const Mat3 of_master = places.turn(bodies, master);
  const Mat3 of_slave = places.turn(bodies, slave);
  if (!goes_with_slave) return ReachedContact{reached(master, of_master), contact.frame, {}, {}};
  if (!goes_with_master) return ReachedContact{reached(slave, of_slave), contact.frame, {}, {}};
  const Vec3 at_master = reached(master, of_master);
  const Vec3 at_slave = reached(slave, of_slave);
  const bool corner_of_master =
      is_at_vertex(bodies, places, master, contact.master, contact.master_piece, contact);
  const bool corner_of_slave =
      is_at_vertex(bodies, places, slave, contact.slave, contact.slave_piece, contact);
  Vec3 point = 0.5 * (at_master + at_slave);
  bool turns_with_master = turns_less(of_master, of_slave);
  if (corner_of_master != corner_of_slave) {
    point = corner_of_master ? at_master : at_slave;
    turns_with_master = corner_of_slave;
  }
  const Mat3 frame = (turns_with_master ? of_master : of_slave) * contact.frame;
  return ReachedContact{point, frame, transposed_times(frame, at_master - at_slave), {}};
}

}  // namespace solfec
