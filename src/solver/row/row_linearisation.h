#pragma once

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/one_contact/linear_row.h"

namespace solfec {

/// Linearises the law of a row at R, U = B + W R (`newton_row` of law/law.h).
///
/// Contacts: with x = r/d, y = x - d u, d = w^(-1/2), w = tr(W_ii)/3 and the shifted r, u, the
/// natural map of Alart and Curnier (1991), CMAME 92, 353-375, F_n = x_n - p, p = max(0, y_n),
/// F_T = x_T - min(1, mu p/|y_T|) y_T with G = dP/dy gives (1 - (1 - ε) G) dx + d G dU = -F, hence
/// E = d² C⁻¹ G, k = d C⁻¹ F, C = 1 - (1 - ε) G. Bilateral rows: E = d²/ε on the components that
/// the row prescribes. Spring-dashpot contacts: their derivative X, Y, solved for dR with ε X / ρ
/// added to Y. Open contacts: dR = 0, E = 0, as for a W_ii that nothing can be solved with.
RowLinearisation linearise_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);

}  // namespace solfec
