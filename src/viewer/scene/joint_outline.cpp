#include "viewer/scene/joint_outline.h"

#include <algorithm>
#include <cmath>

namespace solfec {

namespace {

struct PlanePoint {
  double x{};
  double y{};
  Vec3 point;
};

/// Twice the area of the triangle a, b, c; positive when it turns to the left.
double turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Adds one half of the hull: corners at which the boundary turns to the left by more than `least`.
template <typename Points>
void add_half(const Points& sorted, double least, std::vector<PlanePoint>& hull) {
  const std::size_t first = hull.size();
  for (const PlanePoint& point : sorted) {
    while (hull.size() >= first + 2 &&
           turn(hull[hull.size() - 2], hull[hull.size() - 1], point) <= least) {
      hull.pop_back();
    }
    hull.push_back(point);
  }
  hull.pop_back();  // the other half begins with it
}

}  // namespace

// Andrew's monotone chain: A. M. Andrew (1979), Another efficient algorithm for convex hulls in two
// dimensions, Inf. Process. Lett. 9, 216-219.
std::vector<Vec3> joint_outline(std::span<const ConstraintRecord* const> contacts) {
  constexpr double kFlat = 1e-6;  // a turn over the square of the extent: points on a line
  if (contacts.size() < 3) return {};
  const ConstraintRecord& first = *contacts.front();
  std::vector<PlanePoint> points;
  double extent = 0.0;
  for (const ConstraintRecord* const row : contacts) {
    const Vec3 r = transposed_times(first.frame, row->point - first.point);
    points.push_back({r.x, r.y, row->point});
    extent = std::max(extent, std::hypot(r.x, r.y));
  }
  std::sort(points.begin(), points.end(), [](const PlanePoint& a, const PlanePoint& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  });
  std::vector<PlanePoint> hull;
  add_half(points, kFlat * extent * extent, hull);
  std::reverse(points.begin(), points.end());
  add_half(points, kFlat * extent * extent, hull);
  if (hull.size() < 3) return {};
  std::vector<Vec3> corners;
  corners.reserve(hull.size());
  for (const PlanePoint& corner : hull) corners.push_back(corner.point);
  return corners;
}

}  // namespace solfec
