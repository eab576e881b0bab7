#pragma once

#include <array>
#include <span>

#include "math/vec3.h"

namespace solfec {

/// Closed curve x(t) = center + cos t p + sin t q.
struct Ellipse {
  Vec3 center;  // m
  Vec3 p;       // m, any two vectors
  Vec3 q;

  [[nodiscard]] Vec3 at(double t) const;
};

/// Places of a curve whose distance from an axis is largest among their neighbours.
struct FarPlaces {
  std::array<double, 4> angle{};  // t, ascending in [0, 2 pi)
  int size = 0;

  [[nodiscard]] std::span<const double> all() const& {
    return {angle.data(), static_cast<std::size_t>(size)};
  }
  void all() && = delete;  // the span would outlive the numbers of a temporary
};

/// Finds the local maxima of the distance of an ellipse from the axis through the origin.
///
/// The square of the distance is a trigonometric polynomial of degree two, so there are two at
/// most. Its slope changes sign between neighbours of the largest of 32 even samples; bisection
/// ends at rounding.
/// @param axis  Unit.
/// @return One place, without meaning, when all distances are equal.
FarPlaces farthest_from_axis(const Ellipse& curve, Vec3 axis);

}  // namespace solfec
