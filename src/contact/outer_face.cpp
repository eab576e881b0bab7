#include "contact/outer_face.h"

#include <cmath>
#include <limits>

namespace solfec {

NearestFace nearest_outer_face(const PolyhedronView& view, Vec3 point) {
  NearestFace best{-1, std::numeric_limits<double>::infinity()};
  for (int f = 0; f < view.face_count(); ++f) {
    if (view.outer[f] == 0 || view.normal[f] == Vec3{}) continue;
    const double distance = std::fabs(dot(view.normal[f], point) - view.offset[f]);
    if (distance < best.distance) best = {f, distance};
  }
  return best;
}

SurfaceId face_surface(const PieceSet& pieces, int piece, int face) {
  return pieces.surface[pieces.face_start[piece] + face];
}

}  // namespace solfec
