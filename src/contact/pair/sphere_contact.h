#pragma once

#include <span>

#include "contact/pair/pair_function.h"
#include "contact/piece/contact_params.h"
#include "geometry/collision/convex_overlap.h"
#include "math/vec3.h"

namespace solfec {

/// A sphere in its present placement.
struct Ball {
  Vec3 center;      // m
  double radius{};  // m
  double travel{};  // largest way of its centre in the coming step, m
};

/// True when two spheres may be within `limit` (m) of each other, or one of them is not finite.
inline bool may_be_within(const Ball& a, const Ball& b, double limit) {
  const Vec3 between = b.center - a.center;
  const double far = a.radius + b.radius + 2.0 * limit;
  return !(dot(between, between) > far * far);
}

/// Contact of two spheres: distance, role, point and normal.
struct BallContact {
  bool gap_law = false;
  bool found = false;
  bool first_is_slave = true;
  double gap{};       // m
  double distance{};  // m
  Vec3 point;         // m
  Vec3 normal;        // unit, out of the slave
};

/// Bound by which two spheres may approach each other in the coming step, m. It is 0 when the boxes
/// that they sweep do not overlap, and when it is less than the distance of a contact.
/// @pre the boxes of the pieces are placed.
double ball_approach(const PieceSet& pieces, PiecePair pair, const ContactParams& params,
                     const Ball& a, const Ball& b);

/// Contact of two spheres along the line of their centres, within the distances of
/// contact/pair/reach.h.
///
/// The sphere whose centre is smaller by (x, y, z) is the slave of a new pair; the point lies on
/// the surface of the master. Spheres with one centre have no normal and no contact.
///
/// @param old             True when the pair has a contact.
/// @param first_is_slave  Role of the contact; without meaning for a new pair.
/// @param approach        Bound of the approach in the step, m.
BallContact ball_contact(const ContactParams& params, const Ball& a, const Ball& b, bool old,
                         bool first_is_slave, double approach);

/// Examines the pairs of spheres of a list of queries by ball_contact, with area 1 by convention:
/// the function of the pair table, see contact/pair/narrow_phase.h. The clearance of the queries is
/// left alone.
void examine_spheres(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);

}  // namespace solfec
