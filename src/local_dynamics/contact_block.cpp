#include "local_dynamics/contact_block.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

constexpr double kRegularisation = 1e-12;  // of the trace, keeps singular blocks solvable

// Jacobi rotation that makes the symmetric matrix (a, b; b, d) diagonal (Golub and Van Loan,
// Matrix Computations, sec. 8.5).
void rotate_tangents(ContactBlock& block, double a, double b, double d, double smallest) {
  double t = 0.0;
  if (b != 0.0) {
    const double theta = (d - a) / (2.0 * b);
    t = std::copysign(1.0 / (std::fabs(theta) + std::hypot(1.0, theta)), theta);
  }
  const double c = 1.0 / std::sqrt(1.0 + t * t);
  const double s = -t * c;
  block.cosine = c;
  block.sine = s;
  block.schur[0] = std::max(a - t * b, smallest);
  block.schur[1] = std::max(d + t * b, smallest);
  block.rotated_coupling[0] = c * block.coupling[0] + s * block.coupling[1];
  block.rotated_coupling[1] = -s * block.coupling[0] + c * block.coupling[1];
}

}  // namespace

ContactBlock make_contact_block(const Mat3& W) {
  ContactBlock block;
  const double size = trace(W);
  if (!is_finite(W) || !(size > 0.0) || !(W(2, 2) >= 0.0)) return block;
  const double shift = kRegularisation * size;
  block.tangent[0] = W(0, 0) + shift;
  block.tangent[1] = 0.5 * (W(0, 1) + W(1, 0));
  block.tangent[2] = W(1, 1) + shift;
  block.coupling[0] = 0.5 * (W(0, 2) + W(2, 0));
  block.coupling[1] = 0.5 * (W(1, 2) + W(2, 1));
  block.normal = W(2, 2) + shift;
  block.inverse_normal = 1.0 / block.normal;
  const double w1 = block.coupling[0];
  const double w2 = block.coupling[1];
  const double q = block.inverse_normal;
  rotate_tangents(block, block.tangent[0] - w1 * w1 * q, block.tangent[1] - w1 * w2 * q,
                  block.tangent[2] - w2 * w2 * q, shift);
  block.regular = std::isfinite(q);
  return block;
}

double largest_eigenvalue(const Mat3& symmetric) {
  const Mat3& a = symmetric;
  const double mean = trace(a) / 3.0;
  const Mat3 deviator = a - mean * identity();
  const double spread = std::sqrt(double_dot(deviator, deviator) / 6.0);
  if (!(spread > 0.0)) return mean;
  const double half_det = 0.5 * determinant((1.0 / spread) * deviator);
  const double angle = std::acos(std::clamp(half_det, -1.0, 1.0)) / 3.0;
  return mean + 2.0 * spread * std::cos(angle);
}

}  // namespace solfec
