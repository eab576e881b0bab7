#pragma once

#include "body/rigid_set.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Right Jacobian T(ψ) of the exponential map: exp((ψ + δ)^) = exp(ψ^) exp((T δ)^) + O(δ²),
/// T = 1 - (1 - cos θ)/θ² ψ̂ + (θ - sin θ)/θ³ ψ̂² with θ = |ψ| and series near zero.
Mat3 exponential_jacobian(Vec3 rotation_vector);

/// Result of solve_implicit_rotation.
struct ImplicitRotation {
  Vec3 angular;        // Ω, rad/s
  Mat3 half_rotation;  // exp(½hΩ)
  int iterations{};
  bool converged{};
};

/// Solves exp(½hΩ) J Ω = momentum (N m s) for Ω by Newton's method from the given Ω.
///
/// The derivative is exp(½hΩ) (J - ½h (JΩ)^ T(½hΩ)). Iterations end when the residual is at the
/// rounding of its own terms, so momentum is kept to rounding however small h is; 50 at most.
ImplicitRotation solve_implicit_rotation(const Mat3& inertia, Vec3 momentum, Vec3 angular,
                                         double step);

/// Ω that a body has at the end of a step with the momentum A + h r in the axes of t + ½h, N m s.
/// @pre rigid_free_velocity has run, or its momentum A is there.
ImplicitRotation implicit_rotation(const RigidSet& set, int slot, Vec3 momentum, double step);

}  // namespace solfec
