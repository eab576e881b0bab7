#pragma once

#include <span>

#include "contact/pair/pair_function.h"

namespace solfec {

/// Functions of the pair table for bores; see contact/pair/narrow_phase.h.
///
/// The wall presses on the part of the other piece that lies between the mouths, at the places of
/// this part that are farthest from the axis. Such places are vertices of a polyhedron, points
/// where its edges pass a mouth, points of the rims of a rod and of the section of its side with a
/// mouth, and one or two points of a sphere or an ellipsoid. Normals are radial and gaps exact. A
/// piece is in the hole while the middle of its part between the mouths is. A piece that comes
/// through the wall from outside has no contact, and two bores have none.
///
/// The bore is the master of a new pair. Points have area 1 by convention.
void examine_polyhedron_bore(const PairWork& work, std::span<const int> list,
                             NarrowScratch& scratch);
void examine_bore_polyhedron(const PairWork& work, std::span<const int> list,
                             NarrowScratch& scratch);
void examine_sphere_bore(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_bore_sphere(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_ellipsoid_bore(const PairWork& work, std::span<const int> list,
                            NarrowScratch& scratch);
void examine_bore_ellipsoid(const PairWork& work, std::span<const int> list,
                            NarrowScratch& scratch);
void examine_rod_bore(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_bore_rod(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_bores(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);

}  // namespace solfec
