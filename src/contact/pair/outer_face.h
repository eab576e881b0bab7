#pragma once

#include "base/ids.h"
#include "contact/piece/piece_set.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// A face, and how far a point is from its plane.
struct NearestFace {
  int face = -1;      // of the view, -1 when there is none
  double distance{};  // m, absolute
};

/// Outer face whose plane is nearest to a point by absolute distance; the first one among equals.
/// Faces without a normal do not count.
NearestFace nearest_outer_face(const PolyhedronView& view, Vec3 point);

/// Outer face on which a point of the surface lies, within the tolerance and what its vertices are
/// off its plane, m; -1: the point is of an inner face alone.
int outer_face_at(const PolyhedronView& view, Vec3 point, double tolerance);

/// Surface of a face of a polyhedron of the set.
SurfaceId face_surface(const PieceSet& pieces, int piece, int face);

}  // namespace solfec
