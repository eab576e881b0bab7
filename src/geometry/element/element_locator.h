#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "geometry/element/mesh.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// A point of a mesh as weights of the nodes of its element, Σ weight = 1.
struct MeshPoint {
  int element = -1;
  Vec3 local;     // coordinates in the element, see shape_functions
  int count = 0;  // nodes
  std::array<int, 8> node{};
  std::array<double, 8> weight{};

  /// Σ weight x node of a field given at all nodes.
  template <typename Field>
  [[nodiscard]] Vec3 of(const Field& field) const {
    Vec3 sum;
    for (int a = 0; a < count; ++a) {
      const auto k = static_cast<std::size_t>(a);
      sum += weight[k] * field[static_cast<std::size_t>(node[k])];
    }
    return sum;
  }
};

/// Positions of the nodes of one element; the first `count` entries count.
struct ElementCorners {
  int count = 0;
  std::array<Vec3, 8> at{};

  [[nodiscard]] std::span<const Vec3> all() const {
    return std::span(at).first(static_cast<std::size_t>(count));
  }
};

/// Corners of an element whose nodes are at position(node).
template <typename Position>
ElementCorners corners_of(const MeshElement& element, const Position& position) {
  ElementCorners corners;
  corners.count = element.node_count;
  for (int a = 0; a < element.node_count; ++a) {
    const auto k = static_cast<std::size_t>(a);
    corners.at[k] = position(element.node[k]);
  }
  return corners;
}

/// The point of an element with the position x, its nodes being at `corners`. Slightly outside of
/// the element the weights extrapolate. The centre of the element when x is so far away that no
/// local coordinates exist.
MeshPoint point_of_element(const MeshElement& element, int number, const ElementCorners& corners,
                           Vec3 x);

/// Finds the element of a mesh in which a reference point lies, through a grid of cells about as
/// large as the elements.
///
/// A cell lists the elements whose boxes meet it. The cells around a point are asked ring by ring,
/// each of their elements for the local coordinates of the point, until one holds it; where none
/// does, one ring beyond the first that has an element with coordinates. The edge of a cell is the
/// mean of the longest edges of the elements' boxes, doubled until there are at most 4 million
/// cells. The locator keeps no mesh: `find` gets the one that it was made of.
class ElementLocator {
 public:
  explicit ElementLocator(const Mesh& mesh);

  /// An element that holds the point; without one the element to which it is closest in local
  /// coordinates among those of the nearest cells; the centre of the nearest element for a point so
  /// far away that it has no local coordinates.
  /// @param[out] distance  How far outside, in local coordinates; <= 0 inside, infinite far away.
  /// Null: not wanted.
  [[nodiscard]] MeshPoint find(const Mesh& mesh, Vec3 point, double* distance = nullptr) const;

 private:
  [[nodiscard]] std::array<int, 3> cell_of(Vec3 point) const;

  Box box_;
  double cell_ = 1.0;           // edge, m
  std::array<int, 3> cells_{};  // along each axis
  std::vector<int> start_;      // cells + 1, into elements_
  std::vector<int> elements_;   // ascending in each cell
};

}  // namespace solfec
