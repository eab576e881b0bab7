#include "solver/law/rigid_link.h"

#include <cmath>

namespace solfec {
namespace {

double remaining_step(const LocalDynamics& problem) {
  return problem.quasi_static ? problem.step : 0.5 * problem.step;
}

}  // namespace

double RigidLink::miss(const LocalDynamics& problem, int i, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double step = remaining_step(problem);
  return (norm(law.link + step * U) - law.target) / step;
}

Vec3 RigidLink::gradient(const LocalDynamics& problem, int i, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const Vec3 link = law.link + remaining_step(problem) * U;
  const double length = norm(link);
  return length > 0.0 ? link / length : Vec3{0.0, 0.0, 1.0};
}

Vec3 RigidLink::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                         Vec3 /*previous*/) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double step = remaining_step(problem);
  const Vec3 free = law.link + step * b;
  const Vec3 rate = step * Vec3{w.coupling[0], w.coupling[1], w.normal};
  // rate² x² + 2 half x + excess = 0
  const double half = dot(free, rate);
  const double excess = dot(free, free) - law.target * law.target;
  const double discriminant = half * half - dot(rate, rate) * excess;
  if (!(discriminant >= 0.0)) return {0.0, 0.0, -b.z * w.inverse_normal};
  const double root = std::sqrt(discriminant);
  const double x = half > 0.0 ? -excess / (half + root) : (root - half) / dot(rate, rate);
  return {0.0, 0.0, x};
}

}  // namespace solfec
