#pragma once

#include <span>

#include "assembly/rigid_motion.h"
#include "body/bodies.h"
#include "contact/piece/contact_point.h"
#include "local_dynamics/local_dynamics.h"
#include "material/surface_material.h"

namespace solfec {

/// Contacts of a step, and what their rows of resistance to rolling are made of.
struct RollingInput {
  const Bodies& bodies;  // at q½, with free velocities
  std::span<const ContactPoint> contacts;
  const SurfaceMaterialTable& materials;
  std::span<const RigidMotion> rigid;  // of the rigid bodies
  int first = 0;                       // row of the first contact
};

/// Fills the rows of resistance to rolling of a problem whose contact rows are set: one for each
/// contact that is not open, whose material is ROLLING_RESISTANCE with a positive arm and of which
/// a side turns.
/// @throws InputError when such a contact is one of a pseudo-rigid body or of finite elements: a
/// point of these has no angular velocity of its own.
void set_rolling_rows(const RollingInput& input, LocalDynamics& problem);

}  // namespace solfec
