#include "local_dynamics/contact_block.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

// Jacobi rotation that makes the symmetric matrix (a, b; b, d) diagonal (Golub and Van Loan,
// Matrix Computations, sec. 8.5).
void rotate_tangents(ContactBlock& block, double a, double b, double d, double smallest) {
  const double half = 0.5 * (d - a);
  const double larger = std::fabs(half) + std::sqrt(half * half + b * b);
  const double t = b != 0.0 && larger > 0.0 ? std::copysign(b, half * b) / larger : 0.0;
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
  if (!is_regular_block(W)) return {};
  ContactBlock block = make_plain_block(W);
  const double w1 = block.coupling[0];
  const double w2 = block.coupling[1];
  const double q = block.inverse_normal;
  rotate_tangents(block, block.tangent[0] - w1 * w1 * q, block.tangent[1] - w1 * w2 * q,
                  block.tangent[2] - w2 * w2 * q, kBlockRegularisation * trace(W));
  return block;
}

ContactBlock with_proximal_part(const ContactBlock& block, double theta) {
  const double size = (block.tangent[0] + block.tangent[2] + block.normal) / 3.0;
  ContactBlock sum = block;
  sum.normal = block.normal + theta * size;
  sum.inverse_normal = 1.0 / sum.normal;
  const double growth = sum.normal * block.inverse_normal;
  for (int t = 0; t < 2; ++t) {
    sum.schur[t] = block.schur[t] + theta * size;
    sum.coupling[t] = growth * block.coupling[t];
    sum.rotated_coupling[t] = growth * block.rotated_coupling[t];
  }
  // Ŵ_T = S + w_T w_Tᵀ / w_N, of which the Schur complement S grows by θ w 1
  const double old_part = block.inverse_normal;
  const double new_part = sum.inverse_normal;
  const double c1 = block.coupling[0];
  const double c2 = block.coupling[1];
  sum.tangent[0] +=
      theta * size + sum.coupling[0] * sum.coupling[0] * new_part - c1 * c1 * old_part;
  sum.tangent[1] += sum.coupling[0] * sum.coupling[1] * new_part - c1 * c2 * old_part;
  sum.tangent[2] +=
      theta * size + sum.coupling[1] * sum.coupling[1] * new_part - c2 * c2 * old_part;
  return sum;
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
