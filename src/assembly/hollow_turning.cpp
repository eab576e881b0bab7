#include "assembly/hollow_turning.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "body/point_velocity.h"
#include "geometry/shape/piece_kinds.h"
#include "geometry/shape/rod_pieces.h"

namespace solfec {

namespace {

constexpr double kLeastRadius = 1e-9;  // of a circle over the radius of the bore; rounding below it

/// A piece of a contact.
struct Side {
  BodyRef body;
  const ShapePieces* pieces;
  int piece;

  [[nodiscard]] PieceKind kind() const { return pieces->kind[at(piece)]; }
};

Side side_of(const Bodies& bodies, int index, int piece) {
  return {bodies.refs()[at(index)], bodies.table().row(index).record.contact_pieces.get(), piece};
}

bool has_rigid_pieces(const Side& side) {
  const bool rigid = side.body.kind == BodyKind::rigid || !has_inertia(side.body.kind);
  return rigid && side.pieces != nullptr;
}

BoreView placed_bore(const Bodies& bodies, const Side& side) {
  std::array<Vec3, 4> points;
  const auto vertices = piece_vertices(*side.pieces, side.piece);
  for (std::size_t k = 0; k < points.size(); ++k) {
    points[k] = bodies.current_point(side.body, vertices[k]);
  }
  return bore_view(points);
}

/// Directions at a contact: away from the axis of the bore, and around it.
struct Directions {
  Vec3 outwards, around;
};

/// Radius of curvature of the outline of a piece that is seen along the bore, where its normal
/// points outwards, m: h + h'' of its extent h(φ) along outwards cos φ + around sin φ. 0 at
/// corners.
double outline_radius(const Bodies& bodies, const Side& side, Vec3 place,
                      const Directions& directions) {
  constexpr double kAngle = 1e-3;  // of the second difference; exact to 1e-7 of the radius
  const PieceView piece = piece_view(*side.pieces, side.piece);
  const Vec3 origin = bodies.reference_point(side.body, place);
  const auto extent = [&](double angle) {
    const Vec3 way = std::cos(angle) * directions.outwards + std::sin(angle) * directions.around;
    const Vec3 direction = bodies.reference_point(side.body, place + way) - origin;
    return extent_along(piece, direction).high - dot(direction, origin);
  };
  const double there = extent(0.0);
  const double turned = extent(kAngle) + extent(-kAngle);
  return std::fmax(there + (turned - 2.0 * there) / (2.0 - 2.0 * std::cos(kAngle)), 0.0);
}

/// Velocity at the start of the step of the point of a body that is at a place at q½, m/s.
Vec3 start_velocity_at(const Bodies& bodies, BodyRef body, Vec3 place) {
  return start_velocity(bodies, body, point_arm(bodies, body, place));
}

}  // namespace

double turning_speed(const Bodies& bodies, const ContactPoint& contact, double step) {
  Side hollow = side_of(bodies, contact.master, contact.master_piece);
  Side other = side_of(bodies, contact.slave, contact.slave_piece);
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
