#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"

namespace solfec {

/// Largest normal stress on the plane of a crack.
struct PlaneStress {
  double largest{};  // Cauchy stress along the normal of the plane as it is now, Pa
  Vec3 point;        // reference point where it is, m
};
/// @pre the body of the crack is there.
PlaneStress plane_stress(const Bodies& bodies, const BodyRecord& record,
                         const SimplifiedCrack& crack);

/// Reference points at which the plane cuts edges of the mesh of a body, or its nodes on the plane:
/// those where the normal stress is looked at. One point for a pseudo-rigid body, whose stress is
/// the same everywhere. None: the plane does not meet the body.
std::vector<CutPoint> crack_samples(const BodyRecord& record, const SimplifiedCrack& crack);

/// Cuts the bodies whose largest normal stress on the plane of a crack is above its strength, by
/// the stress at the end of a step (cut_body). With a fracture energy the new faces are bonded by
/// the surface material of their ids, which SIMPLIFIED_CRACK has defined. Other cracks of a body
/// that is cut go with it.
///
/// @return One text for each cut, of the body, the stress and what was lost.
/// @pre the domain is that of one rank.
std::vector<std::string> open_cracks(Domain& domain);

}  // namespace solfec
