#pragma once

#include "solver/one_contact/one_contact.h"

namespace solfec {

/// Uzawa iteration r <- P_K(r - ρ (u_T, u_n + mu |u_T|)) with the projection on the friction cone
/// (De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245), ρ = 1 / λ_max(W).
/// @param[in,out] r  Start and result; finite, else the status is `failed`.
OneContactStatus solve_de_saxce_feng(const OneContact& contact, const OneContactParams& params,
                                     Vec3& r);

}  // namespace solfec
