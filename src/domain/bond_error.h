#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Error of velocity with which bonds of spring-dashpot contacts know their forces, m/s; infinite:
/// there are none.
///
/// An error δ of the velocity of a row is an error (k h + c) δ of its force, k being the stiffness
/// and c the dashpot. A stiff bond would break by the errors of a solution, so they are to be
/// below a thousandth of the strength of its row.
double bond_error_bound(const LocalDynamics& problem);

}  // namespace solfec
