#pragma once

namespace solfec {

/// ¼h² + ½ηh, s²: the factor of K in the matrix A = M + (¼h² + ½ηh) K of the mid-point rule with
/// stiffness-proportional damping η, whose force is η K at the mean velocity.
constexpr double implicit_factor(double step, double damping) {
  return 0.25 * step * step + 0.5 * damping * step;
}

/// The part of that factor that is no damping, which a load sees that follows the body.
constexpr double load_share(double step, double damping) {
  return 0.25 * step * step / implicit_factor(step, damping);
}

}  // namespace solfec
