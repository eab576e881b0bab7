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

double volume(Vec3 edge) { return edge.x * edge.y * edge.z; }

}  // namespace

double least_extent(const ShapePieces& pieces) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3 edge : extents(pieces)) least = std::min({least, edge.x, edge.y, edge.z});
  return least;
}

Vec3 tight_box(const ShapePieces& pieces) {
  constexpr double kClearly = 1.0 - 1e-9;  // below it rounding does not choose
  const auto [of_script, main] = extents(pieces);
  return volume(main) < kClearly * volume(of_script) ? main : of_script;
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
