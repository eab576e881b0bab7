#include "contact/pair/polyhedron_sphere_contact.h"

#include <array>

#include "base/check.h"
#include "contact/pair/outer_face.h"
#include "contact/pair/reach.h"
#include "contact/piece/approach.h"
#include "geometry/collision/gjk.h"

namespace solfec {

namespace {

// With the closest point p of the polyhedron, GJK's for the point set {c}: outside, normal along
// c - p if p lies on an outer face. A centre inside has no closest point of its own: the outer face
// nearest to it decides (support_inside).

constexpr double kOnSurface =
    1e-6;  // of the tolerance; a nearer centre has no direction of its own

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

/// `limit` is the largest distance of the centre that matters.
SphereSupport sphere_support(const PolyhedronView& view, Vec3 center, double limit,
                             double tolerance, PairQuery& query) {
  const std::array<Vec3, 1> points{center};
  const GjkResult closest = gjk_distance(view.vertex, points, limit, &query.cache);
  query.clearance.distance = closest.distance;
  if (closest.beyond_limit) return {};
  if (!(closest.distance > kOnSurface * tolerance)) return support_inside(view, center);

  // outside: the closest point must lie on an outer face, else the way leads through a neighbour
  const int face = outer_face_at(view, closest.point_a, tolerance);
  if (face < 0) return {};
  return {face, closest.point_a, normalized(center - closest.point_a), closest.distance};
}

/// GJK's distance to the centre, less the radius, is that of the sphere; its clearance likewise.
void examine_query(const PairWork& work, int k, bool first_is_sphere) {
  const PieceSet& pieces = work.pieces;
  PairQuery& query = work.queries[k];
  SOLFEC_ASSERT(query.pair.first < query.pair.second);
  const bool gap_law = work.params.points == ContactPoints::patch;
  const Reach reach(work.params, query.previous >= 0, gap_law,
                    approach(pieces, query.pair.first, query.pair.second));
  const int sphere = first_is_sphere ? query.pair.first : query.pair.second;
  const int polyhedron = first_is_sphere ? query.pair.second : query.pair.first;
  const Vec3 center = pieces.vertex[pieces.vertex_start[sphere]];
  const double radius = pieces.radius[sphere];

  const SphereSupport support =
      sphere_support(polyhedron_view(pieces, polyhedron), center, radius + reach.limit(),
                     work.params.tolerance, query);
  query.clearance.distance -= radius;
  const double distance = support.distance - radius;
  if (support.face < 0 || !reach.covers(distance)) return;

  const bool first_is_slave = reach.old ? query.first_is_slave : !first_is_sphere;
  const bool sphere_is_slave = first_is_sphere == first_is_slave;
  const SurfaceId sphere_id = pieces.round_surface[sphere];
  const SurfaceId polyhedron_id = face_surface(pieces, polyhedron, support.face);
  work.contacts.add(k, {.first_is_slave = first_is_slave,
                        .gap_law = gap_law,
                        .distance = distance,
                        .gap = reach.gap(distance),
                        .area = 1.0,
                        .point = sphere_is_slave ? support.point : center - radius * support.normal,
                        .normal = sphere_is_slave ? -support.normal : support.normal,
                        .first_surface = first_is_sphere ? sphere_id : polyhedron_id,
                        .second_surface = first_is_sphere ? polyhedron_id : sphere_id});
}

}  // namespace

void examine_polyhedron_sphere(const PairWork& work, std::span<const int> list,
                               NarrowScratch& /*scratch*/) {
  for (const int k : list) examine_query(work, k, false);
}

void examine_sphere_polyhedron(const PairWork& work, std::span<const int> list,
                               NarrowScratch& /*scratch*/) {
  for (const int k : list) examine_query(work, k, true);
}

}  // namespace solfec
