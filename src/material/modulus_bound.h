#pragma once

#include <limits>

namespace solfec {

/// Extremes of the deformation of one finite element over its integration points.
struct StretchRange {
  double least_volume{};  // of J = det F
  double most_volume{};
  double mean_volume{};   // J̃, mean of J over the reference volume
  double least_square{};  // of tr FᵀF
  double most_square{};
  double deviator{};  // largest |dev FᵀF|
  double elastic{};  // largest (tr bᵉ)³ / J², bᵉ = F Cᵖ⁻¹ Fᵀ; only of laws with a plastic state
  bool mixed{};  // whether the law sees F̄ = (J̃ / J)^⅓ F, as in 'MIXED' elements
};

/// Bound of the second derivative of the energy of a finite element in a direction v of its nodes:
///
///     vᵀ K v <= Σ w (dilation (tr l)² + gradient |l|² + reference |H|²)
///
/// over its points with the weights w, H = ∂v/∂X and l = H F⁻¹; all three are at least zero, Pa.
/// In undeformed elements of Lamé's constants λ >= 0 and μ they add up to λ (tr H)² + 2 μ |H|².
struct ModulusBound {
  double dilation{};
  double gradient{};
  double reference{};
};

/// Result of a law for deformations for which it has no bound.
inline constexpr ModulusBound kNoModulusBound{.gradient = std::numeric_limits<double>::infinity()};

}  // namespace solfec
