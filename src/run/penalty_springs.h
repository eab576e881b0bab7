#pragma once

#include "domain/domain.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// Checks the models of surface materials against the analysis and the solver: PENALTY_SOLVER makes
/// every contact a spring, other solvers those of the model SPRING_DASHPOT, STATIC_DYNAMIC is for
/// dynamic analyses, and ROLLING_RESISTANCE for those of one rank without impulses of impacts and
/// for solvers that know it or fall back on sweeps. Throws InputError naming the first surface
/// material that does not fit.
void check_springs(const Domain& domain, const ConstraintSolver& solver);

/// Checks, for a solver that makes every contact a spring, that contacts which overlap after a step
/// have one; their material may be the built-in default: throws InputError naming bodies and
/// material.
void check_sprung_contacts(const Domain& domain, const ConstraintSolver& solver);

}  // namespace solfec
