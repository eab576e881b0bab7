#pragma once

#include "domain/domain.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// PENALTY_SOLVER makes every contact a spring: throws InputError naming the first surface material
/// that has none. Nothing for other solvers.
void check_springs(const Domain& domain, const ConstraintSolver& solver);

/// Checks that every contact that overlaps after a step has a spring when the solver makes contacts
/// springs, as check_springs does; its material may be the built-in default: throws InputError
/// naming bodies and material.
void check_sprung_contacts(const Domain& domain, const ConstraintSolver& solver);

}  // namespace solfec
