#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/law/spring_contact.h"
#include "solver/measure/solve_report.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// One pass of spring-dashpot contacts, then Gauss-Seidel over the other rows.
///
/// Every contact, Signorini ones too, is a spring and a dashpot evaluated from its own free
/// velocity (manual algorithm 7.1). Contacts of different pairs of bodies are mutually uncoupled;
/// those of one pair, which the manual does not know, are solved together by Gauss-Seidel unless
/// forces are explicit, because a force that left out the others of its patch would be explicit in
/// what they do. Rows that are no contacts are then solved by Gauss-Seidel until the change |ΔR| is
/// below 1e-3 |R| or what rounding of velocities asks for, or 10000 sweeps; these sweeps are
/// counted in the report. At the end U = B + W R for every row. Bonds
/// break as the law of law/spring_contact.h says. Arguments as in solve_gauss_seidel; of `work` the
/// rows and the velocities alone are used.
void solve_penalty(const LocalDynamics& problem, PenaltyVariant variant, SweepWorkspace& work,
                   std::span<Vec3> R, std::span<Vec3> U, SolveReport& report);

}  // namespace solfec
