#pragma once

#include <optional>

#include "body/bodies.h"
#include "contact/piece/contact_point.h"
#include "domain/quasi_static/reached_places.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Place of a contact that a ball has.
struct BallPlace {
  Vec3 point;        // m
  Mat3 frame;        // columns t1, t2, n
  double opening{};  // what its gap has grown by, m
};

/// Whether a piece of a contact is a ball.
bool has_ball(const Bodies& bodies, const ContactPoint& contact);

/// Finds the contact of a ball of a quasi-static step at the places that its bodies reach. On a
/// face the ball rolls: the point stays on the normal of the face below its centre. Two balls touch
/// on the line of their centres, and a ball touches the vertex of a polyhedron on the line to it.
/// @param bodies  At their reached places.
/// @return Nothing for a ball at an edge of a polyhedron, for other round pieces than balls, and
/// for
///         contacts without a ball.
std::optional<BallPlace> reach_ball(const Bodies& bodies, const ReachedPlaces& places,
                                    const ContactPoint& contact);

}  // namespace solfec
