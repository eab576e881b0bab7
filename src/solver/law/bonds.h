#pragma once

#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Which bonded rows a solver has solved as springs: those of spring-dashpot contacts, or all, as
/// the penalty solver does.
enum class BondedRows { by_kind, all_springs };

/// Lists the rows whose cohesive bonds the solution R, U overloads, so that they break. Bonds that
/// soften are left to their damage (solver/law/cohesive_contact.h).
///
/// Signorini contacts break by opening, R_N + c < ε c with U_N > δ, or sliding,
/// |R_T| + ε c >= mu (R_N + c) with |U_T| > δ; ε = 1e-8 and δ = 1e-3 W_NN c. A bond at its limit
/// that does not move holds: among redundant contacts reactions are not unique, motion is. Overload
/// below δ accelerates the bodies and breaks the bond in a later step. Where a body deforms, single
/// points of a patch open and slide while the patch as a whole holds: the bodies draw in under a
/// pull. Such motion breaks no bond. Sliding counts when a rigid one (a shift and a turn about the
/// normal) makes at least half of Σ|U_T|² over the bonded points of the patch, opening when a shift
/// and a tilt make half of Σ U_N². Bonds of spring-dashpot contacts belong to their plane and their
/// patch (LocalDynamics::bond_plane, bond_patch), whose resultants decide
/// (solver/law/spring_bonds). Bonds are kept during the sweeps, because only the solution decides.
///
/// @param[out] broken  Rows, increasing.
void find_broken_bonds(const LocalDynamics& problem, std::span<const Vec3> R,
                       std::span<const Vec3> U, std::vector<int>& broken,
                       BondedRows springs = BondedRows::by_kind);

}  // namespace solfec
