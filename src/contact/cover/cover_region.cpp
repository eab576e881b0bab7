#include "contact/cover/cover_region.h"

#include <algorithm>
#include <limits>

namespace solfec {

namespace {

// The region is an intersection of half-spaces (for_each_bound), so every answer is a matter of
// signed distances from planes. ask_cover asks in order of cost: height over the face, which parts
// most pairs; the angle of the normals; single half-spaces that part the face from the region
// (parted_by); and then cuts the polygon of the face by all of them (cut_face). The distances
// that these tests find on the way are the allowance of the answer.

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

void set_bounds(const PolyhedronView& piece, int face, const CoverExtent& extent,
                std::vector<Plane>& bounds) {
  bounds.clear();
  for_each_bound(piece, face, extent, [&](Vec3 normal, double offset) {
    bounds.push_back({normal, offset});
    return true;
  });
}

Vec3 mean_of(std::span<const Vec3> points) {
  Vec3 sum;
  for (const Vec3 p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

/// Distance by which the bounds above and below the face part another one from the region.
double parted_by_height(const SeenFace& seen, const PolyhedronView& piece, int face,
                        const CoverExtent& extent) {
  const auto f = static_cast<std::size_t>(face);
  double lowest = kUnbounded;
  double highest = -kUnbounded;
  for (const Vec3 corner : seen.corner) {
    const double height = dot(piece.normal[f], corner) - piece.offset[f];
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  return std::max(lowest - extent.height, -kCoverDepth * extent.tolerance - highest);
}

/// Largest distance by which one bound parts the face from the region; not positive when none does.
double parted_by(const SeenFace& seen, std::span<const Plane> bounds) {
  double largest = -kUnbounded;
  for (const Plane& bound : bounds) {
    double nearest = kUnbounded;
    for (const Vec3 corner : seen.corner) {
      nearest = std::min(nearest, dot(bound.normal, corner) - bound.offset);
    }
    largest = std::max(largest, nearest);
  }
  return largest;
}

/// Returns the largest distance by which an edge of the seen face parts it from the region; not
/// positive when none does. @pre the region reaches beyond no edge of `piece`: it lies in the prism
/// over `face`.
double parted_by_edges(const SeenFace& seen, const PolyhedronView& piece, int face,
                       const CoverExtent& extent) {
  const Vec3 up = piece.normal[static_cast<std::size_t>(face)];
  double largest = -kUnbounded;
  Vec3 start = seen.corner.back();
  for (const Vec3 end : seen.corner) {
    const Vec3 across = cross(end - start, seen.normal);
    const double length = norm(across);
    start = end;
    if (!(length > 0.0)) continue;
    const Vec3 axis = across / length;
    double farthest = -kUnbounded;
    for (const Vec3 corner : seen.corner) farthest = std::max(farthest, dot(axis, corner));
    double nearest = kUnbounded;
    for (const int v : piece.face(face)) {
      nearest = std::min(nearest, dot(axis, piece.vertex[static_cast<std::size_t>(v)]));
    }
    const double rise = dot(axis, up);
    nearest += std::min(extent.height * rise, -kCoverDepth * extent.tolerance * rise);
    largest = std::max(largest, nearest - farthest);
  }
  return largest;
}

/// Cuts scratch.polygon by a half-space; what touches it is kept.
void cut_polygon(const Plane& bound, CoverScratch& scratch) {
  const std::vector<Vec3>& polygon = scratch.polygon;
  scratch.height.clear();
  bool all_inside = true;
  for (const Vec3 p : polygon) {
    scratch.height.push_back(dot(bound.normal, p) - bound.offset);
    all_inside = all_inside && scratch.height.back() <= 0.0;
  }
  if (all_inside) return;
  scratch.cut.clear();
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const std::size_t next = k + 1 < polygon.size() ? k + 1 : 0;
    const double here = scratch.height[k];
    const double there = scratch.height[next];
    if (here <= 0.0) scratch.cut.push_back(polygon[k]);
    if ((here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0)) {
      scratch.cut.push_back(polygon[k] + here / (here - there) * (polygon[next] - polygon[k]));
    }
  }
  std::swap(scratch.polygon, scratch.cut);
}

/// Part of the face inside the bounds, in scratch.polygon. @return whether there is one.
bool cut_face(const SeenFace& seen, CoverScratch& scratch) {
  scratch.polygon.assign(seen.corner.begin(), seen.corner.end());
  for (const Plane& bound : scratch.bound) {
    cut_polygon(bound, scratch);
    if (scratch.polygon.empty()) return false;
  }
  return true;
}

double depth_inside(Vec3 point, std::span<const Plane> bounds) {
  double least = kUnbounded;
  for (const Plane& bound : bounds) {
    least = std::min(least, bound.offset - dot(bound.normal, point));
  }
  return least;
}

/// Depth of the corners of the part that was cut out, or of their mean: the largest.
double deepest(const CoverScratch& scratch) {
  double largest = std::max(0.0, depth_inside(mean_of(scratch.polygon), scratch.bound));
  for (const Vec3 p : scratch.polygon) {
    largest = std::max(largest, depth_inside(p, scratch.bound));
  }
  return largest;
}

}  // namespace

bool covers_point(const PolyhedronView& piece, int face, const CoverExtent& extent, Vec3 point) {
  return for_each_bound(piece, face, extent,
                        [&](Vec3 normal, double offset) { return dot(normal, point) <= offset; });
}

bool heights_meet(std::span<const int> loop, std::span<const Vec3> vertex, const Plane& plane,
                  double tolerance) {
  double lowest = kUnbounded;
  double highest = -kUnbounded;
  for (const int v : loop) {
    const double height = dot(plane.normal, vertex[static_cast<std::size_t>(v)]) - plane.offset;
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  // that of parted_by_height over the height at which ask_cover gives up
  const double enter = gets_covered(tolerance).height;
  const double leave = stays_covered(tolerance).height;
  return !(std::max(lowest - enter, -kCoverDepth * tolerance - highest) > leave);
}

PieceBall ball_around(const PolyhedronView& piece) {
  PieceBall ball;
  ball.centre = mean_of(piece.vertex);
  for (const Vec3 p : piece.vertex) ball.radius = std::max(ball.radius, norm(p - ball.centre));
  for (int f = 0; f < piece.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    const auto height = [&](Vec3 p) { return dot(piece.normal[k], p) - piece.offset[k]; };
    for (const Vec3 p : piece.vertex) ball.warp = std::max(ball.warp, height(p));
    for (const int v : piece.face(f)) {
      ball.warp = std::max(ball.warp, -height(piece.vertex[static_cast<std::size_t>(v)]));
    }
  }
  return ball;
}

double least_facing_height(const PieceBall& own, const PieceBall& other, double tolerance,
                           double up_to, double enough) {
  const double bent = 2.0 * (own.warp + other.warp);
  return -(kCoverDepth * tolerance + bent + up_to * (other.radius + kCoverReach * tolerance) +
           enough);
}

CoverAnswer ask_cover(const SeenFace& seen, const PolyhedronView& piece, int face,
                      const CoverQuestion& question, CoverScratch& scratch) {
  const CoverExtent enter = gets_covered(question.tolerance);
  const CoverExtent leave = stays_covered(question.tolerance);
  const double far = parted_by_height(seen, piece, face, enter);
  if (far > leave.height) return {false, far};  // most: faces on two sides of a piece

  const double tilt = norm(seen.normal + piece.normal[static_cast<std::size_t>(face)]);
  const double allowed = question.was_covered ? kStaysCovered * kOpposite : kOpposite;
  const double until_opposite = (tilt - kOpposite) * question.turn_radius;
  if (tilt > allowed && until_opposite >= question.enough) return {false, until_opposite};
  set_bounds(piece, face, question.was_covered ? leave : enter, scratch.bound);
  if (tilt <= allowed) {
    if (!question.wants_allowance && depth_inside(mean_of(seen.corner), scratch.bound) >= 0.0) {
      return {true, 0.0};
    }
    if (!(parted_by(seen, scratch.bound) > 0.0) && cut_face(seen, scratch)) {
      // What bounds a covered face from now on is what it must leave.
      if (!question.was_covered) set_bounds(piece, face, leave, scratch.bound);
      const double until_tilted = (kStaysCovered * kOpposite - tilt) * question.turn_radius;
      return {true, question.wants_allowance ? std::min(until_tilted, deepest(scratch)) : 0.0};
    }
  }
  if (!question.wants_allowance) return {false, 0.0};
  // And an uncovered one what it must enter.
  if (question.was_covered) set_bounds(piece, face, enter, scratch.bound);
  return {false, std::max({until_opposite, parted_by(seen, scratch.bound),
                           parted_by_edges(seen, piece, face, enter), 0.0})};
}

}  // namespace solfec
