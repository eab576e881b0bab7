#include "geometry/collision/farthest_on_ellipse.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace solfec {

namespace {

constexpr int kSamples = 32;
constexpr double kWay = 2.0 * std::numbers::pi / kSamples;

Ellipse flat(const Ellipse& curve, Vec3 axis) {
  const auto across = [&](Vec3 v) { return v - dot(v, axis) * axis; };
  return {across(curve.center), across(curve.p), across(curve.q)};
}

/// Half the derivative of the square of the distance.
double slope(const Ellipse& curve, double t) {
  const Vec3 way = std::cos(t) * curve.q - std::sin(t) * curve.p;
  return dot(curve.at(t), way);
}

double bisected(const Ellipse& curve, double low, double high) {
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) return middle;
    (slope(curve, middle) > 0.0 ? low : high) = middle;
  }
}

}  // namespace

Vec3 Ellipse::at(double t) const { return center + std::cos(t) * p + std::sin(t) * q; }

FarPlaces farthest_from_axis(const Ellipse& curve, Vec3 axis) {
  const Ellipse seen = flat(curve, axis);
  std::array<double, kSamples> square{};
  for (int k = 0; k < kSamples; ++k) {
    const Vec3 r = seen.at(k * kWay);
    square[static_cast<std::size_t>(k)] = dot(r, r);
  }
  FarPlaces found;
  for (int k = 0; k < kSamples; ++k) {
    const double here = square[static_cast<std::size_t>(k)];
    const double before = square[static_cast<std::size_t>((k + kSamples - 1) % kSamples)];
    const double after = square[static_cast<std::size_t>((k + 1) % kSamples)];
    if (!(here > before && here >= after) || found.size == 4) continue;
    const double t = bisected(seen, (k - 1) * kWay, (k + 1) * kWay);
    found.angle[static_cast<std::size_t>(found.size++)] = t < 0.0 ? t + 2.0 * std::numbers::pi : t;
  }
  if (found.size == 0) found.size = 1;
  // angles come in increasing order, but that of the first interval can be the largest
  const auto end = found.angle.begin() + found.size;
  if (found.angle.front() > *(end - 1)) {
    std::rotate(found.angle.begin(), found.angle.begin() + 1, end);
  }
  return found;
}

}  // namespace solfec
