#pragma once

#include <span>

#include "contact/pair/pair_function.h"

namespace solfec {

/// Functions of the pair table for rods; see contact/pair/narrow_phase.h and
/// contact/pair/rod_places.h.
///
/// In a new pair with a polyhedron the polyhedron is the slave, with another round piece the one
/// whose centre is smaller by (x, y, z). Points have area 1 by convention.
void examine_polyhedron_rod(const PairWork& work, std::span<const int> list,
                            NarrowScratch& scratch);
void examine_rod_polyhedron(const PairWork& work, std::span<const int> list,
                            NarrowScratch& scratch);
void examine_sphere_rod(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_rod_sphere(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_ellipsoid_rod(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_rod_ellipsoid(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);
void examine_rods(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);

}  // namespace solfec
