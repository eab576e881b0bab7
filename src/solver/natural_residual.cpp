#include "solver/natural_residual.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "solver/bilateral.h"
#include "solver/friction_cone.h"
#include "solver/row_residual.h"

namespace solfec {
namespace {

double mean_inverse_mass(const LocalDynamics& problem) {
  double sum = 0.0;
  for (const Mat3& W : problem.W_diagonal) sum += trace(W) / 3.0;
  return problem.size() > 0 ? sum / problem.size() : 1.0;
}

Vec3 row_residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  if (!is_contact(law.kind)) return bilateral_residual(problem, i, U);
  if (law.open && !law.bonded) return {};
  if (law.kind == RowKind::spring_dashpot) return scale * spring_residual(problem, i, R, U);
  const Vec3 r = scale * Vec3{R.x, R.y, R.z + law.cohesion};
  const double slip = std::hypot(U.x, U.y);
  const Vec3 u{U.x, U.y, U.z + law.velocity_shift + law.friction * slip};
  return r - project_on_friction_cone(r - u, law.friction);
}

}  // namespace

double natural_residual(const LocalDynamics& problem, std::span<const Vec3> R,
                        std::span<const Vec3> U, int* worst_row) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  const double scale = mean_inverse_mass(problem);
  double residual = 0.0;
  double free = 0.0;
  double velocity = 0.0;
  double reaction = 0.0;
  double largest_part = 0.0;
  if (worst_row != nullptr) *worst_row = -1;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Vec3 missing = row_residual(problem, i, scale, R[at], U[at]);
    const double part = dot(missing, missing);
    if (worst_row != nullptr && part > largest_part) {
      largest_part = part;
      *worst_row = i;
    }
    residual += part;
    free += dot(problem.B[at], problem.B[at]);
    velocity += dot(U[at], U[at]);
    reaction += scale * scale * dot(R[at], R[at]);
  }
  const double largest = std::sqrt(std::max({free, velocity, reaction}));
  return std::sqrt(residual) / (largest > 0.0 ? largest : 1.0);
}

}  // namespace solfec
