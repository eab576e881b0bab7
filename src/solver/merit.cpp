#include "solver/merit.h"

#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "solver/bilateral.h"
#include "solver/row_residual.h"

namespace solfec {
namespace {

// <A x, x> of a row: all components, or A_NN x_N² for a row along a direction.
double row_energy(RowKind kind, const Mat3& W, Vec3 x) {
  if (!is_contact(kind) && kind != RowKind::fixed_point) x = {0.0, 0.0, x.z};
  return inverse_weighted_square(W, x);
}

double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  const Mat3& W = problem.W_diagonal[at];
  if (is_contact(law.kind) && law.open && !law.bonded) return 0.0;
  if (law.kind == RowKind::contact) {
    return inverse_weighted_square(W, contact_residual(law, R, U));
  }
  if (law.kind == RowKind::spring_dashpot) {
    const Vec3 missing = spring_residual(problem, i, R, U);
    return W(2, 2) * dot(missing, missing);
  }
  return row_energy(law.kind, W, bilateral_residual(problem, i, U));
}

// Energy of the free motion, to which a prescribed velocity adds its own.
double free_energy(const LocalDynamics& problem) {
  double sum = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const RowLaw& law = problem.law[at];
    sum += inverse_weighted_square(problem.W_diagonal[at], problem.B[at]);
    if (law.kind == RowKind::velocity_direction) {
      sum += row_energy(law.kind, problem.W_diagonal[at], {0.0, 0.0, law.target});
    }
  }
  return sum;
}

}  // namespace

double merit(const LocalDynamics& problem, std::span<const Vec3> R, std::span<const Vec3> U,
             std::span<double> per_row) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  SOLFEC_ASSERT(per_row.empty() || count(per_row) == problem.size());
  const double free = free_energy(problem);
  const double scale = free > 0.0 ? 1.0 / free : 1.0;
  double sum = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double value = scale * spurious_energy(problem, i, R[at], U[at]);
    if (!per_row.empty()) per_row[at] = value;
    sum += value;
  }
  return sum;
}

}  // namespace solfec
