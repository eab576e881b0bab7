#pragma once

#include "base/ids.h"
#include "contact/broad_phase.h"
#include "contact/contact_params.h"
#include "contact/piece_set.h"
#include "geometry/convex_overlap.h"
#include "geometry/gjk.h"
#include "math/vec3.h"

namespace solfec {

/// Pair of pieces to look at.
struct PairQuery {
  PiecePair pair;
  int previous = -1;           // index of the old contact of the pair, -1 for a new pair
  bool first_is_slave = true;  // role of an old contact; chosen by `examine_pair` for a new one
  GjkCache cache;              // separating axis, carried from step to step
  int body_pair = -1;          // index of the BodyPair, -1 when there is none
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
/// @param query      Its cache is updated.
/// @pre `pieces` has been refreshed; both boxes are finite.
PairContact examine_pair(const PieceSet& pieces, const ContactParams& params, PairQuery& query,
                         OverlapScratch& scratch);

/// The same of two spheres alone, `old` when the pair has a contact with the role given.
PairContact sphere_contact(const PieceSet& pieces, const ContactParams& params, PiecePair pair,
                           bool old, bool first_is_slave);

}  // namespace solfec
