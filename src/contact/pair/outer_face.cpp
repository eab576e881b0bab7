#include "contact/pair/outer_face.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace solfec {

namespace {

/// Largest distance of the vertices of a face from its plane, m: the hull of a bent quadrilateral
/// reaches that far from it on either side.
double warp(const PolyhedronView& view, int face) {
  double largest = 0.0;
  for (const int v : view.face(face)) {
    const double distance = dot(view.normal[face], view.vertex[v]) - view.offset[face];
    largest = std::max(largest, std::abs(distance));
  }
  return largest;
}

}  // namespace

NearestFace nearest_outer_face(const PolyhedronView& view, Vec3 point) {
  NearestFace best{-1, std::numeric_limits<double>::infinity()};
  for (int f = 0; f < view.face_count(); ++f) {
    if (view.outer[f] == 0 || view.normal[f] == Vec3{}) continue;
    const double distance = std::fabs(dot(view.normal[f], point) - view.offset[f]);
    if (distance < best.distance) best = {f, distance};
  }
  return best;
}

int outer_face_at(const PolyhedronView& view, Vec3 point, double tolerance) {
  const NearestFace nearest = nearest_outer_face(view, point);
  if (nearest.face < 0 || nearest.distance > tolerance + warp(view, nearest.face)) return -1;
  return nearest.face;
}

SurfaceId face_surface(const PieceSet& pieces, int piece, int face) {
  return pieces.surface[pieces.face_start[piece] + face];
}

}  // namespace solfec
