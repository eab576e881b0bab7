#pragma once

#include "base/ids.h"
#include "contact/piece/piece_set.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// A face, and the distance of a point from its plane.
struct NearestFace {
  int face = -1;      // of the view, -1 when there is none
  double distance{};  // m, absolute
};

/// Outer face whose plane is nearest to a point by absolute distance; the first one among equals.
/// Faces without a normal do not count.
NearestFace nearest_outer_face(const PolyhedronView& view, Vec3 point);

/// Outer face on which a point of the surface lies, within the tolerance plus the distance of the
/// vertices of the face from its plane, m; -1: the point lies on an inner face only.
int outer_face_at(const PolyhedronView& view, Vec3 point, double tolerance);

/// Surface of a face of a polyhedron of the set.
SurfaceId face_surface(const PieceSet& pieces, int piece, int face);

}  // namespace solfec
