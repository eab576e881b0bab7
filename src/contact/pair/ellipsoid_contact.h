#pragma once

#include <span>

#include "contact/pair/pair_function.h"

namespace solfec {

/// Contacts of ellipsoids with pieces of each kind: at most one point for each query.
///
/// The normal is the direction along which the two are farthest apart, or overlap least
/// (geometry/collision/ellipsoid_distance.h). The point lies on the surface of the master; the area
/// is 1 by convention. In a new pair the polyhedron is the slave; of two round pieces it is the one
/// whose centre is smaller by (x, y, z). As with a sphere, an ellipsoid that would enter
/// through an inner face of a mesh is no contact, and contacts in the shadow of a neighbour are
/// dropped afterwards (contact/pair/sphere_shadow.h). The functions of the pair table, see
/// contact/pair/pair_function.h; swapped ones have the same geometry.
void examine_polyhedron_ellipsoid(const PairWork& work, std::span<const int> list,
                                  NarrowScratch& scratch);
void examine_ellipsoid_polyhedron(const PairWork& work, std::span<const int> list,
                                  NarrowScratch& scratch);
void examine_sphere_ellipsoid(const PairWork& work, std::span<const int> list,
                              NarrowScratch& scratch);
void examine_ellipsoid_sphere(const PairWork& work, std::span<const int> list,
                              NarrowScratch& scratch);
/// Function of the pair table for two ellipsoids.
void examine_ellipsoids(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);

}  // namespace solfec
