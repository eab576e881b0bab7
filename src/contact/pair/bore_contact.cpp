#include "contact/pair/bore_contact.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "contact/pair/outer_face.h"
#include "contact/pair/touch_list.h"
#include "geometry/collision/farthest_on_ellipse.h"
#include "geometry/shape/ellipsoid_pieces.h"
#include "geometry/shape/prism.h"
#include "geometry/shape/rod_pieces.h"

namespace solfec {

namespace {

constexpr double kAtMouth = 1e-9;  // of the length: between the mouths in spite of rounding

// features: numbers of vertices come after those of curves and of edges at the mouths
constexpr std::uint64_t kCurvePlaces = 4;  // of one curve at most
constexpr std::uint64_t kVertexPlace = 64;
constexpr std::uint64_t kEdgePlace = std::uint64_t{1} << 32;

/// The places of one pair.
struct BorePlaces {
  const BoreView& bore;
  double limit;  // distance from the wall up to which places matter, m
  TouchList& list;

  [[nodiscard]] double height(Vec3 p) const { return dot(bore.axis, p - bore.center); }
  [[nodiscard]] Vec3 arm(Vec3 p) const { return (p - bore.center) - height(p) * bore.axis; }
  [[nodiscard]] bool between_mouths(Vec3 p) const {
    return std::abs(height(p)) <= (1.0 + kAtMouth) * bore.half;
  }
  [[nodiscard]] bool in_hole(Vec3 p) const { return norm(arm(p)) < bore.radius; }

  /// Adds a place of the other piece that is near the wall.
  void add(std::uint64_t feature, Vec3 p, SurfaceId surface) const {
    const Vec3 way = arm(p);
    const double far = norm(way);
    if (bore.radius - far > limit || !(far > 0.0)) return;
    const Vec3 outwards = way / far;
    const double distance = bore.radius - far;
    list.add({feature, p + distance * outwards, -outwards, distance, surface});
  }
  /// Adds the places of a curve that are farthest from the axis and that `counts` takes.
  template <typename Counts>
  void add_curve(std::uint64_t curve, const Ellipse& ellipse, SurfaceId surface,
                 const Counts& counts) const {
    const Ellipse seen{ellipse.center - bore.center, ellipse.p, ellipse.q};
    std::uint64_t number = 0;
    const FarPlaces farthest = farthest_from_axis(seen, bore.axis);
    for (const double t : farthest.all()) {
      const Vec3 p = ellipse.at(t);
      if (counts(p)) add(kCurvePlaces * curve + number, p, surface);
      ++number;
    }
  }
};

// ---- rods --------------------------------------------------------------------------------------

/// Middle of the part of the axis of a rod that lies between the mouths.
Vec3 middle_in_hole(const BorePlaces& places, const RodView& rod) {
  const double slope = dot(places.bore.axis, rod.axis);
  if (std::abs(slope) * rod.half <= kAtMouth * places.bore.half) return rod.center;
  const double height = places.height(rod.center);
  double from = (-places.bore.half - height) / slope;
  double to = (places.bore.half - height) / slope;
  if (from > to) std::swap(from, to);
  from = std::clamp(from, -rod.half, rod.half);
  to = std::clamp(to, -rod.half, rod.half);
  return rod.center + 0.5 * (from + to) * rod.axis;
}

/// Section of the side of a rod with the plane of a mouth.
void add_section_at_mouth(const BorePlaces& places, const RodView& rod, double mouth,
                          SurfaceId surface) {
  constexpr double kSteepest = 0.5;  // cosine: flatter rods touch with their rims
  const BoreView& bore = places.bore;
  const double slope = dot(bore.axis, rod.axis);
  if (std::abs(slope) < kSteepest) return;
  const double along = (mouth * bore.half - places.height(rod.center)) / slope;
  if (!(std::abs(along) < rod.half)) return;
  const Vec3 tilt = cross(bore.axis, rod.axis);
  const Vec3 across = norm(tilt) > 0.0 ? normalized(tilt) : cross_section_axes(bore.axis)[0];
  const Ellipse section{rod.center + along * rod.axis, rod.radius * across,
                        rod.radius / slope * cross(bore.axis, across)};
  places.add_curve(mouth > 0.0 ? 3 : 2, section, surface,
                   [&](Vec3 p) { return std::abs(dot(rod.axis, p - rod.center)) < rod.half; });
}

void add_rod(const BorePlaces& places, const RodView& rod, SurfaceId surface) {
  if (!places.in_hole(middle_in_hole(places, rod))) return;
  const Vec3 p = rod.radius * rod.spoke;
  const Vec3 q = rod.radius * cross(rod.axis, rod.spoke);
  for (const double side : {-1.0, 1.0}) {
    places.add_curve(side > 0.0 ? 1 : 0, {rod.end(side), p, q}, surface,
                     [&](Vec3 x) { return places.between_mouths(x); });
    add_section_at_mouth(places, rod, side, surface);
  }
}

// ---- spheres and ellipsoids --------------------------------------------------------------------

/// The shadow of an ellipsoid on a plane across the axis: y = L u for |u| = 1 with the Cholesky
/// factor L of what its half axes make there.
Ellipse shadow_of(const EllipsoidView& ellipsoid, Vec3 axis) {
  const auto [x, y] = cross_section_axes(axis);
  const Vec3 p = transposed_times(ellipsoid.half_axes, x);
  const Vec3 q = transposed_times(ellipsoid.half_axes, y);
  const double xx = norm(p);
  const double xy = dot(p, q) / xx;
  const double yy = std::sqrt(std::max(0.0, dot(q, q) - xy * xy));
  return {ellipsoid.center, xx * x + xy * y, yy * y};
}

/// Section of an ellipsoid with the plane of a mouth.
void add_section_at_mouth(const BorePlaces& places, const EllipsoidView& ellipsoid, double mouth,
                          SurfaceId surface) {
  const Vec3 slope = transposed_times(ellipsoid.half_axes, places.bore.axis);
  const double steep = norm(slope);
  const double part = (mouth * places.bore.half - places.height(ellipsoid.center)) / steep;
  if (!(std::abs(part) < 1.0)) return;
  const Vec3 way = slope / steep;
  const auto [x, y] = cross_section_axes(way);
  const double radius = std::sqrt(1.0 - part * part);
  const Ellipse section{ellipsoid.center + ellipsoid.half_axes * (part * way),
                        radius * (ellipsoid.half_axes * x), radius * (ellipsoid.half_axes * y)};
  places.add_curve(mouth > 0.0 ? 3 : 2, section, surface, [](Vec3 /*p*/) { return true; });
}

void add_ellipsoid(const BorePlaces& places, const EllipsoidView& ellipsoid, SurfaceId surface) {
  if (!places.in_hole(ellipsoid.center)) return;
  const BoreView& bore = places.bore;
  const Ellipse shadow = shadow_of(ellipsoid, bore.axis);
  const Ellipse seen{shadow.center - bore.center, shadow.p, shadow.q};
  std::uint64_t number = 0;
  const FarPlaces farthest = farthest_from_axis(seen, bore.axis);
  for (const double t : farthest.all()) {
    // at the farthest place the normal is radial
    const Vec3 p = ellipsoid.farthest(places.arm(shadow.at(t)));
    if (places.between_mouths(p)) places.add(number, p, surface);
    ++number;
  }
  for (const double mouth : {-1.0, 1.0}) add_section_at_mouth(places, ellipsoid, mouth, surface);
}

// ---- polyhedra ---------------------------------------------------------------------------------

/// Calls f(feature, point) for the vertices of the part of a polyhedron between the mouths.
template <typename Function>
void for_each_corner(const BorePlaces& places, const PolyhedronView& view, const Function& f) {
  for (std::size_t v = 0; v < view.vertex.size(); ++v) {
    if (places.between_mouths(view.vertex[v])) f(kVertexPlace + v, view.vertex[v]);
  }
  std::uint64_t edge = 0;
  for (int face = 0; face < view.face_count(); ++face) {
    const std::span<const int> loop = view.face(face);
    for (std::size_t k = 0; k < loop.size(); ++k, ++edge) {
      const int from = loop[k];
      const int to = loop[(k + 1) % loop.size()];
      if (from > to) continue;  // the other face has it
      const Vec3 p = view.vertex[from];
      const Vec3 q = view.vertex[to];
      for (const double mouth : {-1.0, 1.0}) {
        const double start = places.height(p) - mouth * places.bore.half;
        const double end = places.height(q) - mouth * places.bore.half;
        if (!(start * end < 0.0)) continue;
        const double part = start / (start - end);
        f(kEdgePlace + 2 * edge + (mouth > 0.0 ? 1 : 0), p + part * (q - p));
      }
    }
  }
}

void add_polyhedron(const BorePlaces& places, const PieceSet& pieces, int piece, double tolerance) {
  const PolyhedronView view = polyhedron_view(pieces, piece);
  Vec3 sum;
  int corners = 0;
  for_each_corner(places, view, [&](std::uint64_t /*feature*/, Vec3 p) {
    sum += p;
    ++corners;
  });
  if (corners == 0 || !places.in_hole(sum / corners)) return;
  for_each_corner(places, view, [&](std::uint64_t feature, Vec3 p) {
    if (places.bore.radius - norm(places.arm(p)) > places.limit) return;
    const int face = outer_face_at(view, p, tolerance);
    if (face >= 0) places.add(feature, p, face_surface(pieces, piece, face));
  });
}

// ---- the table ---------------------------------------------------------------------------------

void add_places(const BorePlaces& places, const PieceSet& pieces, int other, double tolerance) {
  const SurfaceId surface = pieces.round_surface[other];
  const std::span<const Vec3> points = points_of(pieces, other);
  switch (pieces.kind[other]) {
    case PieceKind::polyhedron:
      add_polyhedron(places, pieces, other, tolerance);
      break;
    case PieceKind::sphere:
      add_ellipsoid(places, {points[0], pieces.radius[other] * identity()}, surface);
      break;
    case PieceKind::ellipsoid:
      add_ellipsoid(places, ellipsoid_view(points), surface);
      break;
    case PieceKind::rod:
      add_rod(places, rod_view(points), surface);
      break;
    case PieceKind::bore:
      break;
  }
}

void examine_list(const PairWork& work, std::span<const int> list, bool bore_is_first) {
  for_each_rod_pair(work, list, bore_is_first, [&](int k, const RodPair& pair, const Reach& reach) {
    const BoreView bore = bore_view(points_of(work.pieces, pair.rod));
    TouchList list_of_pair;
    add_places({bore, reach.limit(), list_of_pair}, work.pieces, pair.other, work.params.tolerance);
    add_touches(work, k, pair, reach, list_of_pair, !bore_is_first);
  });
}

}  // namespace

void examine_polyhedron_bore(const PairWork& work, std::span<const int> list,
                             NarrowScratch& /*scratch*/) {
  examine_list(work, list, false);
}

void examine_bore_polyhedron(const PairWork& work, std::span<const int> list,
                             NarrowScratch& /*scratch*/) {
  examine_list(work, list, true);
}

void examine_sphere_bore(const PairWork& work, std::span<const int> list,
                         NarrowScratch& /*scratch*/) {
  examine_list(work, list, false);
}

void examine_bore_sphere(const PairWork& work, std::span<const int> list,
                         NarrowScratch& /*scratch*/) {
  examine_list(work, list, true);
}

void examine_ellipsoid_bore(const PairWork& work, std::span<const int> list,
                            NarrowScratch& /*scratch*/) {
  examine_list(work, list, false);
}

void examine_bore_ellipsoid(const PairWork& work, std::span<const int> list,
                            NarrowScratch& /*scratch*/) {
  examine_list(work, list, true);
}

void examine_rod_bore(const PairWork& work, std::span<const int> list, NarrowScratch& /*scratch*/) {
  examine_list(work, list, false);
}

void examine_bore_rod(const PairWork& work, std::span<const int> list, NarrowScratch& /*scratch*/) {
  examine_list(work, list, true);
}

void examine_bores(const PairWork& /*work*/, std::span<const int> /*list*/,
                   NarrowScratch& /*scratch*/) {}

}  // namespace solfec
