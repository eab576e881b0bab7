#include "run/body_extent.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/count.h"
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

double extent_along(const ShapePieces& pieces, Vec3 direction) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    const double radius = pieces.radius[at(piece)];
    for (const Vec3& p : piece_vertices(pieces, piece)) {
      const double place = dot(direction, p);
      low = std::min(low, place - radius);
      high = std::max(high, place + radius);
    }
  }
  return high - low;
}

}  // namespace

double least_extent(const ShapePieces& pieces) {
  Mat3 axes = vertex_moments(pieces);
  std::array<double, 3> moments{};
  symmetric_eigenvectors(3, axes.m, moments);
  double least = std::numeric_limits<double>::infinity();
  for (const Mat3& directions : {identity(), axes}) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 direction{directions(0, k), directions(1, k), directions(2, k)};
      least = std::min(least, extent_along(pieces, direction));
    }
  }
  return least;
}

Box reference_box(const ShapePieces& pieces) {
  Box box;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    const double radius = pieces.radius[at(piece)];
    for (const Vec3& p : piece_vertices(pieces, piece)) {
      box.add({p - Vec3{radius, radius, radius}, p + Vec3{radius, radius, radius}});
    }
  }
  return box;
}

double reach_from(const ShapePieces& pieces, Vec3 center) {
  double largest = 0.0;
  for (const Vec3& p : pieces.vertex) largest = std::max(largest, norm(p - center));
  return largest;
}

}  // namespace solfec
