#pragma once

#include <array>
#include <vector>

#include "geometry/element/hex_mesh.h"
#include "geometry/element/mesh.h"
#include "geometry/element/mesh_faces.h"

namespace solfec::test {

/// Block [0, size] with the given numbers of equal hexahedra.
inline Mesh hexahedra_block(Vec3 size, std::array<int, 3> counts) {
  const auto [x, y, z] = size;
  const std::vector<double> corners{0, 0, 0, x, 0, 0, x, y, 0, 0, y, 0,
                                    0, 0, z, x, 0, z, x, y, z, 0, y, z};
  const std::vector<int> surfaces(6, 1);
  return make_hex_mesh({corners, counts, 1, surfaces, {}});
}

/// Makes a block [0, size] with every hexahedron of hexahedra_block cut into six tetrahedra around
/// its diagonal 0-6, which fit together with those of the neighbours.
inline Mesh tetrahedra_block(Vec3 size, std::array<int, 3> counts) {
  constexpr std::array<std::array<int, 2>, 6> kRing{
      {{1, 2}, {2, 3}, {3, 7}, {7, 4}, {4, 5}, {5, 1}}};
  Mesh mesh = hexahedra_block(size, counts);
  std::vector<MeshElement> cells;
  cells.swap(mesh.elements);
  mesh.elements.reserve(6 * cells.size());
  for (const MeshElement& cell : cells) {
    for (const auto& [a, b] : kRing) {
      mesh.elements.push_back({4,
                               {cell.node[0], cell.node[static_cast<std::size_t>(a)],
                                cell.node[static_cast<std::size_t>(b)], cell.node[6]},
                               cell.volume});
    }
  }
  mesh.faces.clear();
  find_outer_faces("test", 1, mesh);
  return mesh;
}

}  // namespace solfec::test
