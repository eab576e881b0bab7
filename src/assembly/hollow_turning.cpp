#include "assembly/hollow_turning.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "body/point_velocity.h"
#include "geometry/shape/ellipsoid_pieces.h"
#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/rod_pieces.h"

namespace solfec {

namespace {

constexpr double kParallel =
    0.999;  // cosine of the axes of a rod and a bore that count as parallel
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

/// Points of a piece at q½.
template <std::size_t Count>
std::array<Vec3, Count> points_of(const Bodies& bodies, const Side& side) {
  std::array<Vec3, Count> points;
  const auto vertices = piece_vertices(*side.pieces, side.piece);
  for (std::size_t k = 0; k < Count; ++k) {
    points[k] = bodies.current_point(side.body, vertices[k]);
  }
  return points;
}

/// Radius of curvature of the outline of an ellipsoid that is seen along t × n, where its normal is
/// n: h + h'' of h(φ) = |Hᵀ (n cos φ + t sin φ)| with the half axes H.
double outline_radius(const EllipsoidView& ellipsoid, Vec3 n, Vec3 t) {
  const Vec3 u = transposed_times(ellipsoid.half_axes, n);
  const Vec3 w = transposed_times(ellipsoid.half_axes, t);
  const double height = norm(u);
  const double along = dot(u, w) / height;
  return (dot(w, w) - along * along) / height;
}

/// Directions at a contact: of the axis of the bore, away from it, and around it.
struct Directions {
  Vec3 axis, outwards, around;
};

/// Distance of c from the contact point, m; negative: c is not known.
double depth_of_middle(const Bodies& bodies, const Side& side, const Directions& directions) {
  switch (side.kind()) {
    case PieceKind::sphere:
      return side.pieces->radius[at(side.piece)];
    case PieceKind::rod: {
      const RodView rod = rod_view(points_of<3>(bodies, side));
      return std::fabs(dot(rod.axis, directions.axis)) >= kParallel ? rod.radius : -1.0;
    }
    case PieceKind::ellipsoid: {
      const EllipsoidView ellipsoid = ellipsoid_view(points_of<6>(bodies, side));
      return outline_radius(ellipsoid, directions.outwards, directions.around);
    }
    case PieceKind::polyhedron:
      return 0.0;
    case PieceKind::bore:
      break;
  }
  return -1.0;
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
  const BoreView bore = bore_view(points_of<4>(bodies, hollow));
  const auto radial = [&](Vec3 p) {
    const Vec3 way = p - bore.center;
    return way - dot(way, bore.axis) * bore.axis;
  };
  const Vec3 outwards = normalized(radial(contact.point));
  const Vec3 around = cross(bore.axis, outwards);
  const double depth = depth_of_middle(bodies, other, {bore.axis, outwards, around});
  if (depth < 0.0) return 0.0;
  const Vec3 middle = contact.point - depth * outwards;
  const Vec3 spoke = radial(middle);
  const double radius = norm(spoke);
  if (!(radius > kLeastRadius * bore.radius)) return 0.0;
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
