#include "geometry/shape/shape_overlap.h"

#include <algorithm>
#include <vector>

#include "base/count.h"
#include "geometry/shape/piece_kinds.h"
#include "geometry/shape/piece_overlap.h"
#include "geometry/shape/point_in_shape.h"
#include "math/box.h"

namespace solfec {
namespace {

constexpr double kTouching = 1e-9;  // of the size of the larger shape

std::vector<Box> boxes_of(const ShapePieces& pieces, Box& all) {
  std::vector<Box> boxes;
  for (int i = 0; i < pieces.piece_count(); ++i) {
    boxes.push_back(box_of(piece_view(pieces, i), 0.0));
    all.add(boxes.back());
  }
  return boxes;
}

/// Whether a shape holds a point of another one, whose pieces none of its own pieces overlap.
bool holds(const Shape& shape, const ShapePieces& others, double depth) {
  return !others.vertex.empty() &&
         part_containing(shape, others.vertex.front(), -depth).has_value();
}

/// Whether the boxes of two pieces have more in common than what touches.
bool may_overlap(const Box& a, const Box& b, double depth) {
  const Vec3 common = minimum(a.hi, b.hi) - maximum(a.lo, b.lo);
  return std::min({common.x, common.y, common.z}) > depth;
}

}  // namespace

bool shapes_overlap(const Shape& a, const ShapePieces& pieces_of_a, const Shape& b,
                    const ShapePieces& pieces_of_b, double depth) {
  Box box_a;
  Box box_b;
  const std::vector<Box> of_a = boxes_of(pieces_of_a, box_a);
  const std::vector<Box> of_b = boxes_of(pieces_of_b, box_b);
  if (!overlap(box_a, box_b)) return false;
  const double least = kTouching * std::max(largest_edge(box_a), largest_edge(box_b));
  const double wanted = std::max(depth, least);
  bool meet = false;  // surfaces: neither shape is inside of an element of the other
  for (int i = 0; i < pieces_of_a.piece_count(); ++i) {
    if (!overlap(of_a[at(i)], box_b)) continue;
    const PieceView piece = piece_view(pieces_of_a, i);
    for (int j = 0; j < pieces_of_b.piece_count(); ++j) {
      if (!may_overlap(of_a[at(i)], of_b[at(j)], least)) continue;
      const PieceView other = piece_view(pieces_of_b, j);
      if (overlap_deeper(piece, other, wanted)) return true;
      meet = meet || overlap_deeper(piece, other, least);
    }
  }
  return !meet && (holds(a, pieces_of_b, least) || holds(b, pieces_of_a, least));
}

}  // namespace solfec
