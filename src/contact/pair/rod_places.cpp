#include "contact/pair/rod_places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/count.h"
#include "contact/pair/outer_face.h"

namespace solfec {

namespace {

constexpr double kParallel = 0.99863;   // cosine of 3 degrees
constexpr double kRightAngle = 0.0523;  // its sine
constexpr double kOnBorder = 1e-9;      // of the rod's size: a point on the border of a face
constexpr int kRimPoints = 8;           // of a flat end

// features: the ends of a line of contact, then the kinds of points of flat ends
constexpr std::uint64_t kLowPlace = 1;
constexpr std::uint64_t kHighPlace = 2;
constexpr std::uint64_t kSinglePlace = 3;
constexpr std::uint64_t kRimPlace = 16;       // and end, and number
constexpr std::uint64_t kOtherRimPlace = 64;  // of the second rod
constexpr std::uint64_t kCrossingPlace = 128;
constexpr std::uint64_t kCornerPlace = 1024;                    // and number of the vertex
constexpr std::uint64_t kBorderPlace = std::uint64_t{1} << 32;  // and side of the face

double border(const RodView& rod) { return kOnBorder * (rod.radius + rod.half); }

/// Part of a segment, from 0 to 1 along it.
struct Part {
  double from = 0.0;
  double to = 1.0;

  [[nodiscard]] bool empty() const { return !(from <= to); }
  /// Keeps what has height >= 0, for heights at the two ends.
  void keep_above(double start, double end) {
    if (start < 0.0 && end < 0.0) {
      to = -1.0;
    } else if (start < 0.0) {
      from = std::max(from, start / (start - end));
    } else if (end < 0.0) {
      to = std::min(to, start / (start - end));
    }
  }
};

/// Outer face that faces against n within 3 degrees, -1: none.
int facing_face(const PolyhedronView& view, Vec3 n) {
  int best = -1;
  double largest = kParallel;
  for (int f = 0; f < view.face_count(); ++f) {
    if (view.outer[f] == 0) continue;
    const double along = -dot(view.normal[f], n);
    if (along < largest) continue;
    largest = along;
    best = f;
  }
  return best;
}

Vec3 corner(const PolyhedronView& view, std::span<const int> loop, std::size_t k) {
  return view.vertex[loop[k % loop.size()]];
}

/// The part of the segment p q over a face, seen along its normal.
Part over_face(const PolyhedronView& view, int face, Vec3 p, Vec3 q, double slack) {
  const std::span<const int> loop = view.face(face);
  Part part;
  for (std::size_t k = 0; k < loop.size() && !part.empty(); ++k) {
    const Vec3 v = corner(view, loop, k);
    const Vec3 inwards = cross(view.normal[face], corner(view, loop, k + 1) - v);
    const double room = slack * norm(inwards);
    part.keep_above(dot(inwards, p - v) + room, dot(inwards, q - v) + room);
  }
  return part;
}

bool is_over_face(const PolyhedronView& view, int face, Vec3 p, double slack) {
  return !over_face(view, face, p, p, slack).empty();
}

/// The part of the segment p q within the radius of the rod, seen along its axis.
std::optional<Part> within_radius(const RodView& rod, Vec3 p, Vec3 q) {
  const Vec3 start = rod.across(p - rod.center);
  const Vec3 way = rod.across(q - p);
  const double square = dot(way, way);
  const double middle = dot(start, way);
  const double rest = dot(start, start) - rod.radius * rod.radius;
  const double root = middle * middle - square * rest;
  if (!(square > 0.0) || !(root > 0.0)) return std::nullopt;
  const double half = std::sqrt(root);
  const Part part{std::max(0.0, (-middle - half) / square),
                  std::min(1.0, (-middle + half) / square)};
  if (part.empty()) return std::nullopt;
  return part;
}

// ---- a face ------------------------------------------------------------------------------------

/// A face of a polyhedron that a rod meets.
struct FacePlaces {
  const RodView& rod;
  const PolyhedronView& view;
  int face;
  SurfaceId surface;
  TouchList& list;
  int found = 0;

  [[nodiscard]] Vec3 normal() const { return view.normal[face]; }
  void add(std::uint64_t feature, Vec3 on_rod, double distance) {
    list.add({feature, on_rod, -normal(), distance, surface});
    ++found;
  }
  /// A point of the rod that is over the face.
  void add_point(std::uint64_t feature, Vec3 on_rod) {
    add(feature, on_rod, dot(normal(), on_rod) - view.offset[face]);
  }
  /// A point of the face that is over the flat end with this outward normal.
  void add_under_end(std::uint64_t feature, Vec3 on_face, Vec3 outwards) {
    const Vec3 middle = rod.center + rod.half * outwards;
    const double distance = dot(outwards, on_face - middle) / -dot(outwards, normal());
    add(feature, on_face + distance * normal(), distance);
  }
};

/// The lowest line of the side, as far as it is over the face.
void add_side_on_face(FacePlaces& places) {
  const RodView& rod = places.rod;
  const Vec3 down = rod.radius * normalized(rod.across(-places.normal()));
  const Vec3 p = rod.end(-1.0) + down;
  const Vec3 q = rod.end(1.0) + down;
  const Part part = over_face(places.view, places.face, p, q, border(rod));
  if (part.empty()) return;
  places.add_point(kLowPlace, p + part.from * (q - p));
  if (part.to > part.from) places.add_point(kHighPlace, p + part.to * (q - p));
}

/// The lowest point of a rim.
void add_rim_on_face(FacePlaces& places) {
  const Vec3 low = places.rod.farthest(-places.normal());
  if (!is_over_face(places.view, places.face, low, border(places.rod))) return;
  const bool lower_end = dot(places.normal(), places.rod.axis) > 0.0;
  places.add_point(lower_end ? kLowPlace : kHighPlace, low);
}

void add_end_on_face(FacePlaces& places, double tolerance) {
  const RodView& rod = places.rod;
  const double slack = border(rod);
  const double side = dot(places.normal(), rod.axis) > 0.0 ? -1.0 : 1.0;
  for (int k = 0; k < kRimPoints; ++k) {
    const Vec3 p = rod.rim_point(side, k, kRimPoints);
    if (!is_over_face(places.view, places.face, p, slack)) continue;
    places.add_point(kRimPlace + (side > 0.0 ? kRimPoints : 0) + static_cast<std::uint64_t>(k), p);
  }
  // between two points of the rim, by how much the lowest point is lower than these
  constexpr double kDip = 0.0762;  // 1 - cos(pi / 8)
  constexpr double kMatters = 0.1;
  if (kDip * rod.radius * norm(rod.across(places.normal())) > kMatters * tolerance) {
    add_rim_on_face(places);
  }
  const std::span<const int> loop = places.view.face(places.face);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec3 v = corner(places.view, loop, k);
    const Vec3 next = corner(places.view, loop, k + 1);
    if (norm(rod.across(v - rod.center)) < rod.radius) {
      places.add_under_end(kCornerPlace + static_cast<std::uint64_t>(loop[k]), v, side * rod.axis);
    }
    const std::optional<Part> part = within_radius(rod, v, next);
    if (!part) continue;
    const std::uint64_t feature = kBorderPlace + 2 * k;
    if (part->from > 0.0) {
      places.add_under_end(feature, v + part->from * (next - v), side * rod.axis);
    }
    if (part->to < 1.0) {
      places.add_under_end(feature + 1, v + part->to * (next - v), side * rod.axis);
    }
  }
}

/// @return Whether there are places.
bool add_face_places(FacePlaces places, double tolerance) {
  const double along = std::abs(dot(places.normal(), places.rod.axis));
  if (along < kRightAngle) {
    add_side_on_face(places);
  } else if (along < kParallel) {
    add_rim_on_face(places);
  } else {
    add_end_on_face(places, tolerance);
  }
  return places.found > 0;
}

/// The nearest place of a line of contact between both ends, when these are farther apart.
void add_between(const Separation& at, double ends, double size, SurfaceId surface,
                 TouchList& list) {
  constexpr double kNearer = 1e-6;  // of the size
  if (at.distance < ends - kNearer * size) {
    list.add({kSinglePlace, at.point_a, at.normal, at.distance, surface});
  }
}

// ---- edges -------------------------------------------------------------------------------------

/// An edge of a polyhedron, cut to what lies beside the side of a rod or under its flat end.
struct RodEdge {
  Vec3 p;
  Vec3 q;
  double height = std::numeric_limits<double>::infinity();  // of its middle along the normal, m
};

/// The nearest edge of an outer face that is parallel to the side or to the flat end at which the
/// rod touches, cut to the length of the side or to the radius of the end.
RodEdge parallel_edge(const RodView& rod, const PolyhedronView& view, Vec3 normal, bool at_side) {
  RodEdge best;
  for (int f = 0; f < view.face_count(); ++f) {
    if (view.outer[f] == 0) continue;
    const std::span<const int> loop = view.face(f);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec3 p = corner(view, loop, k);
      const Vec3 q = corner(view, loop, k + 1);
      const double along = std::abs(dot(q - p, rod.axis));
      const double length = norm(q - p);
      if (at_side ? along < kParallel * length : along > kRightAngle * length) continue;
      std::optional<Part> part;
      if (at_side) {
        Part within;
        within.keep_above(rod.half - dot(p - rod.center, rod.axis),
                          rod.half - dot(q - rod.center, rod.axis));
        within.keep_above(rod.half + dot(p - rod.center, rod.axis),
                          rod.half + dot(q - rod.center, rod.axis));
        if (!within.empty()) part = within;
      } else {
        part = within_radius(rod, p, q);
      }
      if (!part) continue;
      const RodEdge edge{p + part->from * (q - p), p + part->to * (q - p),
                         dot(normal, p + 0.5 * (part->from + part->to) * (q - p) - rod.center)};
      if (edge.height < best.height) best = edge;
    }
  }
  return best;
}

/// Both ends of an edge along the side or under the flat end. @return Whether there is one.
bool add_edge_places(const RodView& rod, const PolyhedronView& view, const Separation& at,
                     SurfaceId surface, TouchList& list) {
  const double along = std::abs(dot(at.normal, rod.axis));
  const bool at_side = along < kRightAngle;
  if (!at_side && along < kParallel) return false;
  const RodEdge edge = parallel_edge(rod, view, at.normal, at_side);
  const double lowest = at.distance + dot(at.normal, at.point_a - rod.center);
  if (!(edge.height <= lowest + kRightAngle * (rod.half + rod.radius))) return false;
  const double turn = dot(edge.q - edge.p, at_side ? rod.axis : rod.spoke);
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3 p : {edge.p, edge.q}) {
    Touch touch;
    touch.feature = (p == edge.p) == (turn > 0.0) ? kLowPlace : kHighPlace;
    touch.other = surface;
    if (at_side) {
      const Vec3 arm = rod.across(p - rod.center);
      touch.normal = normalized(arm);
      touch.distance = norm(arm) - rod.radius;
    } else {
      touch.normal = dot(at.normal, rod.axis) > 0.0 ? rod.axis : -rod.axis;
      touch.distance = dot(touch.normal, p - rod.center) - rod.half;
    }
    touch.point = p - touch.distance * touch.normal;
    least = std::min(least, touch.distance);
    list.add(touch);
    if (edge.p == edge.q) break;
  }
  if (at_side) add_between(at, least, rod.radius, surface, list);
  return true;
}

// ---- two rods ----------------------------------------------------------------------------------

/// A side along the flat end of the other rod: both ends of the line over the end.
/// @param outwards  Unit normal of the end, to the side.
/// @param is_end    The first rod of the pair is that of the end.
bool add_side_on_end(const RodView& end, const RodView& side, Vec3 outwards, bool is_end,
                     SurfaceId surface, TouchList& list) {
  const Vec3 down = side.radius * normalized(side.across(-outwards));
  const Vec3 p = side.end(-1.0) + down;
  const Vec3 q = side.end(1.0) + down;
  const std::optional<Part> part = within_radius(end, p, q);
  if (!part) return false;
  for (const double share : {part->from, part->to}) {
    const Vec3 on_side = p + share * (q - p);
    const double distance = dot(outwards, on_side - end.center) - end.half;
    list.add({share == part->from ? kLowPlace : kHighPlace,
              is_end ? on_side - distance * outwards : on_side, is_end ? outwards : -outwards,
              distance, surface});
    if (part->from == part->to) break;
  }
  return true;
}

/// Two parallel sides: the ends of the length that they have in common.
bool add_sides(const RodView& rod, const RodView& other, const Separation& at, SurfaceId surface,
               TouchList& list) {
  const double turn = dot(rod.axis, other.axis);
  const double middle = dot(other.center - rod.center, rod.axis);
  const double reach = other.half * std::abs(turn);
  const double from = std::max(-rod.half, middle - reach);
  const double to = std::min(rod.half, middle + reach);
  if (!(from <= to)) return false;
  double least = std::numeric_limits<double>::infinity();
  for (const double z : {from, to}) {
    const Vec3 here = rod.center + z * rod.axis;
    const Vec3 there = other.center + ((z - middle) / turn) * other.axis;
    const Vec3 between = rod.across(there - here);
    const double length = norm(between);
    const Vec3 normal = between / length;
    least = std::min(least, length - rod.radius - other.radius);
    list.add({z == from ? kLowPlace : kHighPlace, here + rod.radius * normal, normal,
              length - rod.radius - other.radius, surface});
    if (from == to) break;
  }
  add_between(at, least, rod.radius, surface, list);
  return true;
}

/// Two flat ends on each other: points of each rim over the other end, and where the rims cross.
bool add_ends(const RodView& rod, const RodView& other, Vec3 normal, SurfaceId surface,
              TouchList& list) {
  const double side = dot(normal, rod.axis) > 0.0 ? 1.0 : -1.0;
  const double other_side = dot(normal, other.axis) > 0.0 ? -1.0 : 1.0;
  const Vec3 top = rod.end(side);
  const Vec3 bottom = other.end(other_side);
  bool found = false;
  const auto add = [&](std::uint64_t feature, Vec3 on_rod, Vec3 on_other) {
    list.add({feature, on_rod, side * rod.axis, dot(side * rod.axis, on_other - on_rod), surface});
    found = true;
  };
  const auto on_other_end = [&](Vec3 p) {  // along the axis of the rod
    return p + (dot(other.axis, bottom - p) / dot(other.axis, rod.axis)) * rod.axis;
  };
  const auto on_end = [&](Vec3 p) { return p + dot(rod.axis, top - p) * rod.axis; };
  for (int k = 0; k < kRimPoints; ++k) {
    const auto number = static_cast<std::uint64_t>(k);
    const Vec3 p = rod.rim_point(side, k, kRimPoints);
    if (norm(other.across(p - other.center)) <= other.radius + border(other)) {
      add(kRimPlace + number, p, on_other_end(p));
    }
    const Vec3 q = other.rim_point(other_side, k, kRimPoints);
    if (norm(rod.across(q - rod.center)) < rod.radius - border(rod)) {
      add(kOtherRimPlace + number, on_end(q), q);
    }
  }
  const Vec3 between = rod.across(bottom - top);
  const double far = norm(between);
  const double r = rod.radius;
  if (far > std::abs(r - other.radius) && far < r + other.radius) {
    const double along = 0.5 * (far + (r * r - other.radius * other.radius) / far);
    const double across = std::sqrt(std::max(0.0, r * r - along * along));
    const Vec3 x = between / far;
    const Vec3 y = cross(rod.axis, x);
    for (const int way : {0, 1}) {
      const Vec3 p = top + along * x + (way == 0 ? across : -across) * y;
      add(kCrossingPlace + static_cast<std::uint64_t>(way), p, on_other_end(p));
    }
  }
  return found;
}

}  // namespace

void add_polyhedron_places(const RodView& rod, const PolyhedronView& view, FaceSurfaces surfaces,
                           const Separation& at, double tolerance, TouchList& list) {
  const int face = facing_face(view, at.normal);
  if (face >= 0 && add_face_places({rod, view, face, surfaces.of_face[face], list}, tolerance)) {
    return;
  }
  const int outer = outer_face_at(view, at.point_b, tolerance);
  if (outer < 0) return;  // the way leads through a neighbour
  const SurfaceId surface = surfaces.of_face[outer];
  if (add_edge_places(rod, view, at, surface, list)) return;
  list.add({kSinglePlace, at.point_a, at.normal, at.distance, surface});
}

void add_rod_places(const RodView& rod, const RodView& other, const Separation& at,
                    SurfaceId surface, TouchList& list) {
  const double along = std::abs(dot(at.normal, rod.axis));
  const double other_along = std::abs(dot(at.normal, other.axis));
  const bool parallel = std::abs(dot(rod.axis, other.axis)) >= kParallel;
  if (parallel && along < kRightAngle && add_sides(rod, other, at, surface, list)) return;
  if (along >= kParallel && other_along >= kParallel &&
      add_ends(rod, other, at.normal, surface, list)) {
    return;
  }
  const auto outwards = [](const RodView& end, Vec3 way) {
    return dot(way, end.axis) > 0.0 ? end.axis : -end.axis;
  };
  if (along >= kParallel && other_along < kRightAngle &&
      add_side_on_end(rod, other, outwards(rod, at.normal), true, surface, list)) {
    return;
  }
  if (other_along >= kParallel && along < kRightAngle &&
      add_side_on_end(other, rod, outwards(other, -at.normal), false, surface, list)) {
    return;
  }
  list.add({kSinglePlace, at.point_a, at.normal, at.distance, surface});
}

}  // namespace solfec
