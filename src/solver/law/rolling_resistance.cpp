#include "solver/law/rolling_resistance.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace solfec {
namespace {

Vec3 on_disc(Vec3 x, double radius) {
  const double size = std::hypot(x.x, x.y);
  return size <= radius ? x : (radius / size) * x;
}

/// s M - P(s M - w), rad/s.
Vec3 miss_of(double s, double bound, Vec3 M, Vec3 w) {
  const Vec3 moved = s * M;
  return moved - on_disc(moved - w, s * bound);
}

}  // namespace

double rolling_bound(const RollingRow& row, double normal) {
  return row.arm * std::max(normal, 0.0);
}

Vec3 rolling_couple(const RollingRow& row, Vec3 b, double bound) {
  SOLFEC_ASSERT(bound >= 0.0);
  constexpr int kMostSteps = 50;
  constexpr double kClose = 1e-15;
  if (!(bound > 0.0)) return {};
  RollingRow shifted = row;
  Vec3 M = -shifted.divide(b);
  double size = std::hypot(M.x, M.y);
  if (size <= bound) return M;
  for (int k = 0; k < kMostSteps && size > bound * (1.0 + kClose); ++k) {
    const double step = (size / bound - 1.0) * size * size / dot(M, shifted.divide(M));
    shifted.W[0] += step;
    shifted.W[2] += step;
    M = -shifted.divide(b);
    size = std::hypot(M.x, M.y);
  }
  return on_disc(M, bound);
}

Vec3 rolling_residual(const RollingRow& row, double scale, double bound, Vec3 M, Vec3 w) {
  return row.length * miss_of(scale / (row.length * row.length), bound, M, w);
}

double rolling_spurious_energy(const RollingRow& row, double bound, Vec3 M, Vec3 w) {
  const Vec3 miss = miss_of(0.5 * (row.W[0] + row.W[2]), bound, M, w);
  return dot(miss, row.divide(miss));
}

}  // namespace solfec
