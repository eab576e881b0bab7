#include "output/export/quaternion.h"

#include <cmath>

#include <gtest/gtest.h>

#include "math/rotation.h"

namespace solfec {
namespace {

// cos(φ/2) and sin(φ/2) times the axis, for angles up to a half turn and beyond, about axes along
// which each of the four components is the largest.
TEST(Quaternion, IsThatOfAngleAndAxis) {
  constexpr double kTol = 1e-13;  // rounding of a few products at unit scale
  for (const Vec3 direction : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{3, -2, 1},
                               Vec3{-1, 4, 2}, Vec3{1, 1, -5}}) {
    const Vec3 axis = normalized(direction);
    for (const double angle : {0.0, 1e-9, 0.3, 1.5, 2.4, 3.1, 3.14159, 3.2, 5.0, 6.2}) {
      const std::array<double, 4> q = quaternion_of(exponential_map(angle * axis));
      const double w = std::cos(0.5 * angle);
      const double sign = w < 0.0 ? -1.0 : 1.0;
      EXPECT_NEAR(q[0], sign * w, kTol) << angle;
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(q[static_cast<std::size_t>(k + 1)], sign * std::sin(0.5 * angle) * axis[k],
                    kTol)
            << angle;
      }
    }
  }
}

}  // namespace
}  // namespace solfec
