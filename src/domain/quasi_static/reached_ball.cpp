#include "domain/quasi_static/reached_ball.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "math/rotation.h"

namespace solfec {

namespace {

/// A piece at a contact, and its body.
struct ContactEnd {
  BodyRef body;
  const ShapePieces& pieces;
  int piece{};
  Vec3 outward;  // unit normal at the contact before the bodies moved
};

/// A point on the line of a contact of a ball: a centre, or a vertex with the arm 0.
struct LinePoint {
  Vec3 start;    // m
  Vec3 reached;  // m
  double arm{};  // to the contact, m
};

bool is_ball(const ContactEnd& end) { return end.pieces.kind[at(end.piece)] == PieceKind::sphere; }

/// Place of a reference point before the bodies moved, m.
Vec3 start_point(const Bodies& bodies, const ReachedPlaces& places, BodyRef body, Vec3 reference) {
  return places.start_center(body) +
         places.start_rotation(body) * (reference - bodies.motion(body).reference_center);
}

LinePoint center_of(const Bodies& bodies, const ReachedPlaces& places, const ContactEnd& end,
                    Vec3 point) {
  const Vec3 reference = piece_vertices(end.pieces, end.piece).front();
  const Vec3 start = start_point(bodies, places, end.body, reference);
  return {start, bodies.current_point(end.body, reference), norm(point - start)};
}

/// Where a body takes its material at a contact.
struct FaceMotion {
  Mat3 turn;
  Vec3 material;  // reached, m
};

/// Number of vertices of a polyhedron that are farthest along the normal of a contact: one at a
/// vertex, two at an edge, more on a face.
int count_farthest(const Mat3& start_rotation, const ContactEnd& end) {
  constexpr double kFlat = 1e-6;  // of the extent along the normal
  const Vec3 normal = transposed_times(start_rotation, end.outward);
  const auto vertices = piece_vertices(end.pieces, end.piece);
  const auto lower = [&](Vec3 a, Vec3 b) { return dot(normal, a) < dot(normal, b); };
  const auto [least, most] = std::minmax_element(vertices.begin(), vertices.end(), lower);
  const double limit = dot(normal, *most) - kFlat * dot(normal, *most - *least);
  return static_cast<int>(std::count_if(vertices.begin(), vertices.end(),
                                        [&](Vec3 vertex) { return dot(normal, vertex) >= limit; }));
}

/// The smallest turn of a direction into another one.
Mat3 turn_between(Vec3 from, Vec3 to) {
  const Vec3 axis = cross(from, to);
  const double sine = norm(axis);
  if (!(sine > 0.0)) return identity();
  return exponential_map((std::atan2(sine, dot(from, to)) / sine) * axis);
}

/// @return Nothing when the points of the line coincide.
std::optional<BallPlace> reach_line(const Mat3& frame, const LinePoint& a, const LinePoint& b) {
  const Vec3 start = b.start - a.start;
  const Vec3 reached = b.reached - a.reached;
  const double arms = a.arm + b.arm;
  if (!(norm(start) > 0.0) || !(norm(reached) > 0.0) || !(arms > 0.0)) return std::nullopt;
  return BallPlace{a.reached + (a.arm / arms) * reached, turn_between(start, reached) * frame,
                   norm(reached) - norm(start)};
}

/// The place below the centre of a ball on a face, whose material was at `point`.
BallPlace reach_face(const Mat3& frame, Vec3 outward, const LinePoint& center, Vec3 point,
                     const FaceMotion& face) {
  const double opening =
      dot(face.turn * outward, center.reached - face.material) - dot(outward, center.start - point);
  return {center.reached + face.turn * (point - center.start), face.turn * frame, opening};
}

}  // namespace

bool has_ball(const Bodies& bodies, const ContactPoint& contact) {
  const auto is_one = [&](int index, int piece) {
    const auto& pieces = bodies.table().row(index).record.contact_pieces;
    return pieces != nullptr && pieces->kind[at(piece)] == PieceKind::sphere;
  };
  return is_one(contact.master, contact.master_piece) || is_one(contact.slave, contact.slave_piece);
}

std::optional<BallPlace> reach_ball(const Bodies& bodies, const ReachedPlaces& places,
                                    const ContactPoint& contact) {
  const auto end_of = [&](int index, int piece, Vec3 outward) {
    return ContactEnd{bodies.refs()[at(index)], *bodies.table().row(index).record.contact_pieces,
                      piece, outward};
  };
  const Vec3 normal = contact.frame.column(2);
  const ContactEnd master = end_of(contact.master, contact.master_piece, -normal);
  const ContactEnd slave = end_of(contact.slave, contact.slave_piece, normal);
  if (!turns(master.body.kind) || !turns(slave.body.kind)) return std::nullopt;
  const ContactEnd& round = is_ball(master) ? master : slave;
  const ContactEnd& partner = is_ball(master) ? slave : master;
  if (!is_ball(round)) return std::nullopt;
  const LinePoint center = center_of(bodies, places, round, contact.point);
  if (is_ball(partner)) {
    return reach_line(contact.frame, center, center_of(bodies, places, partner, contact.point));
  }
  if (partner.pieces.kind[at(partner.piece)] != PieceKind::polyhedron) return std::nullopt;
  const Mat3 turn = places.turn(bodies, partner.body);
  const Vec3 material = places.carry(bodies, partner.body, turn, contact.point);
  const int farthest = count_farthest(places.start_rotation(partner.body), partner);
  if (farthest > 2) {
    return reach_face(contact.frame, partner.outward, center, contact.point, {turn, material});
  }
  if (farthest > 1) return std::nullopt;
  return reach_line(contact.frame, center, {contact.point, material, 0.0});
}

}  // namespace solfec
