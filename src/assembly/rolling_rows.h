#pragma once

#include <span>

#include "assembly/assembly.h"
#include "assembly/rigid_motion.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Fills the rows of resistance to rolling of a problem whose contact rows are set: one for each
/// contact that is not open, whose material is ROLLING_RESISTANCE with a positive arm and of which
/// a side turns. None in quasi-static steps and on several ranks, which a RUN refuses.
/// @param rigid  Motions of the rigid bodies.
/// @param first  Row of the first contact.
/// @throws InputError when such a contact is one of a pseudo-rigid body or of finite elements: a
/// point of these has no angular velocity of its own.
void set_rolling_rows(const AssemblyInput& input, std::span<const RigidMotion> rigid, int first,
                      LocalDynamics& problem);

}  // namespace solfec
