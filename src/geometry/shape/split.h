#pragma once

#include <optional>

#include "base/ids.h"
#include "geometry/element/mesh_cut.h"
#include "geometry/shape/shape.h"
#include "math/vec3.h"

namespace solfec {

/// Returns the part of a polyhedron below a plane, on the side from which the unit normal comes;
/// empty when it has no volume. Surface ids, volume id and tolerance are those of `split`.
std::optional<Convex> part_below(const Convex& convex, Vec3 point, Vec3 normal,
                                 SurfaceId cut_surface);

/// Both sides of a plane; either may be empty.
struct SplitShape {
  Shape below;  // on the side from which the normal comes
  Shape above;
  double thinning = 1.0;  // of meshes, the least of CutMesh::thinning
};

/// Cuts a shape by the plane through `point` with `normal` (not zero, normalised here).
///
/// Polyhedra are cut in two; their new faces get the surface ids of the options, the others keep
/// theirs, and both parts keep the volume id. Vertices closer to the plane than 1e-9 of the size of
/// the polyhedron count as on it, so no slivers arise. Meshes are cut by `cut_mesh`; each of their
/// parts is a separate mesh. A mesh that the plane does not cut, and a simple shape, which is never
/// cut, goes to the side of its centre, or above when the centre is on the plane.
///
/// @throws InputError (value) for a zero or not finite normal, for a choice of adjacent parts of
///         shapes other than meshes, and as `cut_mesh` does.
SplitShape split(const Shape& shape, Vec3 point, Vec3 normal, const MeshCutOptions& options);

}  // namespace solfec
