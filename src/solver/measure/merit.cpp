#include "solver/measure/merit.h"

#include "base/check.h"
#include "base/count.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"

namespace solfec {
double merit(const LocalDynamics& problem, std::span<const Vec3> R, std::span<const Vec3> U,
             std::span<double> per_row) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  SOLFEC_ASSERT(per_row.empty() || count(per_row) == problem.size());
  const double scale = mean_inverse_mass(problem);
  double free = 0.0;
  double spurious = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double value = row_miss(problem, i, scale, R[at], U[at]).energy;
    if (!per_row.empty()) per_row[at] = value;
    free += free_energy(problem, i);
    spurious += value;
  }
  const double share = free > 0.0 ? 1.0 / free : 1.0;
  for (double& value : per_row) value *= share;
  return share * spurious;
}

Residual residual_of(const LocalDynamics& problem, std::span<const Vec3> R,
                     std::span<const Vec3> U) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  const double scale = mean_inverse_mass(problem);
  ViolationSums sums(scale);
  double free = 0.0;
  double spurious = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    free += free_energy(problem, i);
    if (is_open(problem.law[at])) continue;
    const RowMiss miss = row_miss(problem, i, scale, R[at], U[at]);
    spurious += miss.energy;
    sums.add(problem, i, miss.velocity, R[at], U[at]);
  }
  return {sums.result(problem.body_space.slot_count()), (free > 0.0 ? 1.0 / free : 1.0) * spurious};
}
}  // namespace solfec
