#pragma once

#include <string>

#include "geometry/shape/convex.h"

namespace solfec {

/// Relative accuracy asked of hand-written polyhedra: distances against the size of the polyhedron.
inline constexpr double kConvexTolerance = 1e-4;

/// Returns the reason why `convex` is no closed convex polyhedron with outward faces; empty when it
/// is one. Assumes valid indices. Checked in this order: every edge is used twice, in opposite
/// directions; faces have an area; the volume is positive; every vertex lies on or behind every
/// face plane, and on the planes of its own faces (within kConvexTolerance times the size).
std::string convex_defect(const Convex& convex);

}  // namespace solfec
