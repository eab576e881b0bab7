#include "output/export/quaternion.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"

namespace solfec {

std::array<double, 4> quaternion_of(const Mat3& r) {
  const double t = trace(r);
  const std::array<double, 4> square{1.0 + t, 1.0 - t + 2.0 * r(0, 0), 1.0 - t + 2.0 * r(1, 1),
                                     1.0 - t + 2.0 * r(2, 2)};  // 4 q²
  const std::array<double, 3> skew{r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
  const auto largest =
      static_cast<int>(std::max_element(square.begin(), square.end()) - square.begin());
  std::array<double, 4> q{};
  const double twice = std::sqrt(square[at(largest)]);
  q[at(largest)] = 0.5 * twice;
  for (int i = 0; i < 4; ++i) {
    if (i == largest) continue;
    const bool with_w = i == 0 || largest == 0;
    const double product =
        with_w ? skew[at(std::max(i, largest) - 1)] : r(i - 1, largest - 1) + r(largest - 1, i - 1);
    q[at(i)] = 0.5 * product / twice;  // product: 4 q_i q_largest
  }
  if (q[0] < 0.0) {
    for (double& part : q) part = -part;
  }
  return q;
}

}  // namespace solfec
