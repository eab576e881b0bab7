#pragma once

#include <optional>

#include "body/bodies.h"
#include "contact/piece/contact_point.h"
#include "domain/quasi_static/reached_places.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// A contact of a quasi-static step at the places that its bodies reach. The corner of a body on
/// the face of another one takes its point along, and the face its normal. Where edges cross, or
/// two corners meet, the point is midway between those of the material of both bodies, and the
/// frame turns with the body that turns less.
struct ReachedContact {
  Vec3 point;               // m
  Mat3 frame;               // columns t1, t2, n
  std::optional<Vec3> way;  // of both bodies that turn: by what the master has moved against the
                            // slave there, in this frame, m
  std::optional<double> opening;  // of a ball: by what its gap has grown, m
};

/// Finds the contact of a rigid body at its reached place, that of a ball by reach_ball. Contacts
/// of other round pieces, and those without a rigid body, have none.
/// @param bodies  At their reached places.
std::optional<ReachedContact> reach_contact(const Bodies& bodies, const ReachedPlaces& places,
                                            const ContactPoint& contact);

}  // namespace solfec
