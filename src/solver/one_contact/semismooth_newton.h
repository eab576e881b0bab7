#pragma once

#include "solver/one_contact/one_contact.h"

namespace solfec {

/// Semismooth Newton method on max(mu d_n, |d_T|) r_T = mu max(0, d_n) d_T, r_n = max(0, d_n) with
/// d = r - ρ u (Hüeber, Stadler and Wohlmuth (2007), SIAM J. Sci. Comput. 30, 572-596).
///
/// ρ = 1 / λ_max(W), multiplied by ten every max_iterations / 10 iterations.
/// @param[in,out] r  Start and result; finite, else the status is `failed`.
OneContactStatus solve_semismooth_newton(const OneContact& contact, const OneContactParams& params,
                                         Vec3& r);

}  // namespace solfec
