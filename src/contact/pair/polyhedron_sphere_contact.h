#pragma once

#include <span>

#include "contact/pair/pair_function.h"
#include "geometry/collision/convex_overlap.h"

namespace solfec {

/// Contacts of a convex polyhedron and a sphere: at most one point for each query.
///
/// Let p be the point of the polyhedron closest to the centre c. The normal is along c - p and the
/// distance is |c - p| - radius (m); when c lies inside, the way leads through the nearest outer
/// face. The point lies on the surface of the master; the area is 1 by convention. The polyhedron
/// is the slave of a new pair. A sphere that would enter through an inner face of a mesh is no
/// contact. Contacts with the rim of a mesh's element that lie in the shadow of its neighbour are
/// dropped afterwards (contact/pair/sphere_shadow.h). The functions of the pair table, see
/// contact/pair/pair_function.h; the second one has the same geometry in swapped roles.
void examine_polyhedron_sphere(const PairWork& work, std::span<const int> list,
                               NarrowScratch& scratch);
void examine_sphere_polyhedron(const PairWork& work, std::span<const int> list,
                               NarrowScratch& scratch);

}  // namespace solfec
