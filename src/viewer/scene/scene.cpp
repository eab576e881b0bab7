#include "viewer/scene/scene.h"

#include "viewer/scene/camera.h"

namespace solfec {

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
