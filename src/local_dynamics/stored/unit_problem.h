#pragma once

#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// Writes a stored problem in units of its own: W over 2^k and q over 2^m, such that the mean of
/// the diagonal entries of W and the largest component of q lie in [1, 2). Its reactions are then
/// r 2^(k - m) and its velocities u / 2^m. Coulomb's law does not change, so neither does what
/// solvers do, and measures that multiply numbers stay far from overflow. Powers of two round
/// nothing, unless entries are so small against others that they vanish.
///
/// W or q without entries, or with none but zeros, stays as it is. Solutions and guesses of the
/// problem are scaled as well.
/// @pre all numbers are finite.
void use_own_units(StoredProblem& problem);

}  // namespace solfec
