#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "geometry/shape/shape.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// The edges of the convex pieces of a shape (polyhedra and elements of meshes), by which a plane
/// cuts them.
struct CutPieces {
  std::vector<Vec3> point;               // reference position, m
  std::vector<int> node;                 // of the meshes, as Surface::node
  std::vector<std::array<int, 2>> edge;  // two points each, piece by piece
  std::vector<int> first_edge;           // of each piece; the last entry is the number of edges
};

CutPieces make_cut_pieces(const Shape& shape);

/// Where a plane meets an edge: position = (1 - share) a + share b.
struct CutCorner {
  int a{};
  int b{};
  double share{};
  Vec3 position;  // m
};

/// Calls add with the polygon in which a plane cuts each piece, counter-clockwise when the normal
/// points at the viewer. Edges count as straight, so a bent element is cut only approximately.
/// @param position  Present positions of the points, m.
void cut_pieces(const CutPieces& pieces, std::span<const Vec3> position, const CutPlane& plane,
                const std::function<void(std::span<const CutCorner>)>& add);

}  // namespace solfec
