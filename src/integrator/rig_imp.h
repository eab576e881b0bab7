#pragma once

#include "body/rigid_set.h"

namespace solfec {

/// Final velocity of RIG_NEG, Ω = J⁻¹ exp(½hΩ)ᵀ (A + h r) with the Ω of explicit_angular, and the
/// second half step of a slot.
/// @pre add_reactions has run.
void finish_explicit_rotation(RigidSet& set, int slot, double step);

/// Final velocity of RIG_IMP and the second half step of a slot; those of RIG_NEG where Newton's
/// method does not converge.
/// @pre add_reactions has run.
/// @return whether it has converged.
bool finish_implicit_rotation(RigidSet& set, int slot, double step);

}  // namespace solfec
