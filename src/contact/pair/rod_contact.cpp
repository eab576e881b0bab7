#include "contact/pair/rod_contact.h"

#include <numbers>
#include <tuple>

#include "base/check.h"
#include "contact/pair/approach.h"
#include "contact/pair/rod_places.h"
#include "contact/pair/touch_list.h"
#include "geometry/shape/ellipsoid_pieces.h"
#include "geometry/shape/rod_pieces.h"

namespace solfec {

namespace {

std::span<const Vec3> points_of(const PieceSet& pieces, int piece) {
  const auto start = static_cast<std::size_t>(pieces.vertex_start[piece]);
  const auto end = static_cast<std::size_t>(pieces.vertex_start[piece + 1]);
  return std::span(pieces.vertex).subspan(start, end - start);
}

RodView rod_of(const PieceSet& pieces, int piece) { return rod_view(points_of(pieces, piece)); }

/// By how much a rim is nearer than the rounded one of the searches, at most, m.
double rim_of(const RodView& rod) { return (std::numbers::sqrt2 - 1.0) * skin_of(rod); }

/// The search for one kind of other piece: the separation, and the places from it.
struct Search {
  const PairWork& work;
  const RodPair& pair;
  const RodView& rod;
  double limit;
  PairQuery& query;
  TouchList& list;

  [[nodiscard]] const PieceSet& pieces() const { return work.pieces; }
  [[nodiscard]] SurfaceId other_surface() const { return pieces().round_surface[pair.other]; }
};

void search_polyhedron(const Search& search) {
  const PieceSet& pieces = search.pieces();
  const PolyhedronView view = polyhedron_view(pieces, search.pair.other);
  const double rim = rim_of(search.rod);
  Separation at = separation(search.rod, view.vertex, search.limit + rim);
  search.query.clearance.distance = at.distance - rim;
  if (at.beyond_limit) return;
  if (at.normal == Vec3{}) at = deep_separation(search.rod, view);
  const std::span<const SurfaceId> surfaces =
      std::span(pieces.surface)
          .subspan(static_cast<std::size_t>(pieces.face_start[search.pair.other]),
                   static_cast<std::size_t>(view.face_count()));
  add_polyhedron_places(search.rod, view, {surfaces}, at, search.work.params.tolerance,
                        search.list);
}

void search_sphere(const Search& search) {
  const int other = search.pair.other;
  const double radius = search.pieces().radius[other];
  const Separation at = separation(search.rod, points_of(search.pieces(), other)[0]);
  search.query.clearance.distance = at.distance - radius;
  search.list.add({0, at.point_a, at.normal, at.distance - radius, search.other_surface()});
}

void search_ellipsoid(const Search& search) {
  const EllipsoidView view = ellipsoid_view(points_of(search.pieces(), search.pair.other));
  const double rim = rim_of(search.rod);
  Separation at = separation(search.rod, view, search.limit);
  search.query.clearance.distance = at.distance - rim;
  if (at.beyond_limit) return;
  if (at.normal == Vec3{}) at = deep_separation(search.rod, view);
  search.list.add({0, at.point_a, at.normal, at.distance, search.other_surface()});
}

void search_rod(const Search& search) {
  const RodView other = rod_of(search.pieces(), search.pair.other);
  const double rims = rim_of(search.rod) + rim_of(other);
  Separation at = separation(search.rod, other, search.limit + rims);
  search.query.clearance.distance = at.distance - rims;
  if (at.beyond_limit) return;
  if (at.normal == Vec3{}) at = deep_separation(search.rod, other);
  add_rod_places(search.rod, other, at, search.other_surface(), search.list);
}

Vec3 center_of(const PieceSet& pieces, int piece) {
  const auto points = points_of(pieces, piece);
  return points.size() == 1 ? points[0] : 0.5 * (points[0] + points[1]);
}

bool first_is_new_slave(const PieceSet& pieces, const RodPair& pair) {
  if (!is_round(pieces.kind[pair.other])) return !pair.rod_is_first;
  const Vec3 rod = center_of(pieces, pair.rod);
  const Vec3 other = center_of(pieces, pair.other);
  const bool rod_is_smaller = std::tie(rod.x, rod.y, rod.z) < std::tie(other.x, other.y, other.z);
  return rod_is_smaller == pair.rod_is_first;
}

template <typename Function>
void examine_list(const PairWork& work, std::span<const int> list, bool rod_is_first,
                  const Function& search) {
  for (const int k : list) {
    PairQuery& query = work.queries[k];
    const auto [first, second] = query.pair;
    SOLFEC_ASSERT(first < second);
    const bool gap_law = work.params.points == ContactPoints::patch;
    const Reach reach(work.params, query.previous >= 0, gap_law,
                      approach(work.pieces, first, second));
    const RodPair pair =
        rod_is_first ? RodPair{first, second, true} : RodPair{second, first, false};
    const RodView rod = rod_of(work.pieces, pair.rod);
    TouchList places;
    search(Search{work, pair, rod, reach.limit(), query, places});
    add_touches(work, k, pair, reach, places, first_is_new_slave(work.pieces, pair));
  }
}

}  // namespace

void examine_polyhedron_rod(const PairWork& work, std::span<const int> list,
                            NarrowScratch& /*scratch*/) {
  examine_list(work, list, false, search_polyhedron);
}

void examine_rod_polyhedron(const PairWork& work, std::span<const int> list,
                            NarrowScratch& /*scratch*/) {
  examine_list(work, list, true, search_polyhedron);
}

void examine_sphere_rod(const PairWork& work, std::span<const int> list,
                        NarrowScratch& /*scratch*/) {
  examine_list(work, list, false, search_sphere);
}

void examine_rod_sphere(const PairWork& work, std::span<const int> list,
                        NarrowScratch& /*scratch*/) {
  examine_list(work, list, true, search_sphere);
}

void examine_ellipsoid_rod(const PairWork& work, std::span<const int> list,
                           NarrowScratch& /*scratch*/) {
  examine_list(work, list, false, search_ellipsoid);
}

void examine_rod_ellipsoid(const PairWork& work, std::span<const int> list,
                           NarrowScratch& /*scratch*/) {
  examine_list(work, list, true, search_ellipsoid);
}

void examine_rods(const PairWork& work, std::span<const int> list, NarrowScratch& /*scratch*/) {
  examine_list(work, list, true, search_rod);
}

}  // namespace solfec
