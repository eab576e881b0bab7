#include "contact/pair/ellipsoid_contact.h"

#include "base/check.h"
#include "contact/pair/outer_face.h"
#include "contact/pair/reach.h"
#include "contact/pair/round_center.h"
#include "contact/piece/approach.h"
#include "geometry/shape/ellipsoid_pieces.h"

namespace solfec {

namespace {

/// An ellipsoid and the piece that it may touch.
struct Pair {
  int ellipsoid;
  int other;
};

/// How they lie to each other, from the ellipsoid to the other piece.
struct Meeting {
  bool found = false;
  Separation at;
  SurfaceId surface{};  // of the other piece
};

Meeting meet_ellipsoid(const PairWork& work, Pair pair, double limit, PairQuery& query) {
  const PieceSet& pieces = work.pieces;
  const Separation at =
      separation(ellipsoid_view(points_of(pieces, pair.ellipsoid)),
                 ellipsoid_view(points_of(pieces, pair.other)), limit, &query.cache);
  query.clearance.distance = at.distance;
  return {!at.beyond_limit, at, pieces.round_surface[pair.other]};
}

Meeting meet_sphere(const PairWork& work, Pair pair, double limit, PairQuery& query) {
  const PieceSet& pieces = work.pieces;
  Separation at = separation(ellipsoid_view(points_of(pieces, pair.ellipsoid)),
                             points_of(pieces, pair.other)[0]);
  const double radius = pieces.radius[pair.other];
  at.distance -= radius;
  at.point_b -= radius * at.normal;
  query.clearance.distance = at.distance;
  return {at.distance <= limit, at, pieces.round_surface[pair.other]};
}

Meeting meet_polyhedron(const PairWork& work, Pair pair, double limit, PairQuery& query) {
  const PieceSet& pieces = work.pieces;
  const EllipsoidView ellipsoid = ellipsoid_view(points_of(pieces, pair.ellipsoid));
  const PolyhedronView view = polyhedron_view(pieces, pair.other);
  Separation at = separation(ellipsoid, view.vertex, limit, &query.cache);
  query.clearance.distance = at.distance;
  if (at.beyond_limit) return {};
  if (at.normal == Vec3{}) at = deep_separation(ellipsoid, view);
  const int face = outer_face_at(view, at.point_b, work.params.tolerance);
  if (face < 0) return {};  // the way leads through a neighbour
  return {true, at, face_surface(pieces, pair.other, face)};
}

/// One query: `meet` finds how the ellipsoid and the other piece lie to each other, the rest
/// (reach, roles, point on the master, surfaces) is the same for all kinds.
template <typename Meet>
void examine_query(const PairWork& work, int k, bool first_is_ellipsoid, const Meet& meet) {
  const PieceSet& pieces = work.pieces;
  PairQuery& query = work.queries[k];
  const auto [first, second] = query.pair;
  SOLFEC_ASSERT(first < second);
  const bool gap_law = work.params.points == ContactPoints::patch;
  const Reach reach(work.params, query.previous >= 0, gap_law, approach(pieces, first, second));
  const Pair pair = first_is_ellipsoid ? Pair{first, second} : Pair{second, first};
  const Meeting meeting = meet(work, pair, reach.limit(), query);
  if (!meeting.found || !reach.covers(meeting.at.distance)) return;

  const bool with_polyhedron = !is_round(pieces.kind[pair.other]);
  const bool new_slave =
      with_polyhedron ? !first_is_ellipsoid : center_is_smaller(pieces, first, second);
  const bool first_is_slave = reach.old ? query.first_is_slave : new_slave;
  const bool ellipsoid_is_slave = first_is_ellipsoid == first_is_slave;
  const SurfaceId own = pieces.round_surface[pair.ellipsoid];
  work.contacts.add(k, {.first_is_slave = first_is_slave,
                        .gap_law = gap_law,
                        .distance = meeting.at.distance,
                        .gap = reach.gap(meeting.at.distance),
                        .area = 1.0,
                        .point = ellipsoid_is_slave ? meeting.at.point_b : meeting.at.point_a,
                        .normal = ellipsoid_is_slave ? meeting.at.normal : -meeting.at.normal,
                        .first_surface = first_is_ellipsoid ? own : meeting.surface,
                        .second_surface = first_is_ellipsoid ? meeting.surface : own});
}

template <typename Meet>
void examine_list(const PairWork& work, std::span<const int> list, bool first_is_ellipsoid,
                  const Meet& meet) {
  for (const int k : list) examine_query(work, k, first_is_ellipsoid, meet);
}

}  // namespace

void examine_polyhedron_ellipsoid(const PairWork& work, std::span<const int> list,
                                  NarrowScratch& /*scratch*/) {
  examine_list(work, list, false, meet_polyhedron);
}

void examine_ellipsoid_polyhedron(const PairWork& work, std::span<const int> list,
                                  NarrowScratch& /*scratch*/) {
  examine_list(work, list, true, meet_polyhedron);
}

void examine_sphere_ellipsoid(const PairWork& work, std::span<const int> list,
                              NarrowScratch& /*scratch*/) {
  examine_list(work, list, false, meet_sphere);
}

void examine_ellipsoid_sphere(const PairWork& work, std::span<const int> list,
                              NarrowScratch& /*scratch*/) {
  examine_list(work, list, true, meet_sphere);
}

void examine_ellipsoids(const PairWork& work, std::span<const int> list,
                        NarrowScratch& /*scratch*/) {
  examine_list(work, list, true, meet_ellipsoid);
}

}  // namespace solfec
