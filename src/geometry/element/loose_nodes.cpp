#include "geometry/element/loose_nodes.h"

#include <utility>
#include <vector>

#include "base/count.h"

namespace solfec {
namespace {

std::vector<char> nodes_of_elements(const Mesh& mesh) {
  std::vector<char> used(mesh.nodes.size(), 0);
  for (const MeshElement& element : mesh.elements) {
    for (int a = 0; a < element.node_count; ++a) used[at(element.node[at(a)])] = 1;
  }
  return used;
}

LooseNodes unused(const std::vector<char>& used) {
  LooseNodes loose;
  for (int i = 0; i < count(used); ++i) {
    if (used[at(i)] != 0) continue;
    if (loose.count++ == 0) loose.first = i;
  }
  return loose;
}

}  // namespace

LooseNodes find_loose_nodes(const Mesh& mesh) { return unused(nodes_of_elements(mesh)); }

LooseNodes drop_loose_nodes(Mesh& mesh) {
  const std::vector<char> used = nodes_of_elements(mesh);
  const LooseNodes loose = unused(used);
  if (loose.count == 0) return loose;
  std::vector<int> number(used.size(), -1);
  std::vector<Vec3> kept;
  kept.reserve(used.size() - at(loose.count));
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    number[i] = count(kept);
    kept.push_back(mesh.nodes[i]);
  }
  mesh.nodes = std::move(kept);
  for (MeshElement& element : mesh.elements) {
    for (int a = 0; a < element.node_count; ++a) {
      element.node[at(a)] = number[at(element.node[at(a)])];
    }
  }
  return loose;
}

}  // namespace solfec
