#include "math/pseudo_inverse.h"

#include <cmath>

#include "base/check.h"

namespace solfec {

namespace {

constexpr int kMaxSweeps = 30;  // three or four do

/// Rotation in the plane (p, q) that makes a(p, q) zero, applied to `a` and to the eigenvectors.
void rotate_pair(Mat3& a, Mat3& vectors, int p, int q) {
  if (a(p, q) == 0.0) return;
  const double theta = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
  const double t = std::copysign(1.0 / (std::fabs(theta) + std::hypot(theta, 1.0)), theta);
  const double c = 1.0 / std::hypot(t, 1.0);
  const double s = t * c;
  for (int k = 0; k < 3; ++k) {  // columns
    const double kp = a(k, p);
    const double kq = a(k, q);
    a(k, p) = c * kp - s * kq;
    a(k, q) = s * kp + c * kq;
    const double vp = vectors(k, p);
    const double vq = vectors(k, q);
    vectors(k, p) = c * vp - s * vq;
    vectors(k, q) = s * vp + c * vq;
  }
  for (int k = 0; k < 3; ++k) {  // rows
    const double pk = a(p, k);
    const double qk = a(q, k);
    a(p, k) = c * pk - s * qk;
    a(q, k) = s * pk + c * qk;
  }
  a(p, q) = a(q, p) = 0.0;
}

}  // namespace

Mat3 pseudo_inverse(const Mat3& a, double threshold) {
  SOLFEC_ASSERT(is_finite(a) && threshold >= 0.0);
  Mat3 values = a;
  Mat3 vectors = identity();
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    if (values(0, 1) == 0.0 && values(0, 2) == 0.0 && values(1, 2) == 0.0) break;
    rotate_pair(values, vectors, 0, 1);
    rotate_pair(values, vectors, 0, 2);
    rotate_pair(values, vectors, 1, 2);
  }
  Mat3 result;
  for (int i = 0; i < 3; ++i) {
    if (!(values(i, i) > threshold)) continue;
    result += (1.0 / values(i, i)) * outer(vectors.column(i), vectors.column(i));
  }
  return result;
}

}  // namespace solfec
