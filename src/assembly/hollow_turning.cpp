#include "assembly/hollow_turning.h"

#include <array>
#include <cmath>
#include <utility>

#include "assembly/outline_radius.h"
#include "base/count.h"
#include "body/point_velocity.h"
#include "geometry/shape/piece_kinds.h"
#include "geometry/shape/rod_pieces.h"

namespace solfec {

namespace {

constexpr double kLeastRadius = 1e-9;  // of a circle over the radius of the bore; rounding below it

bool has_rigid_pieces(const ContactSide& side) {
  const bool rigid = side.body.kind == BodyKind::rigid || !has_inertia(side.body.kind);
  return rigid && side.pieces != nullptr;
}

BoreView placed_bore(const Bodies& bodies, const ContactSide& side) {
  std::array<Vec3, 4> points;
  const auto vertices = piece_vertices(*side.pieces, side.piece);
  for (std::size_t k = 0; k < points.size(); ++k) {
    points[k] = bodies.current_point(side.body, vertices[k]);
  }
  return bore_view(points);
}

/// Velocity at the start of the step of the point of a body that is at a place at q½, m/s.
Vec3 start_velocity_at(const Bodies& bodies, BodyRef body, Vec3 place) {
  return start_velocity(bodies, body, point_arm(bodies, body, place));
}

}  // namespace

double turning_speed(const Bodies& bodies, const ContactPoint& contact, double step) {
  ContactSide hollow = contact_side(bodies, contact.master, contact.master_piece);
  ContactSide other = contact_side(bodies, contact.slave, contact.slave_piece);
  if (!has_rigid_pieces(hollow) || !has_rigid_pieces(other)) return 0.0;
  if (hollow.kind() != PieceKind::bore) std::swap(hollow, other);
  if (hollow.kind() != PieceKind::bore) return 0.0;
  const BoreView bore = placed_bore(bodies, hollow);
  const auto radial = [&](Vec3 p) {
    const Vec3 way = p - bore.center;
    return way - dot(way, bore.axis) * bore.axis;
  };
  const Vec3 outwards = normalized(radial(contact.point));
  const Vec3 around = cross(bore.axis, outwards);
  const double depth = outline_radius(bodies, other, contact.point, {outwards, around});
  const Vec3 middle = contact.point - depth * outwards;
  const Vec3 spoke = radial(middle);
  const double radius = norm(spoke);
  if (!(radius > kLeastRadius * bore.radius) || !(depth < bore.radius)) return 0.0;
  const Vec3 velocity = start_velocity_at(bodies, other.body, middle) -
                        start_velocity_at(bodies, hollow.body, middle - spoke);
  const double speed = dot(velocity, around);
  // Rows see an obstacle at the ends of the step, where its points move across the normal as well.
  const double met = has_inertia(hollow.body.kind)
                         ? 0.0
                         : dot(start_velocity_at(bodies, hollow.body, middle) -
                                   start_velocity_at(bodies, hollow.body, middle - spoke),
                               around);
  return 0.5 * step * speed * (speed - met) / radius;
}

}  // namespace solfec
