#include "math/spectral3.h"

#include <cmath>
#include <limits>

namespace solfec {
namespace {

/// Makes A_pq zero by a rotation in the plane of p and q; r is the third index.
void rotate(Mat3& A, Mat3& V, int p, int q) {
  const int r = 3 - p - q;
  const double off = A(p, q);
  const double theta = (A(q, q) - A(p, p)) / (2.0 * off);
  const double t = (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
  const double c = 1.0 / std::sqrt(t * t + 1.0);
  const double s = t * c;
  A(p, p) -= t * off;
  A(q, q) += t * off;
  const double of_p = A(p, r);
  const double of_q = A(q, r);
  A(p, r) = A(r, p) = c * of_p - s * of_q;
  A(q, r) = A(r, q) = s * of_p + c * of_q;
  A(p, q) = A(q, p) = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double a = V(k, p);
    const double b = V(k, q);
    V(k, p) = c * a - s * b;
    V(k, q) = s * a + c * b;
  }
}

}  // namespace

Spectrum3 spectrum_of(Mat3 A) {
  constexpr int kMostSweeps = 20;  // five are usual
  constexpr double kRounding = 0.1 * std::numeric_limits<double>::epsilon();
  for (int p = 0; p < 3; ++p) {
    for (int q = p + 1; q < 3; ++q) A(q, p) = A(p, q);
  }
  Mat3 V = identity();
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool changed = false;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        const double size = std::abs(A(p, p)) + std::abs(A(q, q));
        if (std::abs(A(p, q)) <= kRounding * size) continue;
        rotate(A, V, p, q);
        changed = true;
      }
    }
    if (!changed) break;
  }
  return {{A(0, 0), A(1, 1), A(2, 2)}, V};
}

}  // namespace solfec
