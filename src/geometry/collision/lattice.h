#pragma once

#include <cstdint>

#include "math/vec3.h"

namespace solfec {

/// Integer coordinates of a point, at most `Lattice::kSteps` in absolute value.
struct LatticePoint {
  std::int64_t x{};
  std::int64_t y{};
  std::int64_t z{};
};

/// Fine cubic grid over a cloud of points.
///
/// Points are rounded to the grid, by less than one step per coordinate. Products of three
/// differences of coordinates then fit into 128 bits, so that the side of a plane on which a point
/// lies is known exactly: answers about nearly coplanar points do not contradict each other.
class Lattice {
 public:
  static constexpr double kSteps = 0x1p41;  // over the extent of the cloud
  static constexpr double kStep = 1.0 / kSteps;

  Lattice() = default;
  /// @param origin  A point of the cloud, m.
  /// @param extent  Largest difference of a coordinate of two points of the cloud, positive, m.
  Lattice(Vec3 origin, double extent) : origin_(origin), scale_(kSteps / extent) {}

  [[nodiscard]] LatticePoint at(Vec3 p) const {
    const Vec3 steps = scale_ * (p - origin_);
    return {static_cast<std::int64_t>(steps.x), static_cast<std::int64_t>(steps.y),
            static_cast<std::int64_t>(steps.z)};
  }

 private:
  Vec3 origin_;
  double scale_{};
};

/// Normal of a triangle, correct to a few roundings however thin the triangle is; its length is
/// twice the area in square steps.
Vec3 lattice_normal(const LatticePoint& p, const LatticePoint& q, const LatticePoint& r);

/// Finds exactly on which side of the plane of a triangle a point lies: 1 on the side to which the
/// normal points, -1 on the other side, 0 in the plane.
int lattice_side(const LatticePoint& p, const LatticePoint& q, const LatticePoint& r,
                 const LatticePoint& point);

}  // namespace solfec
