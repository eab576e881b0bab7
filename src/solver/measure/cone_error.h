#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Error of reactions R with U = B + W R as solutions of the cone complementarity K ∋ r ⊥ u ∈ K*,
/// Coulomb's law with the dilation s = μ|u_T| left out, without unit:
///
///   error(r, u) = max |w_i r_i - P_K(w_i r_i - u_i)| / max |w_i r_i|,   w_i = tr(W_ii) / 3,
///
/// over the contacts, in the shifted variables of row_quantities.h; bilateral and other rows take
/// part with their residual (law/law.h). The largest row counts, so errors do not get smaller by
/// contacts that are added. Both maxima are velocities; the denominator is the largest velocity
/// that a reaction takes from its bodies, and max |u_i| where all reactions vanish. Reactions of
/// Coulomb's law have an error of the size of s where contacts slide.
double cone_error(const LocalDynamics& problem, std::span<const Vec3> R, std::span<const Vec3> U);

}  // namespace solfec
