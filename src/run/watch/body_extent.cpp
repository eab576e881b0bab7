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

}  // namespace

double least_extent(const ShapePieces& pieces) {
  Mat3 axes = vertex_moments(pieces);
  std::array<double, 3> moments{};
  symmetric_eigenvectors(3, axes.m, moments);
  double least = std::numeric_limits<double>::infinity();
  for (const Mat3& directions : {identity(), axes}) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 direction{directions(0, k), directions(1, k), directions(2, k)};
      least = std::min(least, length_along(pieces, direction));
    }
  }
  return least;
}

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
