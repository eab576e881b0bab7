#pragma once

namespace solfec {

/// ¼h² + ½ηh, s²: the factor of K in the matrix A = M + (¼h² + ½ηh) K of the mid-point rule with
/// stiffness-proportional damping η, whose force is η K at the mean velocity, K without the part
/// that comes from the present stress.
constexpr double implicit_factor(double step, double damping) {
  return 0.25 * step * step + 0.5 * damping * step;
}

/// The part of that factor that is no damping, which the geometric part of K sees and a load that
/// follows the body.
constexpr double undamped_share(double step, double damping) {
  return 0.25 * step * step / implicit_factor(step, damping);
}

}  // namespace solfec
