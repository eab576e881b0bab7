#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <vector>

#include "geometry/element/element_tables.h"
#include "geometry/element/mesh.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/element/shape_functions.h"

namespace solfec::test {

inline MeshElement element_of(std::initializer_list<int> nodes, VolumeId volume) {
  MeshElement element;
  element.volume = volume;
  for (const int node : nodes) element.node[static_cast<std::size_t>(element.node_count++)] = node;
  return element;
}

/// Reference element of one kind, its nodes moved at random by up to `distortion`.
inline Mesh single_element(int node_count, double distortion, std::mt19937& rng) {
  std::uniform_real_distribution<double> move(-distortion, distortion);
  Mesh mesh;
  MeshElement element;
  element.node_count = node_count;
  for (const Vec3& node : reference_nodes(node_count)) {
    element.node[mesh.nodes.size()] = static_cast<int>(mesh.nodes.size());
    mesh.nodes.push_back(node + Vec3{move(rng), move(rng), move(rng)});
  }
  mesh.elements.push_back(element);
  find_outer_faces("test", 1, mesh);
  return mesh;
}

/// Block [0, 2] x [0, 2] x [0, 5] of unit cells with all four kinds of elements: layers of
/// hexahedra, pyramids (and tetrahedra), wedges, tetrahedra and pyramids, tetrahedra. Volume ids
/// are the numbers of the layers.
class MixedMesh {
 public:
  /// @param distortion  Every node moves by up to this in each direction.
  /// @param inner_only  Only nodes inside the block move.
  static Mesh make(double distortion, std::mt19937& rng, bool inner_only = false) {
    MixedMesh builder;
    for (int k = 0; k <= kLayers; ++k) {
      for (int j = 0; j <= kCells; ++j) {
        for (int i = 0; i <= kCells; ++i) {
          builder.mesh_.nodes.push_back({double(i), double(j), double(k)});
        }
      }
    }
    for (int k = 0; k < kLayers; ++k) {
      for (int j = 0; j < kCells; ++j) {
        for (int i = 0; i < kCells; ++i) builder.add_cell(i, j, k);
      }
    }
    std::uniform_real_distribution<double> move(-distortion, distortion);
    for (Vec3& node : builder.mesh_.nodes) {
      const Vec3 change{move(rng), move(rng), move(rng)};
      if (!inner_only || is_inner(node)) node += change;
    }
    find_outer_faces("test", 1, builder.mesh_);
    return builder.mesh_;
  }

  static bool is_inner(Vec3 p) {
    return p.x > 0 && p.x < kCells && p.y > 0 && p.y < kCells && p.z > 0 && p.z < kLayers;
  }

 private:
  static constexpr int kCells = 2;
  static constexpr int kLayers = 5;

  static int node(int i, int j, int k) { return (k * (kCells + 1) + j) * (kCells + 1) + i; }

  void add_cell(int i, int j, int k) {
    const std::array<int, 8> c{
        node(i, j, k),     node(i + 1, j, k),     node(i + 1, j + 1, k),     node(i, j + 1, k),
        node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)};
    if (k == 0) {
      mesh_.elements.push_back({8, c, k});
    } else if (k == 2) {
      mesh_.elements.push_back(element_of({c[0], c[1], c[2], c[4], c[5], c[6]}, k));
      mesh_.elements.push_back(element_of({c[0], c[2], c[3], c[4], c[6], c[7]}, k));
    } else {
      add_fan(c, k);
    }
  }

  /// Pyramids, or pairs of tetrahedra, from the centre of the cell to its faces.
  void add_fan(const std::array<int, 8>& c, int k) {
    const int center = static_cast<int>(mesh_.nodes.size());
    Vec3 sum;
    for (const int corner : c) sum += mesh_.nodes[static_cast<std::size_t>(corner)];
    mesh_.nodes.push_back(sum / 8.0);
    const MeshElement cell{8, c, k};
    for (int side = 0; side < 6; ++side) {
      std::array<int, 4> f = face_nodes(cell, side).node;
      std::reverse(f.begin(), f.end());  // counter-clockwise seen from the centre
      const bool top = side == 5;
      const bool bottom = side == 0;
      if (k == 4 || (k == 3 && (top || bottom)) || (k == 1 && top)) {
        // the diagonal from the lowest node, so that both neighbours choose the same
        std::rotate(f.begin(), std::min_element(f.begin(), f.end()), f.end());
        mesh_.elements.push_back(element_of({f[0], f[1], f[2], center}, k));
        mesh_.elements.push_back(element_of({f[0], f[2], f[3], center}, k));
      } else {
        mesh_.elements.push_back(element_of({f[0], f[1], f[2], f[3], center}, k));
      }
    }
  }

  Mesh mesh_;
};

inline std::vector<Vec3> element_vertices(const Mesh& mesh, const MeshElement& element) {
  std::vector<Vec3> vertices;
  vertices.reserve(8);
  for (int a = 0; a < element.node_count; ++a) {
    vertices.push_back(
        mesh.nodes[static_cast<std::size_t>(element.node[static_cast<std::size_t>(a)])]);
  }
  return vertices;
}

}  // namespace solfec::test
