#include "geometry/element/cell_elements.h"

#include <algorithm>
#include <span>

#include "base/count.h"

namespace solfec {
namespace {

bool has(std::span<const int> nodes, int node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

/// Nodes of a cell, each once.
std::vector<int> nodes_of(const MeshCell& cell) {
  std::vector<int> nodes;
  for (const auto& face : cell.faces) nodes.insert(nodes.end(), face.begin(), face.end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// The node that an edge joins to a node of a base without lying in the base.
int node_above(const MeshCell& cell, std::span<const int> base, int node) {
  for (const auto& face : cell.faces) {
    for (std::size_t k = 0; k < face.size(); ++k) {
      const int next = face[(k + 1) % face.size()];
      if (face[k] == node && !has(base, next)) return next;
    }
  }
  return -1;
}

/// Element on a base face that runs counter-clockwise seen from outside of the element.
MeshElement element_on(const std::vector<int>& base, VolumeId volume) {
  MeshElement element;
  element.volume = volume;
  element.node_count = count(base);
  std::copy(base.rbegin(), base.rend(), element.node.begin());
  return element;
}

MeshElement with_apex(const std::vector<int>& base, int apex, VolumeId volume) {
  MeshElement element = element_on(base, volume);
  element.node[at(element.node_count++)] = apex;
  return element;
}

/// Element between a base and the nodes above it: a wedge or a hexahedron.
MeshElement with_top(const MeshCell& cell, const std::vector<int>& base, VolumeId volume) {
  MeshElement element = element_on(base, volume);
  for (int k = 0; k < count(base); ++k) {
    element.node[at(element.node_count++)] = node_above(cell, base, element.node[at(k)]);
  }
  return element;
}

/// Adds a cell that is one element. The numbers of faces and nodes tell its kind.
bool add_as_element(const MeshCell& cell, std::size_t nodes, VolumeId volume, Mesh& mesh) {
  const auto face_of = [&](std::size_t size) -> const std::vector<int>& {
    return *std::find_if(cell.faces.begin(), cell.faces.end(),
                         [size](const auto& face) { return face.size() == size; });
  };
  const auto count_of = [&](std::size_t size) {
    return std::count_if(cell.faces.begin(), cell.faces.end(),
                         [size](const auto& face) { return face.size() == size; });
  };
  const auto triangles = count_of(3);
  const auto quadrilaterals = count_of(4);
  if (triangles + quadrilaterals != count(cell.faces)) return false;
  if (triangles == 4 && quadrilaterals <= 1) {  // a tetrahedron or a pyramid
    const auto& base = face_of(quadrilaterals == 1 ? 4 : 3);
    mesh.elements.push_back(with_apex(base, node_above(cell, base, base.front()), volume));
    return true;
  }
  if (triangles == 2 && quadrilaterals == 3 && nodes == 6) {
    mesh.elements.push_back(with_top(cell, face_of(3), volume));
    return true;
  }
  if (triangles == 0 && quadrilaterals == 6 && nodes == 8) {
    mesh.elements.push_back(with_top(cell, face_of(4), volume));
    return true;
  }
  return false;
}

}  // namespace

std::vector<std::vector<int>> sides_of_face(const std::vector<int>& face) {
  if (face.size() <= 4) return {face};
  const auto least = std::min_element(face.begin(), face.end()) - face.begin();
  const auto start = static_cast<std::size_t>(least);
  std::vector<std::vector<int>> sides;
  for (std::size_t k = 1; k + 1 < face.size(); ++k) {
    sides.push_back(
        {face[start], face[(start + k) % face.size()], face[(start + k + 1) % face.size()]});
  }
  return sides;
}

int add_cell(const MeshCell& cell, VolumeId volume, Mesh& mesh) {
  const std::vector<int> nodes = nodes_of(cell);
  if (add_as_element(cell, nodes.size(), volume, mesh)) return -1;
  Vec3 mean;
  for (const int node : nodes) mean += mesh.nodes[at(node)];
  const int middle = count(mesh.nodes);
  mesh.nodes.push_back(mean / static_cast<double>(nodes.size()));
  for (const auto& face : cell.faces) {
    for (const auto& side : sides_of_face(face)) {
      mesh.elements.push_back(with_apex(side, middle, volume));
    }
  }
  return middle;
}

}  // namespace solfec
