#include "domain/reached_contact.h"

#include "base/count.h"
#include "math/rotation.h"

namespace solfec {

namespace {

/// Whether the piece of a body has faces.
bool has_faces(const Bodies& bodies, int index, int piece) {
  const auto& pieces = bodies.table().row(index).record.contact_pieces;
  return pieces != nullptr && pieces->kind[at(piece)] == PieceKind::polyhedron;
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
  if (goes_with_master && !has_faces(bodies, contact.master, contact.master_piece)) return {};
  if (goes_with_slave && !has_faces(bodies, contact.slave, contact.slave_piece)) return {};
  const auto reached = [&](BodyRef body, const Mat3& turn) {
    return bodies.motion(body).center + turn * (contact.point - places.start_center(body));
  };
  const Mat3 of_master = places.turn(bodies, master);
  const Mat3 of_slave = places.turn(bodies, slave);
  if (!goes_with_slave) return ReachedContact{reached(master, of_master), contact.frame, {}};
  if (!goes_with_master) return ReachedContact{reached(slave, of_slave), contact.frame, {}};
  const Vec3 at_master = reached(master, of_master);
  const Vec3 at_slave = reached(slave, of_slave);
  const Mat3 frame = (turns_less(of_master, of_slave) ? of_master : of_slave) * contact.frame;
  return ReachedContact{0.5 * (at_master + at_slave), frame,
                        transposed_times(frame, at_master - at_slave)};
}

}  // namespace solfec
