#pragma once

#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// A stored problem and where its rows come from.
struct StoredRows {
  StoredProblem problem;
  std::vector<int> row;  // of the local dynamics, for every row of the problem
};

/// The problem of one step in the form of stored problems, with its solution when U is given.
///
/// W loses the factor h and R becomes an impulse h R. Contacts come first, in the order of the
/// rows. What their laws hold goes into q: the velocity shift of restitution, and W times the
/// cohesion, because r = R + cohesion n obeys Coulomb's law. Open contacts carry no reaction and
/// are left out. Fixed points become equalities of three components, other rows equalities of one,
/// with q less the prescribed velocity. A rigid link is not linear; it asks for the U_N that the
/// solution has, so the solution of the problem is that of the step.
///
/// @param R, U  Solution of the step or start values; U may be empty when there are no links.
/// @throws InputError naming the row when it is a spring-dashpot contact, whose law has no place
/// here, or a rigid link without U; or when no row is left.
/// @note On demand, not in the time step: it allocates.
StoredRows store(const LocalDynamics& problem, std::span<const Vec3> R, std::span<const Vec3> U);

/// A stored problem as solvers take it: a step of 1 s, so R = r, and W given by blocks.
struct SolvableProblem {
  LocalDynamics dynamics;  // body_space empty
  BlockCsrOperator W;
};

/// Contacts become rows of Signorini and Coulomb, equalities of three components fixed points and
/// others prescribed velocities 0.
SolvableProblem solvable(const StoredProblem& stored);

}  // namespace solfec
