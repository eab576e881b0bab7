#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "geometry/shape/shape.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// The convex pieces of a shape, convices and elements of its meshes, as edges: what a plane needs
/// to cut them.
struct CutPieces {
  std::vector<Vec3> point;               // reference position, m
  std::vector<int> node;                 // of the meshes, as Surface::node
  std::vector<std::array<int, 2>> edge;  // of one piece after another
  std::vector<int> first_edge;           // of each piece, and one more: the number of edges
};

CutPieces make_cut_pieces(const Shape& shape);

/// Where a plane meets an edge: position = (1 - share) a + share b.
struct CutCorner {
  int a{};
  int b{};
  double share{};
  Vec3 position;  // m
};

/// Calls add with the polygon in which a plane cuts each piece, counter-clockwise seen from where
/// the normal points to. Pieces that bend, elements that strain much, give what the corners tell.
/// @param position  Of the points now, m.
void cut_pieces(const CutPieces& pieces, std::span<const Vec3> position, const CutPlane& plane,
                const std::function<void(std::span<const CutCorner>)>& add);

}  // namespace solfec
