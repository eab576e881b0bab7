#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Error of velocity of rows with which bonds hold, m/s; infinite: there are none.
///
/// Bonds of spring-dashpot contacts: an error δ of the velocity of a row is an error (k h + c) δ of
/// its force, k being the stiffness and c the dashpot. A stiff bond would break by the errors of a
/// solution, so they are to be below a thousandth of the strength of its row.
///
/// Rigid bonds open by h δ in a step, and nothing closes them: by a thousandth of
/// GEOMETRIC_EPSILON at most. Where strong forces act on small bodies without gravity, the
/// accuracy of the solver alone would let a bond creep by the size of its body.
///
/// @param epsilon  GEOMETRIC_EPSILON, m.
double bond_error_bound(const LocalDynamics& problem, double epsilon);

}  // namespace solfec
