#include "solver/measure/row_residual.h"

#include "solver/law/law.h"

namespace solfec {

Vec3 natural_row_residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  if (is_open(problem.law[static_cast<std::size_t>(i)])) return {};
  return law_of(problem, i).residual(problem, i, scale, R, U);
}

double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  if (is_open(problem.law[static_cast<std::size_t>(i)])) return 0.0;
  return law_of(problem, i).spurious_energy(problem, i, R, U);
}

double free_energy(const LocalDynamics& problem, int i) {
  const auto at = static_cast<std::size_t>(i);
  return inverse_weighted_square(problem.W_diagonal[at], problem.B[at]) +
         law_of(problem, i).own_energy(problem, i);
}

}  // namespace solfec
