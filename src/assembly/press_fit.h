#pragma once

#include "body/bodies.h"
#include "contact/piece/contact_point.h"
#include "material/surface_material.h"

namespace solfec {

/// Whether a dynamic step presses an overlap at a contact apart, so that the bodies keep the stress
/// of an interference fit: the material is a press fit and one of the bodies strains. Between
/// rigid bodies such a material is SIGNORINI_COULOMB.
/// @param contact  Its master and slave are indices into bodies.refs().
inline bool is_press_fit(const Bodies& bodies, const ContactPoint& contact,
                         const SurfaceMaterial& material) {
  if (material.model != SurfaceModel::press_fit) return false;
  const auto refs = bodies.refs();
  return has_stiffness(refs[std::size_t(contact.master)].kind) ||
         has_stiffness(refs[std::size_t(contact.slave)].kind);
}

}  // namespace solfec
