#include "run/watch/body_extent.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/count.h"
#include "geometry/shape/piece_kinds.h"
#include "math/lapack.h"
#include "math/mat3.h"

namespace solfec {

namespace {

/// Second moments of the vertices about their mean.
Mat3 vertex_moments(const ShapePieces& pieces) {
  Vec3 mean;
  for (const Vec3& p : pieces.vertex) mean += p / count(pieces.vertex);
  Mat3 moments;
  for (const Vec3& p : pieces.vertex) moments += outer(p - mean, p - mean);
  return moments;
}

double length_along(const ShapePieces& pieces, Vec3 direction) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    const Extent extent = extent_along(piece_view(pieces, piece), direction);
    low = std::min(low, extent.low);
    high = std::max(high, extent.high);
  }
  return high - low;
}

/// Extents along the axes of the script and along the main axes of the vertices, m.
std::array<Vec3, 2> extents(const ShapePieces& pieces) {
  Mat3 axes = vertex_moments(pieces);
  std::array<double, 3> moments{};
  symmetric_eigenvectors(3, axes.m, moments);
  std::array<Vec3, 2> lengths;
  for (int k = 0; k < 3; ++k) {
    lengths[0][k] = length_along(pieces, identity().column(k));
    lengths[1][k] = length_along(pieces, axes.column(k));
  }
  return lengths;
}

/// Least extent along the normals of the faces of a few pieces, m. The thinnest place of a block of
/// square section lies across a face, where main axes are any.
double least_across_faces(const ShapePieces& pieces) {
  constexpr int kFew = 64;  // faces
  double least = std::numeric_limits<double>::infinity();
  if (pieces.face_start.empty() || pieces.face_start.back() > kFew) return least;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    const auto vertices = piece_vertices(pieces, piece);
    for (int face = pieces.face_start[at(piece)]; face < pieces.face_start[at(piece) + 1]; ++face) {
      const int* const loop = &pieces.loop[at(pieces.loop_start[at(face)])];
      const Vec3 corner = vertices[at(loop[0])];
      const Vec3 normal = cross(vertices[at(loop[1])] - corner, vertices[at(loop[2])] - corner);
      if (norm(normal) > 0.0) least = std::min(least, length_along(pieces, normalized(normal)));
    }
  }
  return least;
}

double volume(Vec3 edge) { return edge.x * edge.y * edge.z; }

}  // namespace

OwnExtents own_extents(const ShapePieces& pieces) {
  constexpr double kClearly = 1.0 - 1e-9;  // below it rounding does not choose
  const auto [of_script, main] = extents(pieces);
  OwnExtents own{least_across_faces(pieces), of_script};
  if (volume(main) < kClearly * volume(of_script)) own.box = main;
  for (const Vec3 edge : {of_script, main}) {
    own.least = std::min({own.least, edge.x, edge.y, edge.z});
  }
  return own;
}

double least_extent(const ShapePieces& pieces) { return own_extents(pieces).least; }

Box reference_box(const ShapePieces& pieces) {
  Box box;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    box.add(box_of(piece_view(pieces, piece), 0.0));
  }
  return box;
}

double reach_from(const ShapePieces& pieces, Vec3 center) {
  double largest = 0.0;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    largest = std::max(largest, reach_from(piece_view(pieces, piece), center));
  }
  return largest;
}

}  // namespace solfec
