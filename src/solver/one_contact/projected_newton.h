#pragma once

#include "solver/one_contact/one_contact.h"

namespace solfec {

/// Projected Newton method on the nonsmooth velocity equation C(r) = F + m(r - F) = 0 with
/// F = ρ (u_T, u_n + mu |u_T|), m(s) = s - P_K(s), after De Saxcé and Feng (1998), Math. Comput.
/// Model. 28, 225-245: r <- P_K(r + a Δr), (DP F' W + 1 - DP) Δr = -C with DP = ∂P_K(r - F). The
/// step length a is halved until |C| falls; where it does not, r <- P_K(r - F).
///
/// Stops on |C| <= tolerance max(|r|, 1 N), because the projection may stop r away from a solution.
/// ρ = 3 / tr(W) gives F the unit of r, so that the equation does not depend on units of mass.
/// @param[in,out] r  Start and result; finite, else the status is `failed`.
OneContactStatus solve_projected_newton(const OneContact& contact, const OneContactParams& params,
                                        Vec3& r);

/// Solves the contact by Newton's method in its literal velocity form (T. Koziara, Solfec-1.0,
/// contact formulations, eqs. 84-87): C(r) = F + m(r - F) with ρ = 1, so that C is a velocity and F
/// is compared with a force; stops when |C| <= tolerance |b|, or |C| is down to the rounding of r.
/// r <- P_K(r + Δr) where no halved step is better.
///
/// Deviation from the source: the step is halved while that makes |C| smaller. The equation has the
/// solutions of the scaled one, but its basin depends on units of mass; where the iteration does
/// not end, sweeps take the exact solver (SolveReport::replaced_visits).
OneContactStatus solve_velocity_newton(const OneContact& contact, const OneContactParams& params,
                                       Vec3& r);

}  // namespace solfec
