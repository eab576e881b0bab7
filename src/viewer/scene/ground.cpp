#include "viewer/scene/ground.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "viewer/scene/point3.h"

namespace solfec {

namespace {

constexpr int kSides = 64;
constexpr int kRings = 16;
constexpr double kReach = 2.2;     // radius of the disc over the extent of the model
constexpr double kEven = 0.25;     // of the radius, inside of which the disc has one colour
constexpr double kDarkest = 0.93;  // of the paper, in the middle
constexpr double kBelow = 1e-4;    // of the extent: the disc lies so much deeper than the bodies

/// Light on a face across z, as shading.glsl has it.
double light_on_ground(const Camera& camera) {
  const Vec3 normal{camera.axes.right.z, camera.axes.up.z, -camera.axes.forward.z};
  const Vec3 key{-0.387, 0.516, 0.764};
  const Vec3 fill{0.770, -0.110, 0.628};
  return 0.60 + 0.43 * std::max(0.0, dot(normal, key)) + 0.12 * std::max(0.0, dot(normal, fill));
}

Colour grey(double share) {
  const auto c = static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(share, 0.0, 1.0)));
  return {c, c, c};
}

}  // namespace

Colour ground_paper(const Camera& camera) { return grey(light_on_ground(camera)); }

std::vector<Vec3> add_ground(const Camera& camera, Colour paper, Scene& scene) {
  Box box;
  for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
    if (!is_empty(scene.boxes[i])) box.add(scene.boxes[i]);
  }
  if (is_empty(box)) return {};
  const double extent = largest_edge(box);
  const double radius = kReach * extent;
  Vec3 center = 0.5 * (box.lo + box.hi);
  center.z = box.lo.z - kBelow * extent;
  const auto point = [&](int ring, int side) {
    const double angle = 2.0 * std::numbers::pi * side / kSides;
    const double r = radius * ring / kRings;
    return center + Vec3{r * std::cos(angle), r * std::sin(angle), 0.0};
  };
  const Point3 up{0, 0, 1};
  const double light = light_on_ground(camera);
  for (int ring = 0; ring < kRings; ++ring) {
    const double place = std::max(0.0, ((ring + 0.5) / kRings - kEven) / (1.0 - kEven));
    const double fade = place * place * (3.0 - 2.0 * place);  // smooth at both ends
    const double seen = paper.r / 255.0 * (kDarkest + (1.0 - kDarkest) * fade);
    const Colour colour = grey(seen / light);
    for (int side = 0; side < kSides; ++side) {
      const auto add = [&](int i, int j) {
        scene.corners.push_back({point3(point(i, j) - scene.origin), up, 0.0F, colour, 0U});
      };
      add(ring, side), add(ring + 1, side), add(ring + 1, side + 1);
      if (ring > 0) add(ring, side), add(ring + 1, side + 1), add(ring, side + 1);
    }
  }
  std::vector<Vec3> rim;
  rim.reserve(kSides);
  for (int side = 0; side < kSides; ++side) rim.push_back(point(kRings, side));
  return rim;
}

}  // namespace solfec
