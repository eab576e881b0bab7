#include "geometry/element/mesh_partition.h"

#include <map>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/mesh_faces.h"
#include "math/graph_partition.h"

namespace solfec {
namespace {

/// Elements on the other side of the faces of each element.
std::vector<std::vector<int>> neighbours_of(const Mesh& mesh) {
  std::vector<std::vector<int>> neighbours(mesh.elements.size());
  std::map<FaceKey, int> open;  // faces seen once, their element
  for (int e = 0; e < count(mesh.elements); ++e) {
    const MeshElement& element = mesh.elements[at(e)];
    for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
      const FaceKey key = face_key(face_nodes(element, side).nodes());
      const auto found = open.find(key);
      if (found == open.end()) {
        open.emplace(key, e);
        continue;
      }
      neighbours[at(e)].push_back(found->second);
      neighbours[at(found->second)].push_back(e);
      open.erase(found);
    }
  }
  return neighbours;
}

/// Nodes keep their order. Outer faces that the whole mesh had keep their surface ids.
MeshPart make_part(const Mesh& mesh, std::vector<int> elements,
                   const std::map<std::pair<int, int>, SurfaceId>& surfaces) {
  MeshPart part;
  std::vector<int> number(mesh.nodes.size(), -1);
  for (const int e : elements) {
    const MeshElement& element = mesh.elements[at(e)];
    for (int a = 0; a < element.node_count; ++a) number[at(element.node[at(a)])] = 0;
  }
  for (int i = 0; i < count(number); ++i) {
    if (number[at(i)] < 0) continue;
    number[at(i)] = count(part.node);
    part.node.push_back(i);
    part.mesh.nodes.push_back(mesh.nodes[at(i)]);
  }
  for (const int e : elements) {
    MeshElement element = mesh.elements[at(e)];
    for (int a = 0; a < element.node_count; ++a) {
      element.node[at(a)] = number[at(element.node[at(a)])];
    }
    part.mesh.elements.push_back(element);
  }
  find_outer_faces("PARTITION", 0, part.mesh);
  for (MeshFace& face : part.mesh.faces) {
    const auto given = surfaces.find({elements[at(face.element)], face.side});
    if (given != surfaces.end()) face.surface = given->second;
  }
  part.element = std::move(elements);
  return part;
}

}  // namespace

std::vector<MeshPart> partition_mesh(const Mesh& mesh, int parts) {
  SOLFEC_ASSERT(1 <= parts && parts <= count(mesh.elements));
  std::vector<int> start{0};
  std::vector<int> neighbour;
  for (const std::vector<int>& of_element : neighbours_of(mesh)) {
    neighbour.insert(neighbour.end(), of_element.begin(), of_element.end());
    start.push_back(count(neighbour));
  }
  const std::vector<int> part = partition_graph(start, neighbour, parts);
  std::vector<std::vector<int>> elements(at(parts));
  for (int e = 0; e < count(part); ++e) elements[at(part[at(e)])].push_back(e);
  std::map<std::pair<int, int>, SurfaceId> surfaces;
  for (const MeshFace& face : mesh.faces) surfaces[{face.element, face.side}] = face.surface;
  std::vector<MeshPart> result;
  for (std::vector<int>& of_part : elements) {
    if (!of_part.empty()) result.push_back(make_part(mesh, std::move(of_part), surfaces));
  }
  return result;
}

}  // namespace solfec
