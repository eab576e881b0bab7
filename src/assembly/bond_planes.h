#pragma once

#include <span>

#include "assembly/contact_patches.h"
#include "body/common/body_kind.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_point.h"
#include "local_dynamics/local_dynamics.h"
#include "material/surface_material.h"

namespace solfec {

/// Contacts of a step and what their bonds belong to.
struct BondPlaneInput {
  std::span<const BodyRef> bodies;  // by index
  std::span<const ContactPoint> contacts;
  const SurfaceMaterialTable& materials;
  const ContactMemories* memories = nullptr;  // with the anchors of bonds; null: bonds have none
  int first_row{};                            // of the contacts
};

/// Numbers the patches and the planes of bonded contact rows, and gives them their points in space.
///
/// Patches of one pair of bodies and one surface material that lie in one plane share it: normals
/// of their anchors differ by 1e-3 at most, and so do planes, relative to the distance of the
/// patches or to their size. Anchors stay as they were made, so planes do not change while bonds
/// live. A body with a mesh bends and loads its bonds one after another, hence each of its patches
/// is a plane of its own. So is each patch when the input has no memories.
///
/// @param problem  With the laws of all rows; gets bond_patch, bond_plane and bond_point, empty
///                 when no row is bonded.
void set_bond_planes(const BondPlaneInput& input, ContactPatches& patches, LocalDynamics& problem);

}  // namespace solfec
