#pragma once

#include <optional>

#include "base/ids.h"
#include "geometry/shape/shape.h"
#include "math/vec3.h"

namespace solfec {

/// Part of a polyhedron below a plane, where the unit normal comes from; nothing when no volume is
/// there. As `split`.
std::optional<Convex> part_below(const Convex& convex, Vec3 point, Vec3 normal,
                                 SurfaceId cut_surface);

/// Both sides of a plane; either may be empty.
struct SplitShape {
  Shape below;  // where the normal comes from
  Shape above;
};

/// Cuts a shape by the plane through `point` with `normal` (not zero, normalised here).
///
/// Polyhedra are cut in two; their new faces get the surface id `cut_surface`, the others keep
/// theirs, and both parts keep the volume id. Vertices closer to the plane than 1e-9 of the size of
/// the polyhedron count as on it, so no slivers arise. A simple shape goes whole to the side
/// of its centre, above when the centre is on the plane.
///
/// @throws InputError (value) "MESH object cannot be SPLIT", or for a zero or not finite normal.
SplitShape split(const Shape& shape, Vec3 point, Vec3 normal, SurfaceId cut_surface);

}  // namespace solfec
