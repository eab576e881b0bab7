#include "integrator/critical_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <Eigen/Core>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/stiffness_bound.h"
#include "math/lapack.h"
#include "math/small_cholesky.h"

namespace solfec {

namespace {

// Bodies are gone through in parts by increasing id. Each part knows the smallest step that it has
// met as an eigenvalue (Stiffest::bound); a body whose matrix has none above it is dismissed by a
// Cholesky factorisation. Bodies of elements have a bound of their own (eigenvalue_bound of
// body/finite_element/stiffness_bound.h).

using Matrix9 = Eigen::Matrix<double, 9, 9>;

/// L⁻¹ of the Cholesky factors E = L Lᵀ of a symmetric positive definite matrix; lower triangular.
Mat3 inverse_cholesky_factor(const Mat3& E) {
  const double l00 = std::sqrt(E(0, 0));
  const double l10 = E(1, 0) / l00;
  const double l20 = E(2, 0) / l00;
  const double l11 = std::sqrt(E(1, 1) - l10 * l10);
  const double l21 = (E(2, 1) - l20 * l10) / l11;
  const double l22 = std::sqrt(E(2, 2) - l20 * l20 - l21 * l21);
  Mat3 result = diagonal(1.0 / l00, 1.0 / l11, 1.0 / l22);
  result(1, 0) = -l10 / (l00 * l11);
  result(2, 1) = -l21 / (l11 * l22);
  result(2, 0) = (l10 * l21 / l11 - l20) / (l00 * l22);
  return result;
}

/// The symmetric matrix with the eigenvalues of M⁻¹K: the rate G = Ḟ L has the unit mass matrix, so
/// block (A, B) is Σ_JL L⁻¹_AJ K_JL L⁻¹_BL with the 3 x 3 blocks K_JL of V ∂P_·J/∂F_·L.
void scaled_stiffness(const PseudoRigidSet& set, int slot, Matrix9& result) {
  std::array<double, 81> stiffness;
  tangent_stiffness(set, slot, set.gradient[slot], stiffness);
  const Eigen::Map<const Matrix9> K(stiffness.data());
  const Mat3 factor = inverse_cholesky_factor(set.euler[slot]);

  // Row blocks, then column blocks; the factor is lower triangular.
  Matrix9 left = Matrix9::Zero();
  result.setZero();
  for (Eigen::Index A = 0; A < 3; ++A) {
    for (Eigen::Index J = 0; J <= A; ++J) {
      left.middleRows<3>(3 * A) += factor(int(A), int(J)) * K.middleRows<3>(3 * J);
    }
  }
  for (Eigen::Index B = 0; B < 3; ++B) {
    for (Eigen::Index L = 0; L <= B; ++L) {
      result.middleCols<3>(3 * B) += factor(int(B), int(L)) * left.middleCols<3>(3 * L);
    }
  }
}

double largest_eigenvalue(const Matrix9& matrix) {
  Matrix9 overwritten = matrix;
  std::array<double, 9> values{};
  symmetric_eigenvalues(9, {overwritten.data(), 81}, values);
  return values[8];  // ascending
}

/// True when every eigenvalue is below the bound, by a Cholesky factorisation of bound 1 - matrix,
/// which costs a tenth of the eigenvalues.
bool all_eigenvalues_below(const Matrix9& matrix, double bound) {
  Matrix9 rest = -matrix;
  rest.diagonal().array() += bound;
  return factor_cholesky(9, rest.data());
}

/// Largest stable step of a shape with ω² = eigenvalue and the damping η, s.
///
/// DEF_EXP takes u' = u - h ω² (q + ½h u) - h η ω² u, q' = q + ½h (u + u'). Its amplification
/// matrix has the determinant 1 - ηhω² and the trace 2 - h²ω² - ηhω², so all roots are in the unit
/// circle up to h²ω² + 2ηhω² = 4, which is the bound (2/ω) (√(1 + ξ²) - ξ) of the central
/// difference method with velocities half a step behind, ξ = ½ηω (Belytschko (1983), Computational
/// Methods for Transient Analysis, chapter 1).
double stable_step(double eigenvalue, double damping) {
  const double undamped = 2.0 / std::sqrt(eigenvalue);
  if (damping == 0.0) return undamped;
  return undamped * (undamped / (damping + std::hypot(damping, undamped)));  // no cancellation
}

struct Stiffest {
  double step = std::numeric_limits<double>::infinity();  // s
  double eigenvalue = 0.0;                                // 1/s²
  double damping = 0.0;                                   // s
  BodyId body{};

  /// The eigenvalue that asks for the same step with another damping, 1/s².
  [[nodiscard]] double bound(double other_damping) const {
    if (body == 0 || other_damping == damping) return eigenvalue;
    return 4.0 / (step * (step + 2.0 * other_damping));
  }
  /// Takes the other one when it asks for a smaller step, or for the same with a lower id.
  void compare(double other, double other_damping, BodyId other_body) {
    if (other <= 0.0) return;
    const double other_step = stable_step(other, other_damping);
    if (!(other_step < step || (other_step == step && other_body < body))) return;
    *this = {other_step, other, other_damping, other_body};
  }
};

/// The explicit body of this rank in these slots that asks for the smallest step. Most bodies are
/// dismissed by the cheap bound, up to rounding: so the order of the slots is that of the ids.
Stiffest stiffest_of(const PseudoRigidSet& set, std::span<const int> slots) {
  Stiffest result;
  Matrix9 matrix;
  for (const int i : slots) {
    if (i >= set.owned() || set.scheme[i] != Scheme::def_exp) continue;
    scaled_stiffness(set, i, matrix);
    if (all_eigenvalues_below(matrix, result.bound(set.damping[i]))) continue;
    result.compare(largest_eigenvalue(matrix), set.damping[i], set.id[i]);
  }
  return result;
}

}  // namespace

double largest_eigenvalue(const PseudoRigidSet& set, int slot) {
  Matrix9 matrix;
  scaled_stiffness(set, slot, matrix);
  return largest_eigenvalue(matrix);
}

CriticalStep critical_step(const Bodies& bodies) {
  // A fixed number of parts, so that the result does not depend on the number of threads.
  constexpr int kParts = 64;
  const PseudoRigidSet& set = bodies.pseudo_rigid;
  const std::span<const int> slots = bodies.table().slots(BodyKind::pseudo_rigid);
  const int n = set.size();
  const int part_size = (n + kParts - 1) / kParts;
  std::array<Stiffest, kParts> parts;
  constexpr int kSerialBelow = 512;  // bodies; a part of them costs about as much as a fork
  parallel_for(kParts, n < kSerialBelow ? kParts + 1 : 1, [&](int part) {
    const int begin = std::min(n, part * part_size);
    parts[part] = stiffest_of(set, slots.subspan(at(begin), at(std::min(part_size, n - begin))));
  });

  Stiffest result;
  for (const Stiffest& part : parts) result.compare(part.eigenvalue, part.damping, part.body);
  for (const FiniteElementBody& body : bodies.finite_element.owned_bodies()) {
    if (body.scheme != Scheme::def_exp) continue;
    result.compare(eigenvalue_bound(body), body.damping, body.id);
  }
  return {result.step, result.body};
}

StepChoice choose_step(const Bodies& bodies, Analysis analysis, double bound) {
  if (analysis == Analysis::quasi_static) return {bound, 0};
  const CriticalStep critical = critical_step(bodies);
  const double most = kCriticalShare * critical.step;
  return most < bound ? StepChoice{most, critical.body} : StepChoice{bound, 0};
}

}  // namespace solfec
