#include "solver/spring_dashpot.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

// -W_TT⁻¹ v; the regularised block is positive definite, so the determinant is positive.
Vec3 tangential_stick(const ContactBlock& w, double vx, double vy) {
  const double a = w.tangent[0];
  const double c = w.tangent[1];
  const double d = w.tangent[2];
  const double scale = 1.0 / std::max(a * d - c * c, 1e-24 * (a * d));
  return {-scale * (d * vx - c * vy), -scale * (a * vy - c * vx), 0.0};
}

double normal_reaction(const LocalDynamics& problem, int i, double W_nn, PenaltyVariant variant,
                       double free_normal) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double s = law.spring;
  const double d = law.dashpot;
  const double V = problem.V[static_cast<std::size_t>(i)].z;
  if (variant == PenaltyVariant::explicit_force) return -s * law.gap - d * V;
  const SpringLine line = spring_line(problem, i);
  return (line.force_at_rest - line.rate * free_normal) / (1.0 + line.rate * W_nn);
}

}  // namespace

SpringLine spring_line(const LocalDynamics& problem, int i) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double s = law.spring;
  const double d = law.dashpot;
  if (problem.quasi_static) return {-s * law.gap, problem.step * s + d};  // of the end of the step
  const double V = problem.V[static_cast<std::size_t>(i)].z;
  const double rate = 0.25 * problem.step * s + 0.5 * d;
  return {-s * law.gap + (0.25 * problem.step * s - 0.5 * d) * V, rate};
}

SpringReaction spring_dashpot_reaction(const LocalDynamics& problem, int i, const ContactBlock& w,
                                       PenaltyVariant variant, Vec3 b, Vec3 previous) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double free_normal = b.z + w.coupling[0] * previous.x + w.coupling[1] * previous.y;
  double normal = normal_reaction(problem, i, w.normal, variant, free_normal);
  const bool open = law.open || (!problem.quasi_static && law.gap > 0.0);  // also when predicted
  if (!law.bonded && (open || normal < 0.0)) return {};

  SpringReaction result;
  Vec3 R = tangential_stick(w, b.x + w.coupling[0] * normal, b.y + w.coupling[1] * normal);
  if (law.bonded && normal < -law.cohesion) {  // opening
    result.bond_breaks = true;
    normal = -law.cohesion;
  }
  R.z = normal;
  const double bound = law.friction * std::fabs(normal);
  const double friction = std::hypot(R.x, R.y);
  if (friction > bound) {  // sliding
    R.x *= bound / friction;
    R.y *= bound / friction;
    result.bond_breaks = law.bonded;
  }
  result.R = R;
  return result;
}

}  // namespace solfec
