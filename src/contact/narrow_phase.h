#pragma once

#include "base/ids.h"
#include "contact/broad_phase.h"
#include "contact/contact_params.h"
#include "contact/piece_set.h"
#include "geometry/convex_overlap.h"
#include "geometry/gjk.h"
#include "math/vec3.h"

namespace solfec {

/// What the last examination has found out about two pieces of rigid bodies that were apart. While
/// it shows that they still are, they need not be looked at.
struct Clearance {
  double distance{};  // lower bound of the distance, m; 0: unknown
  Vec3 between;       // from the pivot of the first body to that of the second, m
  double turned{};    // how far turns had moved points of the two bodies by then, m
};

/// Pair of pieces to look at.
struct PairQuery {
  PiecePair pair;
  int previous = -1;           // index of the old contact of the pair, -1 for a new pair
  bool first_is_slave = true;  // role of an old contact; chosen by `examine_pair` for a new one
  GjkCache cache;              // separating axis, carried from step to step
  int body_pair = -1;          // index of the BodyPair, -1 when there is none
  bool apart = false;          // in this step, by the clearance
  Clearance clearance{};
};

struct Ball {
  Vec3 center;      // m
  double radius{};  // m
};

/// Contact geometry of a pair; nothing but `found` has a meaning when it is false.
struct PairContact {
  bool found = false;
  bool first_is_slave = true;
  double distance{};  // m, 0 when polyhedra overlap, negative when a sphere penetrates
  double gap{};       // m; <= 0 when closed, else the distance
  double measured{};  // m; the gap of two polyhedra before it was cut off
  double area{};      // m^2; 1 with a sphere; 0 of two polyhedra that are open
  Vec3 point;         // m
  Vec3 normal;        // unit, out of the slave into the master
  SurfaceId first_surface{};
  SurfaceId second_surface{};
};

/// Looks for the contact of two pieces.
///
/// A new pair is in contact when its distance is at most the tolerance, an old one while it is less
/// than kLifeDistance tolerances. Within the tolerance the contact is closed: gap = min(gap, 0);
/// beyond it is open: gap = distance, point and normal from the closest points. With prediction the
/// distance of prediction takes the place of a smaller tolerance here, adds to the life of a
/// contact, and closed contacts have their gap as it is.
///
/// polyhedra          convex_overlap when closed; the midpoint of the closest points when open;
///                    the first piece is the slave of a new pair.
/// polyhedron, sphere closest point p of the polyhedron to the centre c, normal along c - p; with c
///                    inside, the nearest outer face; the polyhedron is the slave of a new pair. A
///                    sphere that would enter through an inner face of a mesh is no contact.
/// spheres            along the centres; the sphere whose centre is smaller by (x, y, z) is the
///                    slave of a new pair.
///
/// With a sphere the point lies on the surface of the master. Surface ids are those of the outer
/// face nearest to the point. A result that is not finite (e.g. equal centres) is no contact.
///
/// @param params     Tolerance (m, positive) and distance of prediction.
/// @param query      Its cache and the distance of its clearance are updated.
/// @pre `pieces` has been refreshed; both boxes are finite.
PairContact examine_pair(const PieceSet& pieces, const ContactParams& params, PairQuery& query,
                         OverlapScratch& scratch);

/// Whether two spheres may be within `limit` (m) of each other, or one of them is not finite.
inline bool may_be_within(const Ball& a, const Ball& b, double limit) {
  const Vec3 between = b.center - a.center;
  const double far = a.radius + b.radius + 2.0 * limit;
  return !(dot(between, between) > far * far);
}

/// Contact of two spheres: distance, role, point and normal.
struct BallContact {
  bool found = false;
  bool first_is_slave = true;
  double gap{};       // m
  double distance{};  // m
  Vec3 point;         // m
  Vec3 normal;        // unit, out of the slave
};

/// The same of two spheres alone, `old` when the pair has a contact with the role given.
BallContact ball_contact(const ContactParams& params, const Ball& a, const Ball& b, bool old,
                         bool first_is_slave);

}  // namespace solfec
