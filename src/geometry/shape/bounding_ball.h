#pragma once

#include "geometry/shape/shape_pieces.h"
#include "math/vec3.h"

namespace solfec {

/// A ball that holds a shape.
struct BoundingBall {
  Vec3 center;      // middle of the box of the shape, m
  double radius{};  // m
};

/// Returns a ball that holds a shape where its pieces stand.
BoundingBall bounding_ball(const ShapePieces& pieces);

}  // namespace solfec
