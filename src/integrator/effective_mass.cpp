#include "integrator/effective_mass.h"

#include <array>
#include <limits>

#include "integrator/implicit_factor.h"
#include "math/lapack.h"
#include "math/small_cholesky.h"

namespace solfec {

namespace {

constexpr int kSize = 9;

/// Inverse by Cholesky's factors; by those of Gauss when strong compression makes A indefinite.
void invert(const Matrix9x9& A, Matrix9x9& inverse) {
  Matrix9x9 factor = A;
  if (factor_cholesky(kSize, factor.data())) {
    invert_from_cholesky(kSize, factor.data(), inverse.data());
  } else {
    inverse = A;
    (void)invert_symmetric(kSize, inverse);
  }
}

}  // namespace

Mat3 product(const Matrix9x9& A, const Mat3& X) {
  Mat3 result;
  for (std::size_t j = 0; j < kSize; ++j) {
    for (std::size_t i = 0; i < kSize; ++i) result.m[i] += A[i + kSize * j] * X.m[j];
  }
  return result;
}

Mat3 solution(const Matrix9x9& A, const Mat3& B) {
  Matrix9x9 factors = A;
  Mat3 result = B;
  if (!solve_dense(kSize, factors, result.m)) {
    for (double& entry : result.m) entry = std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

void set_effective_mass(PseudoRigidSet& set, int slot, const Mat3& F, double factor,
                        GeometricStiffness geometric) {
  Matrix9x9& A = set.effective_mass[slot];
  tangent_stiffness(set, slot, F, A, geometric.share);
  if (geometric.positive) take_positive_part(kSize, A);
  for (double& entry : A) entry *= factor;
  const Mat3& E = set.euler[slot];
  for (std::size_t L = 0; L < 3; ++L) {
    for (std::size_t J = 0; J < 3; ++J) {
      for (std::size_t i = 0; i < 3; ++i) A[i + 3 * J + 9 * (i + 3 * L)] += E.m[J + 3 * L];
    }
  }
  invert(A, set.effective_inverse[slot]);
  set.implicit[slot] = 1;
}

void set_mid_point_mass(PseudoRigidSet& set, int slot, const Mat3& F, double step) {
  const double damping = set.damping[slot];
  set_effective_mass(set, slot, F, implicit_factor(step, damping),
                     {.share = undamped_share(step, damping)});
}

}  // namespace solfec
