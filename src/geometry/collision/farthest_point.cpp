#include "geometry/collision/farthest_point.h"

#include "base/wide_vectors.h"

namespace solfec {

int farthest_point_baseline(const Vec3* points, int n, Vec3 direction) {
  int best = 0;
  double largest = dot(points[0], direction);
  for (int i = 1; i < n; ++i) {
    const double value = dot(points[i], direction);
    if (value > largest) {
      largest = value;
      best = i;
    }
  }
  return best;
}

FarthestPoint farthest_point_kernel() {
  return has_wide_vectors() ? farthest_point_wide : farthest_point_baseline;
}

}  // namespace solfec
