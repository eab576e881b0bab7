#pragma once

#include "solver/one_contact/one_contact.h"

namespace solfec {

/// Projected gradient iteration: r - ρ u projected on r_n >= 0 and then on the disc |r_T| <= mu r_n
/// (Alart and Curnier (1991), CMAME 92, 353-375), ρ = 1 / λ_max(W).
/// @param[in,out] r  Start and result; finite, else the status is `failed`.
OneContactStatus solve_projected_gradient(const OneContact& contact, const OneContactParams& params,
                                          Vec3& r);

}  // namespace solfec
