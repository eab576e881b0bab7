#pragma once

#include <span>

#include "assembly/contact_patches.h"
#include "contact/piece/contact_point.h"
#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Memory of set_critical_damping that is kept from step to step.
struct CriticalDampingWorkspace {
  ContactPatches patches;
  BodyVelocities velocities;
};

/// Turns dashpots of kCriticalDashpot of contact rows into those that make their patches critical.
///
/// Critical damping of one contact is 2 sqrt(k h / W_NN) with its spring k. A patch is damped as
/// one contact at its centroid: with W' of its resultant, the mean velocity of the patch under a
/// uniform pressure of unit force, W' = Σ q_i q_j W_ij over its points with their shares q. That is
/// W_NN of the centroid where bodies stay plane, and the mean of what their points do where they do
/// not. A point with the part p has the spring p k and gets 2 p sqrt(k h / W'); in multiples of
/// what its own W_NN makes critical, sqrt(p W_NN / W').
/// @param first_row  Of the contacts.
/// @pre W_ii and the inverses of meshes with such rows are there.
void set_critical_damping(std::span<const ContactPoint> contacts, int first_row,
                          CriticalDampingWorkspace& workspace, LocalDynamics& problem);

}  // namespace solfec
