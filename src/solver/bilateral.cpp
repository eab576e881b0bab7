#include "solver/bilateral.h"

#include <cmath>

#include "base/check.h"
#include "local_dynamics/prescribed_velocity.h"
#include "solver/exact_contact.h"

namespace solfec {
namespace {

// h' of |z + h' U| = d: contact geometry belongs to the middle of a dynamic step, so h/2 remains.
double remaining_step(const LocalDynamics& problem) {
  return problem.quasi_static ? problem.step : 0.5 * problem.step;
}

Vec3 link_reaction(const RowLaw& law, double step, const ContactBlock& w, Vec3 b) {
  const Vec3 free = law.link + step * b;
  const Vec3 rate = step * Vec3{w.coupling[0], w.coupling[1], w.normal};
  // |free + rate x|² = d²: rate² x² + 2 half x + excess = 0
  const double half = dot(free, rate);
  const double excess = dot(free, free) - law.target * law.target;
  const double discriminant = half * half - dot(rate, rate) * excess;
  if (!(discriminant >= 0.0)) return {0.0, 0.0, -b.z * w.inverse_normal};
  // The root with (free + rate x) · rate > 0: the link still points along n at the end of the step.
  const double root = std::sqrt(discriminant);
  const double x = half > 0.0 ? -excess / (half + root) : (root - half) / dot(rate, rate);
  return {0.0, 0.0, x};
}

}  // namespace

Vec3 bilateral_reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  SOLFEC_ASSERT(!is_contact(law.kind));
  if (law.kind == RowKind::rigid_link) return link_reaction(law, remaining_step(problem), w, b);
  const Vec3 missing = b - prescribed_velocity(problem, i);
  if (law.kind == RowKind::fixed_point) return solve_stick(w, missing);
  return {0.0, 0.0, -missing.z * w.inverse_normal};
}

Vec3 bilateral_residual(const LocalDynamics& problem, int i, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  SOLFEC_ASSERT(!is_contact(law.kind));
  if (law.kind == RowKind::rigid_link) {
    const double step = remaining_step(problem);
    return {0.0, 0.0, (norm(law.link + step * U) - law.target) / step};
  }
  const Vec3 excess = U - prescribed_velocity(problem, i);
  return law.kind == RowKind::fixed_point ? excess : Vec3{0.0, 0.0, excess.z};
}

Vec3 link_direction(const LocalDynamics& problem, int i, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  SOLFEC_ASSERT(law.kind == RowKind::rigid_link);
  const Vec3 link = law.link + remaining_step(problem) * U;
  const double length = norm(link);
  return length > 0.0 ? link / length : Vec3{0.0, 0.0, 1.0};
}

}  // namespace solfec
