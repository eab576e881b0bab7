#pragma once

#include <array>
#include <span>

#include "geometry/element/mesh.h"

namespace solfec {

/// Faces of one element kind; nodes of a face run counter-clockwise seen from outside the element.
struct ElementFaces {
  int face_count{};
  std::array<int, 6> size{};                 // 3 or 4 nodes per face
  std::array<std::array<int, 4>, 6> node{};  // local nodes, the first `size` entries count

  [[nodiscard]] std::span<const int> face(int side) const {
    const auto k = static_cast<std::size_t>(side);
    return std::span(node[k]).first(static_cast<std::size_t>(size[k]));
  }
};

/// Three edges that leave one corner in right-handed order: (b - a) x (c - a) . (d - a) > 0 in a
/// proper element.
struct ElementCorner {
  std::array<int, 4> node{};  // a, b, c, d
};

/// Table of faces; `node_count` is 4, 5, 6 or 8 (asserted).
const ElementFaces& element_faces(int node_count);

/// Corners whose triple products show whether an element is inverted; `node_count` as above.
std::span<const ElementCorner> element_corners(int node_count);

/// Global node numbers of one element face, counter-clockwise seen from outside.
struct FaceNodes {
  int size{};
  std::array<int, 4> node{};

  [[nodiscard]] std::span<const int> nodes() const {
    return std::span(node).first(static_cast<std::size_t>(size));
  }
};
/// @param side  Row of the table of faces of the element's kind.
FaceNodes face_nodes(const MeshElement& element, int side);

}  // namespace solfec
