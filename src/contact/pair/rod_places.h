#pragma once

#include "contact/pair/touch_list.h"
#include "geometry/collision/polyhedron_view.h"
#include "geometry/collision/rod_distance.h"

namespace solfec {

// Where rods touch other pieces. Directions within 3 degrees count as parallel. A side along a
// face, an edge, a flat end or another side touches at both ends of what they have in common, and
// where it is nearest when it crosses the edge or the side. A flat end touches a face at points of
// its rim and at corners of the face, each with its own distance. Any other pair of features
// touches at one point.

/// Surface id of a face of the polyhedron.
struct FaceSurfaces {
  std::span<const SurfaceId> of_face;
};

/// Adds the places where a rod and a polyhedron touch. A place that lies on an inner face only does
/// not count.
/// @param at         Separation of the two, from the rod to the polyhedron.
/// @param tolerance  Distance within which a point lies on a face, m.
void add_polyhedron_places(const RodView& rod, const PolyhedronView& view, FaceSurfaces surfaces,
                           const Separation& at, double tolerance, TouchList& list);

/// Adds the places where two rods touch, as points on the first rod.
/// @param at       Separation of the two, from the first to the second.
/// @param surface  Of the second.
void add_rod_places(const RodView& rod, const RodView& other, const Separation& at,
                    SurfaceId surface, TouchList& list);

}  // namespace solfec
