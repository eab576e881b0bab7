#pragma once

#include <algorithm>

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// The problem of a single contact: find r with u = W r + b, 0 <= u_n ⊥ r_n >= 0, |r_T| <= mu r_n
/// and slip opposite to friction, u_T = -λ r_T with λ >= 0, λ > 0 only on the cone.
/// Restitution and cohesion are in the unknowns: u_n = U_N + velocity_shift, r_n = R_N + cohesion,
/// b = B + velocity_shift n - W n cohesion with B the free velocity that includes the neighbours.
struct OneContact {
  Mat3 W;             // symmetric, s/kg
  Vec3 b;             // m/s
  double friction{};  // mu >= 0
};

/// Solver of the one-contact problem inside a sweep.
enum class DiagonalSolver {
  exact,
  semismooth_newton,
  projected_gradient,
  de_saxce_feng,
  projected_newton,
  velocity_newton
};

/// Force that an accuracy of r is a share of, N: |r|, at least the force that ρ gives b.
/// @param rho  kg/s, size of W⁻¹.
inline double reaction_scale(const OneContact& contact, double rho, Vec3 r) {
  return std::max(norm(r), rho * norm(contact.b));
}

/// Accuracy of iterative one-contact solvers: stop when |Δr| <= tolerance reaction_scale.
struct OneContactParams {
  double tolerance = 1e-8;
  int max_iterations = 100;
};

enum class OneContactStatus { solved, not_converged, failed };

}  // namespace solfec
