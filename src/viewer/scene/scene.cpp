#include "viewer/scene/scene.h"

#include "viewer/scene/camera.h"

namespace solfec {

Box what_is_left(const Box& box, std::span<const CutPlane> cuts) {
  Box left = box;
  for (const CutPlane& plane : cuts) {
    if (is_empty(left)) break;
    const auto corners = corners_of(left);
    const auto height = [&](Vec3 point) { return dot(plane.normal, point) - plane.distance; };
    left = {};
    // corners i and j are joined by an edge when one coordinate of theirs differs
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (height(corners[i]) <= 0.0) left.add(corners[i]);
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3 edge = corners[j] - corners[i];
        const int axes =
            (edge.x != 0.0 ? 1 : 0) + (edge.y != 0.0 ? 1 : 0) + (edge.z != 0.0 ? 1 : 0);
        const double from = height(corners[i]);
        const double to = height(corners[j]);
        if (axes == 1 && from * to < 0.0) left.add(corners[i] + (from / (from - to)) * edge);
      }
    }
  }
  return left;
}

std::vector<Vec3> points_to_see(std::span<const Box> boxes, const std::vector<bool>& moves) {
  // both over the largest edge of the box of all moving bodies: a larger obstacle than the first is
  // seen only within the second
  constexpr double kWhole = 2.5;
  constexpr double kAround = 0.06;
  Box moving;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (moves[i]) moving.add(boxes[i]);
  }
  Box seen = moving;
  if (!is_empty(moving)) seen.grow(kAround * largest_edge(moving));
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    Box box = boxes[i];
    if (is_empty(box)) continue;
    const bool large = largest_edge(box) > kWhole * largest_edge(moving);
    if (!moves[i] && !is_empty(moving) && large) {
      if (!overlap(box, seen)) continue;
      box.lo = maximum(box.lo, seen.lo);
      box.hi = minimum(box.hi, seen.hi);
    }
    for (const Vec3 corner : corners_of(box)) points.push_back(corner);
  }
  return points;
}

}  // namespace solfec
