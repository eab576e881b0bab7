#include "geometry/collision/face_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/check.h"

namespace solfec {

namespace {

void nearest_corner(const PolyhedronView& polyhedron, std::span<const int> loop, Vec3 place,
                    std::span<double> weight) {
  double least = std::numeric_limits<double>::infinity();
  std::size_t nearest = 0;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    weight[k] = 0.0;
    const double distance = norm(polyhedron.vertex[static_cast<std::size_t>(loop[k])] - place);
    if (distance < least) {
      least = distance;
      nearest = k;
    }
  }
  weight[nearest] = 1.0;
}

/// Leaves out negative weights.
void move_inside(std::span<double> weight) {
  double sum = 0.0;
  for (double& w : weight) {
    w = std::max(w, 0.0);
    sum += w;
  }
  for (double& w : weight) w /= sum;
}

}  // namespace

void face_weights(const PolyhedronView& polyhedron, int face, Vec3 place,
                  std::span<double> weight) {
  const auto loop = polyhedron.face(face);
  SOLFEC_ASSERT(weight.size() == loop.size() && loop.size() >= 3);
  const Vec3 up = polyhedron.normal[static_cast<std::size_t>(face)];
  const auto at = [&](std::size_t k) {
    return polyhedron.vertex[static_cast<std::size_t>(loop[k])];
  };
  const auto turn = [&](Vec3 u, Vec3 v) { return dot(up, cross(u, v)); };
  if (loop.size() == 3) {
    const Vec3 p = at(1) - at(0);
    const Vec3 q = at(2) - at(0);
    const double twice = turn(p, q);
    if (!(twice > 0.0)) return nearest_corner(polyhedron, loop, place, weight);
    weight[1] = turn(place - at(0), q) / twice;
    weight[2] = turn(p, place - at(0)) / twice;
    weight[0] = 1.0 - weight[1] - weight[2];
    return move_inside(weight);
  }
  if (loop.size() != 4) return nearest_corner(polyhedron, loop, place, weight);

  // place = at(0) + s p + t q + s t r in the plane of the face
  const Vec3 p = at(1) - at(0);
  const Vec3 q = at(3) - at(0);
  const Vec3 r = at(2) - at(1) - q;
  double s = 0.5;
  double t = 0.5;
  constexpr int kMostSteps = 20;
  constexpr double kExact = 1e-14;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 left = place - at(0) - s * p - t * q - s * t * r;
    const Vec3 by_s = p + t * r;
    const Vec3 by_t = q + s * r;
    const double twice = turn(by_s, by_t);
    if (!(twice > 0.0)) return nearest_corner(polyhedron, loop, place, weight);
    const double ds = turn(left, by_t) / twice;
    const double dt = turn(by_s, left) / twice;
    s = std::clamp(s + ds, 0.0, 1.0);
    t = std::clamp(t + dt, 0.0, 1.0);
    if (std::abs(ds) + std::abs(dt) < kExact) break;
  }
  weight[0] = (1.0 - s) * (1.0 - t);
  weight[1] = s * (1.0 - t);
  weight[2] = s * t;
  weight[3] = (1.0 - s) * t;
}

}  // namespace solfec
