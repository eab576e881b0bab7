#include "solver/law/spring_law.h"

#include <algorithm>
#include <cmath>

namespace solfec {

double spring_force(double spring, double power, double x) {
  if (power == 1.0) return spring * x;
  return std::copysign(spring * std::pow(std::fabs(x), power), x);
}

double tangent_stiffness(double spring, double power, double x) {
  if (power == 1.0) return spring;
  const double stiffness = spring * power * std::pow(std::fabs(x), power - 1.0);
  return std::isfinite(stiffness) ? stiffness : 0.0;
}

double dashpot_of(const LocalDynamics& problem, int i, double depth) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  if (law.dashpot >= 0.0) return law.dashpot;
  const double W_nn = problem.W_diagonal[at](2, 2);
  if (!(W_nn > 0.0)) return 0.0;
  const double touching = law.power == 1.0 ? depth : std::max(depth, 0.0);
  const double stiffness = tangent_stiffness(law.spring, law.power, touching);
  return -law.dashpot * (2.0 * std::sqrt(problem.step * stiffness / W_nn));
}

SpringLaw spring_law(const LocalDynamics& problem, int i) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  const double h = problem.step;
  const double dashpot = dashpot_of(problem, i, -law.gap);
  SpringLaw result;
  result.spring = law.spring;
  result.power = law.power;
  if (problem.quasi_static) {  // of the end of the step
    result.depth = -law.gap;
    result.reach = h;
    result.damping = dashpot;
    return result;
  }
  const double V = problem.V[at].z;
  result.depth = -law.gap + 0.25 * h * V;
  result.reach = 0.25 * h;
  result.force = -0.5 * dashpot * V;
  result.damping = 0.5 * dashpot;
  return result;
}

namespace {

/// Root y in [0, bound] of s y^p + k y = k bound: Newton from above, kept inside a bracket.
double depth_of(double spring, double power, double k, double bound) {
  constexpr int kIterations = 200;  // a few; bisection at most this many
  constexpr double kAccuracy = 1e-15;
  if (!(bound > 0.0) || spring == 0.0) return std::max(bound, 0.0);
  const auto excess = [&](double y) { return spring_force(spring, power, y) + k * (y - bound); };
  double low = 0.0;
  double high = bound;
  if (power > 0.0) high = std::min(high, std::pow(k * bound / spring, 1.0 / power));
  double y = high;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const double value = excess(y);
    (value > 0.0 ? high : low) = y;
    double next = y - value / (tangent_stiffness(spring, power, y) + k);
    if (!(low < next && next < high)) next = 0.5 * (low + high);
    if (std::fabs(next - y) <= kAccuracy * y || !(low < next && next < high)) break;
    y = next;
  }
  return y;
}

}  // namespace

double implicit_force(const SpringLaw& law, double W_nn, double b) {
  const double free = law.depth - law.reach * b;  // depth without reaction
  const double pushing = law.force - law.damping * b;
  const double divisor = 1.0 + law.damping * W_nn;
  const double reach = law.reach * W_nn;  // of a reaction on the depth, m/N
  double depth = free;
  if (reach > 0.0) {
    const double relaxed = free - reach * pushing / divisor;  // with the dashpot alone
    depth = std::copysign(depth_of(law.spring, law.power, divisor / reach, std::fabs(relaxed)),
                          relaxed);
  }
  return (spring_force(law.spring, law.power, depth) + pushing) / divisor;
}

double semi_explicit_force(const SpringLaw& law, double W_nn, double b) {
  const double x = law.depth - law.reach * b;
  const double rate = tangent_stiffness(law.spring, law.power, x) * law.reach + law.damping;
  return (spring_force(law.spring, law.power, x) + law.force - law.damping * b) /
         (1.0 + rate * W_nn);
}

}  // namespace solfec
