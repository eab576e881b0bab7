// Compiled for x86-64-v3, without fused products, where the compiler knows it (CMakeLists.txt).
#include <cstring>

#include "geometry/collision/farthest_point.h"

namespace solfec {

#if defined(__AVX2__)

namespace {

using Four = double __attribute__((vector_size(32)));

static_assert(sizeof(Vec3) == 3 * sizeof(double));

Four load(const Vec3* points, int offset) {
  Four four;
  std::memcpy(&four, reinterpret_cast<const double*>(points) + offset, sizeof four);
  return four;
}

/// A direction by the coordinates that stand in the three loads of four points.
struct Pattern {
  Four first;
  Four second;
  Four third;
};

/// Dot products of the four points at `points`, in the order of kOrder.
Four products(const Vec3* points, const Pattern& direction) {
  const Four p = direction.first * load(points, 0);   // x0 y0 z0 x1
  const Four q = direction.second * load(points, 4);  // y1 z1 x2 y2
  const Four r = direction.third * load(points, 8);   // z2 x3 y3 z3
  const Four x = __builtin_shufflevector(__builtin_shufflevector(p, q, 0, 1, 6, 3), r, 0, 5, 2, 3);
  const Four y = __builtin_shufflevector(__builtin_shufflevector(p, q, 4, 1, 2, 7), r, 0, 1, 6, 3);
  const Four z = __builtin_shufflevector(__builtin_shufflevector(p, q, 0, 5, 2, 3), r, 4, 1, 2, 7);
  // x has points 0 3 2 1, y has 1 0 3 2, z has 2 1 0 3
  return (x + __builtin_shufflevector(y, y, 1, 2, 3, 0)) +
         __builtin_shufflevector(z, z, 2, 3, 0, 1);
}

// of the points in a result of `products`; numbers of points are exact as doubles
constexpr Four kOrder = {0.0, 3.0, 2.0, 1.0};

constexpr double kNone = 1e300;

/// The least of four numbers in all places.
Four least_of(Four a) {
  const Four b = __builtin_shufflevector(a, a, 2, 3, 0, 1);
  const Four c = a < b ? a : b;
  const Four d = __builtin_shufflevector(c, c, 1, 0, 3, 2);
  return c < d ? c : d;
}

}  // namespace

/// Four lanes each keep the first of their own largest; the least number among the lanes that have
/// the largest of all is the first of equals, as of the baseline.
int farthest_point_wide(const Vec3* points, int n, Vec3 direction) {
  if (n < 4) return farthest_point_baseline(points, n, direction);
  const auto [x, y, z] = direction;
  const Pattern pattern{{x, y, z, x}, {y, z, x, y}, {z, x, y, z}};
  Four largest = products(points, pattern);
  Four best = kOrder;
  for (int k = 4; k < n; k += 4) {
    const int first = k < n - 4 ? k : n - 4;  // the last four may overlap those before
    const Four value = products(points + first, pattern);
    const Four number = kOrder + static_cast<double>(first);
    best = value > largest ? number : best;
    largest = value > largest ? value : largest;
  }
  const Four most = -least_of(-largest);
  const Four none = {kNone, kNone, kNone, kNone};
  const double number = least_of(largest == most ? best : none)[0];
  // of coordinates that are no numbers no lane has the largest
  return number < n ? static_cast<int>(number) : farthest_point_baseline(points, n, direction);
}

#else

int farthest_point_wide(const Vec3* points, int n, Vec3 direction) {
  return farthest_point_baseline(points, n, direction);
}

#endif

}  // namespace solfec
