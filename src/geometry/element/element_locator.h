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

/// Returns the point of an element at the position x, when its nodes are at `corners`. Slightly
/// outside of the element the weights extrapolate. When x is so far away that no local coordinates
/// exist, it returns the centre of the element.
MeshPoint point_of_element(const MeshElement& element, int number, const ElementCorners& corners,
                           Vec3 x);

/// Finds the element of a mesh in which a reference point lies, through a grid of cells about as
/// large as the elements.
///
/// A cell lists the elements whose boxes overlap it. The search goes through the cells around a
/// point, ring by ring, and computes the local coordinates of the point in each element, until an
/// element holds the point. When none does, it ends one ring beyond the first ring with an element
/// that has such coordinates. The edge of a cell is the mean of the longest edges of the boxes of
/// elements, doubled until there are at most 4 million cells. The locator keeps no mesh: `find`
/// gets the mesh of which the locator was made.
class ElementLocator {
 public:
  explicit ElementLocator(const Mesh& mesh);

  /// Finds an element that holds the point. When there is none, it takes the element of the nearest
  /// cells to which the point is closest in local coordinates. For a point so far away that it has
  /// no local coordinates, it returns the centre of the nearest element.
  /// @param[out] distance  Distance outside of the element in local coordinates; <= 0 inside,
  /// infinite
  ///                       far away. May be null.
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
