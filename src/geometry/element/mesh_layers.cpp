#include "geometry/element/mesh_layers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/count.h"

namespace solfec {
namespace {

/// Sides of element_faces that lie opposite each other.
constexpr std::array<std::pair<int, int>, 3> kHexahedronSides{{{0, 5}, {1, 3}, {2, 4}}};
constexpr std::pair<int, int> kWedgeSides{0, 4};

/// @param outer  A bit for each side that is an outer face.
bool has_opposite_outer_faces(int node_count, unsigned outer) {
  const auto are_outer = [outer](std::pair<int, int> sides) {
    return (outer >> sides.first & 1U) != 0U && (outer >> sides.second & 1U) != 0U;
  };
  if (node_count == 6) return are_outer(kWedgeSides);
  return node_count == 8 &&
         std::any_of(kHexahedronSides.begin(), kHexahedronSides.end(), are_outer);
}

}  // namespace

bool is_one_layer(const Mesh& mesh) {
  if (mesh.elements.size() < 2) return false;
  std::vector<unsigned> outer(mesh.elements.size(), 0U);
  for (const MeshFace& face : mesh.faces) outer[at(face.element)] |= 1U << face.side;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    if (!has_opposite_outer_faces(mesh.elements[i].node_count, outer[i])) return false;
  }
  return true;
}

}  // namespace solfec
