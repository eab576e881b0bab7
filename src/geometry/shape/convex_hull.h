#pragma once

#include <span>

#include "geometry/shape/convex.h"
#include "math/vec3.h"

namespace solfec {

/// Convex hull of points (Qhull: Barber, Dobkin and Huhdanpaa (1996), ACM Trans. Math. Softw. 22,
/// 469-483).
///
/// Coplanar facets are merged to polygons; vertices are the hull's corners in the order of the
/// points, faces run counter-clockwise seen from outside. Equal input gives equal output. Qhull
/// works on the points relative to the middle of their box, so far-away shapes lose no digits.
///
/// @param points   At least 4, m.
/// @param surface  Surface id of all faces.
/// @throws InputError: value when there are fewer than 4 points or one is not finite; runtime
///         "Failed to create convex hull" with the reason when they coincide or lie on a line or in
///         a plane (up to 1e-9 of their size).
Convex make_convex_hull(std::span<const Vec3> points, VolumeId volume, SurfaceId surface);

/// Makes the convex hull of points that are given as the flat list of coordinates (m) which the
/// input command HULL takes; parameters and errors are those of the overload for points.
Convex make_convex_hull(std::span<const double> coordinates, VolumeId volume, SurfaceId surface);

}  // namespace solfec
