#include "contact/narrow_phase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>

#include "base/check.h"

namespace solfec {

namespace {

constexpr double kOnSurface =
    1e-6;  // of the tolerance; a nearer centre has no direction of its own

/// Gap of a closed contact; never -0.
double closed_gap(double gap) { return gap < 0.0 ? gap : 0.0; }

/// Distances at which a pair counts as closed and at which it stops being a contact.
struct Reach {
  bool old;
  bool exact;      // gaps of closed contacts are not cut off
  double contact;  // m
  double life;     // m

  Reach(const ContactParams& params, bool is_old)
      : old(is_old),
        exact(params.prediction > 0.0),
        contact(contact_distance(params)),
        life(life_distance(params)) {}

  [[nodiscard]] double limit() const { return old ? life : contact; }
  [[nodiscard]] bool covers(double distance) const {
    return old ? distance < life : distance <= contact;
  }
  [[nodiscard]] bool closed(double distance) const { return distance <= contact; }
  [[nodiscard]] double gap(double distance) const {
    return closed(distance) && !exact ? closed_gap(distance) : distance;
  }
};

struct NearestFace {
  int face = -1;      // of the view, -1 when there is none
  double distance{};  // m, absolute
};

/// Outer face whose plane is nearest to a point by absolute distance; the first one among equals.
NearestFace nearest_outer_face(const PolyhedronView& view, Vec3 point) {
  NearestFace best{-1, std::numeric_limits<double>::infinity()};
  for (int f = 0; f < view.face_count(); ++f) {
    if (view.outer[f] == 0 || view.normal[f] == Vec3{}) continue;
    const double distance = std::fabs(dot(view.normal[f], point) - view.offset[f]);
    if (distance < best.distance) best = {f, distance};
  }
  return best;
}

SurfaceId face_surface(const PieceSet& pieces, int piece, int face) {
  return pieces.surface[pieces.face_start[piece] + face];
}

PairContact polyhedra_open(const PieceSet& pieces, const PairQuery& query,
                           const GjkResult& closest) {
  const auto [first, second] = query.pair;
  const Vec3 direction = normalized(closest.point_b - closest.point_a);
  const int first_face = nearest_outer_face(polyhedron_view(pieces, first), closest.point_a).face;
  const int second_face = nearest_outer_face(polyhedron_view(pieces, second), closest.point_b).face;
  if (first_face < 0 || second_face < 0) return {};

  return {.found = true,
          .first_is_slave = query.first_is_slave,
          .distance = closest.distance,
          .gap = closest.distance,
          .measured = closest.distance,
          .area = 0.0,
          .point = 0.5 * (closest.point_a + closest.point_b),
          .normal = query.first_is_slave ? direction : -direction,
          .first_surface = face_surface(pieces, first, first_face),
          .second_surface = face_surface(pieces, second, second_face)};
}

PairContact polyhedra(const PieceSet& pieces, const ContactParams& params, PairQuery& query,
                      OverlapScratch& scratch) {
  const Reach reach(params, query.previous >= 0);
  const PolyhedronView first = polyhedron_view(pieces, query.pair.first);
  const PolyhedronView second = polyhedron_view(pieces, query.pair.second);
  const GjkResult closest = gjk_distance(first.vertex, second.vertex, reach.limit(), &query.cache);
  query.clearance.distance = closest.distance;
  if (closest.beyond_limit || !reach.covers(closest.distance)) return {};
  if (!reach.closed(closest.distance)) return polyhedra_open(pieces, query, closest);

  const ConvexOverlap overlap = convex_overlap(first, second, params.tolerance, closest, scratch);
  if (!overlap.found || overlap.face_a < 0 || overlap.face_b < 0) return {};
  // clearly apart: along the closest points, where no other point is nearer
  const bool apart = closest.distance > params.tolerance;
  const Vec3 normal = apart ? normalized(closest.point_b - closest.point_a) : overlap.normal;
  const double measured = apart ? closest.distance : overlap.gap;
  return {.found = true,
          .first_is_slave = query.first_is_slave,
          .distance = closest.distance,
          .gap = reach.exact ? measured : closed_gap(measured),
          .measured = measured,
          .area = overlap.area,
          .point = overlap.point,
          .normal = query.first_is_slave ? normal : -normal,
          .first_surface = face_surface(pieces, query.pair.first, overlap.face_a),
          .second_surface = face_surface(pieces, query.pair.second, overlap.face_b)};
}

/// Place where a sphere meets a polyhedron.
struct SphereSupport {
  int face = -1;        // outer face of the polyhedron, -1 when there is no contact
  Vec3 point;           // of the polyhedron's surface, m
  Vec3 normal;          // out of the polyhedron
  double distance = 0;  // of the centre from the surface, m, negative inside
};

SphereSupport support_inside(const PolyhedronView& view, Vec3 center) {
  const int face = nearest_outer_face(view, center).face;
  if (face < 0) return {};
  const Vec3 normal = view.normal[face];
  const double distance = dot(normal, center) - view.offset[face];
  return {face, center - distance * normal, normal, distance};
}

/// Largest distance of the vertices of a face from its plane, m: the hull of a bent quadrilateral
/// reaches that far from it on either side.
double warp(const PolyhedronView& view, int face) {
  double largest = 0.0;
  for (const int v : view.face(face)) {
    const double distance = dot(view.normal[face], view.vertex[v]) - view.offset[face];
    largest = std::max(largest, std::abs(distance));
  }
  return largest;
}

/// `limit` is the largest distance of the centre that matters.
SphereSupport sphere_support(const PolyhedronView& view, Vec3 center, double limit,
                             double tolerance, PairQuery& query) {
  const std::array<Vec3, 1> points{center};
  const GjkResult closest = gjk_distance(view.vertex, points, limit, &query.cache);
  query.clearance.distance = closest.distance;
  if (closest.beyond_limit) return {};
  if (!(closest.distance > kOnSurface * tolerance)) return support_inside(view, center);

  // outside: the closest point must lie on an outer face, else the way leads through a neighbour
  const NearestFace nearest = nearest_outer_face(view, closest.point_a);
  if (nearest.face < 0 || nearest.distance > tolerance + warp(view, nearest.face)) return {};
  return {nearest.face, closest.point_a, normalized(center - closest.point_a), closest.distance};
}

PairContact polyhedron_sphere(const PieceSet& pieces, const ContactParams& params,
                              PairQuery& query) {
  const Reach reach(params, query.previous >= 0);
  const bool first_is_sphere = pieces.kind[query.pair.first] == PieceKind::sphere;
  const int sphere = first_is_sphere ? query.pair.first : query.pair.second;
  const int polyhedron = first_is_sphere ? query.pair.second : query.pair.first;
  const Vec3 center = pieces.vertex[pieces.vertex_start[sphere]];
  const double radius = pieces.radius[sphere];

  const SphereSupport support = sphere_support(polyhedron_view(pieces, polyhedron), center,
                                               radius + reach.limit(), params.tolerance, query);
  query.clearance.distance -= radius;
  const double distance = support.distance - radius;
  if (support.face < 0 || !reach.covers(distance)) return {};

  const bool first_is_slave = reach.old ? query.first_is_slave : !first_is_sphere;
  const bool sphere_is_slave = first_is_sphere == first_is_slave;
  const SurfaceId sphere_id = pieces.sphere_surface[sphere];
  const SurfaceId polyhedron_id = face_surface(pieces, polyhedron, support.face);
  return {.found = true,
          .first_is_slave = first_is_slave,
          .distance = distance,
          .gap = reach.gap(distance),
          .area = 1.0,
          .point = sphere_is_slave ? support.point : center - radius * support.normal,
          .normal = sphere_is_slave ? -support.normal : support.normal,
          .first_surface = first_is_sphere ? sphere_id : polyhedron_id,
          .second_surface = first_is_sphere ? polyhedron_id : sphere_id};
}

Ball ball_of(const PieceSet& pieces, int piece) {
  return {pieces.vertex[pieces.vertex_start[piece]], pieces.radius[piece]};
}

PairContact spheres(const PieceSet& pieces, const ContactParams& params, const PairQuery& query) {
  const auto [first, second] = query.pair;
  const BallContact contact = ball_contact(params, ball_of(pieces, first), ball_of(pieces, second),
                                           query.previous >= 0, query.first_is_slave);
  if (!contact.found) return {};
  return {.found = true,
          .first_is_slave = contact.first_is_slave,
          .distance = contact.distance,
          .gap = contact.gap,
          .area = 1.0,
          .point = contact.point,
          .normal = contact.normal,
          .first_surface = pieces.sphere_surface[first],
          .second_surface = pieces.sphere_surface[second]};
}

bool all_finite(const PairContact& contact) {
  return is_finite(contact.point) && is_finite(contact.normal) && std::isfinite(contact.gap) &&
         std::isfinite(contact.area);
}

}  // namespace

PairContact examine_pair(const PieceSet& pieces, const ContactParams& params, PairQuery& query,
                         OverlapScratch& scratch) {
  SOLFEC_ASSERT(params.tolerance > 0.0 && query.pair.first < query.pair.second);
  const bool first_sphere = pieces.kind[query.pair.first] == PieceKind::sphere;
  const bool second_sphere = pieces.kind[query.pair.second] == PieceKind::sphere;

  PairContact contact;
  if (first_sphere && second_sphere) {
    return spheres(pieces, params, query);
  } else if (first_sphere || second_sphere) {
    contact = polyhedron_sphere(pieces, params, query);
  } else {
    contact = polyhedra(pieces, params, query, scratch);
  }
  if (contact.found && !all_finite(contact)) contact.found = false;
  return contact;
}

BallContact ball_contact(const ContactParams& params, const Ball& a, const Ball& b, bool old,
                         bool first_is_slave) {
  const Reach reach(params, old);
  if (!may_be_within(a, b, reach.limit())) return {};
  const Vec3 between = b.center - a.center;
  const double length = std::sqrt(dot(between, between));
  const double distance = length - (a.radius + b.radius);
  if (!reach.covers(distance) || !(length > 0.0)) return {};

  const bool a_is_smaller =
      std::tie(a.center.x, a.center.y, a.center.z) < std::tie(b.center.x, b.center.y, b.center.z);
  BallContact contact;
  contact.found = true;
  contact.first_is_slave = old ? first_is_slave : a_is_smaller;
  contact.distance = distance;
  contact.gap = reach.gap(distance);
  const Vec3 along = between / length;
  contact.normal = contact.first_is_slave ? along : -along;
  const Ball& master = contact.first_is_slave ? b : a;
  contact.point = master.center - master.radius * contact.normal;
  return contact;
}

}  // namespace solfec
