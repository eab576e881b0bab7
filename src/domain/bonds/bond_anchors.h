#pragma once

#include <span>

#include "body/bodies.h"
#include "contact/contact_set.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_point.h"
#include "local_dynamics/local_dynamics.h"
#include "material/surface_material.h"

namespace solfec {

/// Cohesive bonds of contacts. They are given once, at time 0; a bond that has broken never comes
/// back, also not when its pair of pieces meets again.

/// Whether any material has cohesion.
bool has_cohesion(const SurfaceMaterialTable& materials);

/// Whether a body has a contact that is bonded.
bool has_bonds(std::span<const ContactPoint> contacts, BodyId id);

/// Bonds the contacts whose material has cohesion.
void give_bonds(const SurfaceMaterialTable& materials, double tolerance,
                std::span<ContactPoint> contacts);

/// Anchors bonds that have no anchor yet in the present placement: those just given, and those of a
/// stored frame. A contact without area, which has no force, loses its bond.
void make_anchors(const Bodies& bodies, std::span<ContactPoint> contacts,
                  ContactMemories& memories);

/// Opens a new bond that softens by the separation at which its traction is the stress that both
/// bodies have at the contact, in the mean, on the plane of the contact: so a cut that a bond takes
/// the place of changes no force. Tractions above the strength are scaled down to it; where the
/// bodies are pressed together, the contact carries the pressure and the bond the shear.
void begin_at_stress(const Bodies& bodies, const SurfaceMaterialTable& materials,
                     const ContactPoint& contact, ContactMemories& memories);

/// Gives bonded contacts the area of their anchors and, when the pair is open, also its place: the
/// middle of the anchored points, the normal of the slave and the distance along it as the gap.
/// Bonds that soften get the separation of their anchored points, and the middle in any case. Open
/// ones, which detection leaves alone, have the law at a gap that `rule` gives contacts.
void place_bonds(const Bodies& bodies, const SurfaceMaterialTable& materials, ContactPoints rule,
                 ContactSet& contacts);

/// Lets the bonds that soften age by the solution of a step: their damage grows, and a pair of
/// pieces whose bonds are all gone becomes one without bonds.
/// @param problem  Its last rows are those of the contacts.
/// @param U        Of all its rows, m/s.
void age_bonds(const LocalDynamics& problem, std::span<const Vec3> U,
               std::span<ContactPoint> contacts, ContactMemories& memories);

}  // namespace solfec
