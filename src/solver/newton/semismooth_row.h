#pragma once

#include "solver/one_contact/linear_row.h"

namespace solfec {

/// Primal-dual active set linearisation of max(mu d_n, |d_T|) r_T = mu max(0, d_n) d_T and
/// r_n = max(0, d_n) with d = r - ρ u (Hüeber, Stadler and Wohlmuth (2007), SIAM J. Sci. Comput.
/// 30, 572-596): friction is bounded by mu d_n. Slip rows carry the damping factor β of that paper.
LinearRow hsw_row(const ShiftedContact& contact);

/// Primal-dual active set linearisation of a contact as in hsw_row, with friction bounded by mu r_n
/// of the current iterate, which moves with r_n in slip rows (Koziara and Bićanić (2008), CMAME
/// 197, 2763-2777).
LinearRow hybrid_row(const ShiftedContact& contact);

/// Primal-dual active set linearisation of a contact as in hsw_row, with friction bounded by mu
/// frozen_r_n, a problem of Tresca; the caller moves the bound.
LinearRow fixed_point_row(const ShiftedContact& contact);

}  // namespace solfec
