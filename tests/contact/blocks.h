#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "base/count.h"
#include "contact/cover/covered_faces.h"
#include "contact/piece/piece_set.h"
#include "contact/scene.h"
#include "geometry/shape/convex_hull.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec::test {

/// Cuboid with its own axes; what may cover it is told by coordinates, not by faces.
struct Block {
  Vec3 center;
  Vec3 half;
  Mat3 axes = identity();

  static Block between(Vec3 lo, Vec3 hi) { return {0.5 * (lo + hi), 0.5 * (hi - lo)}; }
  [[nodiscard]] std::vector<Vec3> corners() const {
    std::vector<Vec3> points;
    for (int k = 0; k < 8; ++k) {
      points.push_back(at({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0}));
    }
    return points;
  }
  /// Place by coordinates in [-1, 1].
  [[nodiscard]] Vec3 at(Vec3 unit) const {
    return center + axes * Vec3{unit.x * half.x, unit.y * half.y, unit.z * half.z};
  }
  [[nodiscard]] Block moved(const Mat3& rotation, Vec3 by) const {
    return {rotation * center + by, half, rotation * axes};
  }
  /// Returns the cuboid as a shape of one convex, at its present place.
  [[nodiscard]] Shape shape() const {
    Shape shape;
    shape.convices.push_back(make_convex_hull(corners(), 1, 1));
    return shape;
  }
};

/// Side of a block: outward along axis 0, 1 or 2 (sign 1) or against it (sign -1).
struct BlockSide {
  int axis{};
  double sign = 1.0;
};

inline Vec3 side_normal(const Block& block, BlockSide side) {
  return side.sign * block.axes.column(side.axis);
}

/// How far inside what a block covers a place lies, m, where a side with this normal is at stake;
/// negative outside; `beside` is how far the block reaches beyond its edges. By coordinates in the
/// frame of the block: nothing of the module under test.
inline double cover_margin(const Block& by, Vec3 normal, Vec3 place, double tolerance,
                           double distance, double beside) {
  double best = -1e9;
  const Vec3 local = transposed_times(by.axes, place - by.center);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      if (norm(normal + side_normal(by, {axis, sign})) > 0.1) continue;
      const double height = sign * local[axis] - by.half[axis];
      double margin = std::min(distance - height, height + 10.0 * tolerance);
      margin = std::min(margin, height + 2.0 * by.half[axis] + tolerance);
      for (int other = 0; other < 3; ++other) {
        if (other == axis) continue;
        margin = std::min(margin, by.half[other] + beside - std::fabs(local[other]));
      }
      best = std::max(best, margin);
    }
  }
  return best;
}

/// Face of a piece with this normal in space.
inline int face_with_normal(PieceSet& pieces, int piece, Vec3 normal) {
  const int body = pieces.body[piece];
  if (pieces.body_is_rigid[body] != 0) pieces.place(body, 1e-4);
  const PolyhedronView view = polyhedron_view(pieces, piece);
  int best = 0;
  for (int f = 1; f < view.face_count(); ++f) {
    if (dot(view.normal[f], normal) > dot(view.normal[best], normal)) best = f;
  }
  return best;
}

/// Place on a side of a block by two coordinates in [-1, 1].
inline Vec3 on_side(const Block& block, BlockSide side, double u, double v) {
  Vec3 unit;
  unit[side.axis] = side.sign;
  unit[(side.axis + 1) % 3] = u;
  unit[(side.axis + 2) % 3] = v;
  return block.at(unit);
}

}  // namespace solfec::test
