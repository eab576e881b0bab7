#include "contact/pair/rod_contact.h"

#include <numbers>

#include "contact/pair/rod_places.h"
#include "contact/pair/round_center.h"
#include "contact/pair/touch_list.h"
#include "geometry/shape/ellipsoid_pieces.h"
#include "geometry/shape/rod_pieces.h"

namespace solfec {

namespace {

RodView rod_of(const PieceSet& pieces, int piece) { return rod_view(points_of(pieces, piece)); }

/// Largest length by which a rim is nearer than the rounded one of the searches, m.
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

bool first_is_new_slave(const PieceSet& pieces, const RodPair& pair) {
  if (!is_round(pieces.kind[pair.other])) return !pair.rod_is_first;
  return center_is_smaller(pieces, pair.rod, pair.other) == pair.rod_is_first;
}

template <typename Function>
void examine_list(const PairWork& work, std::span<const int> list, bool rod_is_first,
                  const Function& search) {
  for_each_rod_pair(work, list, rod_is_first, [&](int k, const RodPair& pair, const Reach& reach) {
    const RodView rod = rod_of(work.pieces, pair.rod);
    TouchList places;
    search(Search{work, pair, rod, reach.limit(), work.queries[k], places});
    add_touches(work, k, pair, reach, places, first_is_new_slave(work.pieces, pair));
  });
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
