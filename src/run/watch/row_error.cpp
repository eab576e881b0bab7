#include "run/watch/row_error.h"

#include <cmath>

namespace solfec {

std::optional<double> row_speed_error(const Domain& domain, double residual) {
  const bool has_rows = domain.has_local_dynamics() || domain.has_part_of_local_dynamics();
  if (!has_rows || !std::isfinite(residual)) return std::nullopt;
  double velocity2 = 0.0;
  for (const UserConstraint& row : domain.user_constraints()) velocity2 += dot(row.U, row.U);
  for (const ContactPoint& row : domain.contact_points())
    velocity2 += dot(row.state.U, row.state.U);
  double free2 = 0.0;
  for (const Vec3 B : domain.local_dynamics().B) free2 += dot(B, B);
  if (domain.ranks()) {
    free2 = domain.comm().all_reduce(Reduction::sum, free2);
    if (!domain.is_whole()) velocity2 = domain.comm().all_reduce(Reduction::sum, velocity2);
  }
  return residual * std::sqrt(std::fmax(free2, velocity2));
}

}  // namespace solfec
