#include "geometry/collision/patch_polygon.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/count.h"

namespace solfec {

namespace {

// Clipping carries names along: a corner knows the vertex or the two edges that make it
// (PatchFeature), and the edge to the next corner. So a corner that a cut leaves alone keeps its
// name, and one that a cut makes is named after the two edges that cross there (corner_feature).

constexpr double kSuperfluous = 0.01;      // of radius and width: what a point may lie outside
constexpr double kOneEdge = 0.5;           // of the width: points that are one lie closer
constexpr double kLine = 1e-9;             // width over diameter of a polygon that is a line
constexpr double kLineUlps = 4.0;          // the same width in units of rounding of coordinates
constexpr double kPreferenceForOld = 2.0;  // distances of last step's points count that much more
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Crossing of an edge of the loop with a cutting edge. Two edges of the cutting face meet in one
/// of its vertices.
PatchFeature corner_feature(const PatchEdge& own, const PatchEdge& cutting) {
  if (own.of_b != cutting.of_b) return crossing_feature(own, cutting);
  const bool at_low = own.low == cutting.low || own.high == cutting.low;
  return vertex_feature(own.of_b, at_low ? cutting.low : cutting.high);
}

/// Cuts the loop by the half-space normal . x <= offset, whose border belongs to `edge`.
bool cut(Vec3 normal, double offset, double snap, const PatchEdge& edge, PatchScratch& scratch) {
  const std::size_t n = scratch.loop.size();
  scratch.height.resize(n);
  double lowest = kInfinity;
  double highest = -kInfinity;
  for (std::size_t k = 0; k < n; ++k) {
    scratch.height[k] = dot(normal, scratch.loop[k].point) - offset;
    lowest = std::min(lowest, scratch.height[k]);
    highest = std::max(highest, scratch.height[k]);
  }
  if (highest <= snap) return true;
  if (lowest >= -snap) return false;

  scratch.clipped.clear();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t next = k + 1 < n ? k + 1 : 0;
    const PatchCorner& corner = scratch.loop[k];
    const double h = scratch.height[k];
    const double g = scratch.height[next];
    if (h <= snap) {
      scratch.clipped.push_back(corner);
      if (g > snap && h > -snap) scratch.clipped.back().next = edge;  // it is the crossing
    }
    if ((h <= -snap && g > snap) || (h > snap && g <= -snap)) {
      const Vec3 place = corner.point + h / (h - g) * (scratch.loop[next].point - corner.point);
      scratch.clipped.push_back(
          {place, corner_feature(corner.next, edge), h > snap ? corner.next : edge});
    }
  }
  std::swap(scratch.loop, scratch.clipped);
  return !scratch.loop.empty();
}

/// How far point k lies outside the hull of its neighbours, m.
double outside(std::span<const PatchPoint> points, std::size_t k) {
  const std::size_t n = points.size();
  const Vec3 before = points[(k + n - 1) % n].point;
  const Vec3 along = points[(k + 1) % n].point - before;
  const Vec3 arm = points[k].point - before;
  const double length = norm(along);
  if (!(length > 0.0)) return norm(arm);
  return norm(arm - std::clamp(dot(arm, along) / (length * length), 0.0, 1.0) * along);
}

/// Point that may be left out.
struct Candidate {
  std::size_t point{};
  double outside = kInfinity;  // m, twice that of old ones
  bool superfluous = false;    // the others can do without it
  bool lifted = false;         // and bodies touch beside it
  bool old = false;
  PatchFeature feature{};

  [[nodiscard]] bool goes_before(const Candidate& other) const {
    if (lifted != other.lifted) return lifted;
    if (outside != other.outside) return outside < other.outside;
    if (old != other.old) return !old;
    return feature > other.feature;
  }
};

/// Returns the point that is needed least. Of superfluous points those go first whose gap is above
/// `touching`: a point that carries must not make room for one beside it that does not touch.
Candidate least_needed(std::span<const PatchFeature> previous, double least, double touching,
                       std::span<const PatchPoint> points) {
  Candidate first;
  for (std::size_t k = 0; k < points.size(); ++k) {
    Candidate own{k, outside(points, k), false, false, false, points[k].feature};
    own.old = std::binary_search(previous.begin(), previous.end(), own.feature);
    if (own.old) own.outside *= kPreferenceForOld;
    own.superfluous = own.outside < least;
    own.lifted = own.superfluous && points[k].gap > touching;
    if (own.goes_before(first)) first = own;
  }
  return first;
}

double radius_of(std::span<const PatchPoint> points) {
  Vec3 middle;
  for (const PatchPoint& p : points) middle += p.point;
  middle = middle / static_cast<double>(points.size());
  double radius = 0.0;
  for (const PatchPoint& p : points) radius = std::max(radius, norm(p.point - middle));
  return radius;
}

/// Largest distance of the points from the line through two of them, m.
double height_over(std::span<const PatchPoint> points, Vec3 from, Vec3 to) {
  const Vec3 along = to - from;
  const double length = norm(along);
  double height = 0.0;
  for (const PatchPoint& p : points) {
    height = std::max(height, norm(cross(along, p.point - from)) / length);
  }
  return height;
}

/// Least width of a convex polygon, m: it lies across one of the edges (Toussaint (1983), Proc.
/// IEEE MELECON, A10.02, 1-4).
double width_of(std::span<const PatchPoint> points) {
  double width = kInfinity;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec3 from = points[k].point;
    const Vec3 to = points[k + 1 < points.size() ? k + 1 : 0].point;
    if (norm(to - from) > 0.0) width = std::min(width, height_over(points, from, to));
  }
  return width < kInfinity ? width : 0.0;
}

/// Width up to which a polygon is a line, m: what is smaller may be rounding.
double line_width(std::span<const PatchPoint> points, double radius) {
  double largest = 0.0;
  for (const PatchPoint& p : points) {
    largest = std::max({largest, std::abs(p.point.x), std::abs(p.point.y), std::abs(p.point.z)});
  }
  const double ulp = std::numeric_limits<double>::epsilon() * largest;
  return std::max(kLine * 2.0 * radius, kLineUlps * ulp);
}

/// Distance within which points are superfluous in a polygon of this radius, m: a narrow strip has
/// parts of its width, so that it keeps both edges.
double least_outside(std::span<const PatchPoint> points, PointSpacing spacing, double radius) {
  const double coarse = std::max(kSuperfluous * radius, spacing.smallest);
  if (2.0 * radius < spacing.smallest) return coarse;
  const double width = width_of(points);
  if (width <= line_width(points, radius)) return coarse;
  const double one =
      spacing.asked ? spacing.smallest : std::min(spacing.smallest, kOneEdge * width);
  return std::max(kSuperfluous * std::min(radius, width), one);
}

Vec3 area_centroid(std::span<const Vec3> place, Vec3 normal, double& area) {
  Vec3 moment;
  area = 0.0;
  for (std::size_t k = 1; k + 1 < place.size(); ++k) {
    const Vec3 p = place[k] - place[0];
    const Vec3 q = place[k + 1] - place[0];
    const double part = 0.5 * dot(normal, cross(p, q));
    area += part;
    moment += part * (p + q);
  }
  return area != 0.0 ? place[0] + moment / (3.0 * area) : place[0];
}

}  // namespace

double lowest_gap(std::span<const PatchPoint> points) {
  double lowest = kInfinity;
  for (const PatchPoint& p : points) lowest = std::min(lowest, p.gap);
  return lowest;
}

void PatchScratch::reserve(int corners) {
  const auto n = static_cast<std::size_t>(corners);
  loop.reserve(n);
  clipped.reserve(n);
  height.reserve(n);
  points.reserve(n);
  place.reserve(n);
}

void start_loop(const PolyhedronView& polyhedron, bool of_b, int f, PatchScratch& scratch) {
  scratch.loop.clear();
  const auto face = polyhedron.face(f);
  for (std::size_t k = 0; k < face.size(); ++k) {
    const int next = face[k + 1 < face.size() ? k + 1 : 0];
    scratch.loop.push_back({polyhedron.vertex[static_cast<std::size_t>(face[k])],
                            vertex_feature(of_b, face[k]), patch_edge(of_b, face[k], next)});
  }
}

bool clip_loop(const PolyhedronView& other, bool other_is_b, int f, double snap,
               PatchScratch& scratch) {
  const Vec3 up = other.normal[static_cast<std::size_t>(f)];
  const auto face = other.face(f);
  for (std::size_t k = 0; k < face.size(); ++k) {
    const int from = face[k];
    const int to = face[k + 1 < face.size() ? k + 1 : 0];
    const Vec3 start = other.vertex[static_cast<std::size_t>(from)];
    const Vec3 outward = cross(other.vertex[static_cast<std::size_t>(to)] - start, up);
    const double length = norm(outward);
    if (!(length > 0.0)) continue;
    const Vec3 normal = outward / length;
    if (!cut(normal, dot(normal, start), snap, patch_edge(other_is_b, from, to), scratch)) {
      return false;
    }
  }
  return true;
}

void reduce_points(std::span<const PatchFeature> previous, PointSpacing spacing,
                   std::vector<PatchPoint>& points) {
  const double smallest = spacing.smallest;
  while (points.size() > 2) {
    const double radius = radius_of(points);
    const double touching = lowest_gap(points) + smallest;
    const double coarse = std::max(kSuperfluous * radius, smallest);
    Candidate candidate = least_needed(previous, coarse, touching, points);
    if (candidate.superfluous) {  // most patches have none, and need no width
      const double least = least_outside(points, spacing, radius);
      if (least < coarse) candidate = least_needed(previous, least, touching, points);
    }
    if (!candidate.superfluous && count(points) <= kMostPatchPoints) return;
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(candidate.point));
  }
  if (points.size() == 2 && norm(points[1].point - points[0].point) < smallest) {
    points.erase(points.begin() + (points[1].gap < points[0].gap ? 0 : 1));
  }
}

double touching_area(std::span<const PatchPoint> points, Vec3 normal, double limit,
                     PatchScratch& scratch) {
  scratch.place.clear();
  for (std::size_t k = 0; k < points.size(); ++k) {
    const PatchPoint& p = points[k];
    const PatchPoint& q = points[k + 1 < points.size() ? k + 1 : 0];
    if (p.gap <= limit) scratch.place.push_back(p.point);
    if ((p.gap < limit && q.gap > limit) || (p.gap > limit && q.gap < limit)) {
      scratch.place.push_back(p.point + (limit - p.gap) / (q.gap - p.gap) * (q.point - p.point));
    }
  }
  double area = 0.0;
  if (scratch.place.size() >= 3) area_centroid(scratch.place, normal, area);
  return std::abs(area);
}

void set_shares(double area, double limit, Vec3 normal, std::span<PatchPoint> points,
                PatchScratch& scratch) {
  scratch.place.clear();
  for (PatchPoint& p : points) {
    p.share = 0.0;
    if (p.gap <= limit) scratch.place.push_back(p.point);
  }
  const std::size_t n = scratch.place.size();
  if (n == 0) return;
  double own = 0.0;
  const Vec3 middle = area_centroid(scratch.place, normal, own);
  std::size_t k = 0;
  for (PatchPoint& p : points) {
    if (!(p.gap <= limit)) continue;
    if (own == 0.0) {
      p.share = area / static_cast<double>(n);
      continue;
    }
    const Vec3 here = scratch.place[k] - middle;
    const Vec3 before = scratch.place[(k + n - 1) % n] - middle;
    const Vec3 after = scratch.place[(k + 1) % n] - middle;
    const double twice = 0.5 * dot(normal, cross(before, here) + cross(here, after));
    p.share = 0.5 * twice / own * area;
    ++k;
  }
}

}  // namespace solfec
