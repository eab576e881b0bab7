#include "geometry/element/mesh_split.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/count.h"
#include "base/disjoint_sets.h"

namespace solfec {
namespace {

/// Corners of all elements, numbered element by element.
class Corners {
 public:
  explicit Corners(const Mesh& mesh) : mesh_(mesh) {
    first_.reserve(mesh.elements.size() + 1);
    for (const MeshElement& element : mesh.elements) {
      first_.push_back(first_.back() + element.node_count);
    }
  }
  [[nodiscard]] int size() const { return first_.back(); }
  /// The corner of an element that has the node.
  [[nodiscard]] int corner(int element, int node) const {
    const auto& nodes = mesh_.elements[at(element)].node;
    const auto* const found = std::find(nodes.begin(), nodes.end(), node);
    return first_[at(element)] + static_cast<int>(found - nodes.begin());
  }
  [[nodiscard]] int first(int element) const { return first_[at(element)]; }

 private:
  const Mesh& mesh_;
  std::vector<int> first_{0};
};

bool is_before(const InnerFace& a, const InnerFace& b) {
  return std::tie(a.element, a.side) < std::tie(b.element, b.side);
}

/// Corners that are one node: those of a node on no opened face, and those around other nodes that
/// closed faces join.
DisjointSets corners_of_nodes(const Mesh& mesh, const Corners& corners,
                              std::span<const InnerFace> opened) {
  std::vector<bool> is_opened(mesh.nodes.size(), false);
  for (const InnerFace& face : opened) {
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    for (const int node : nodes.nodes()) {
      is_opened[at(node)] = true;
    }
  }
  DisjointSets sets;
  sets.start(corners.size());
  std::vector<int> first_corner(mesh.nodes.size(), -1);
  for (int e = 0; e < count(mesh.elements); ++e) {
    const MeshElement& element = mesh.elements[at(e)];
    for (int k = 0; k < element.node_count; ++k) {
      const int node = element.node[at(k)];
      if (is_opened[at(node)]) continue;
      int& first = first_corner[at(node)];
      if (first < 0) first = corners.first(e) + k;
      sets.join(first, corners.first(e) + k);
    }
  }
  for (const InnerFace& face : find_inner_faces(mesh)) {
    if (std::binary_search(opened.begin(), opened.end(), face, is_before)) continue;
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    for (const int node : nodes.nodes()) {
      sets.join(corners.corner(face.element, node), corners.corner(face.neighbour, node));
    }
  }
  return sets;
}

/// Elements that hang together by the nodes `sets`, by the least element of each part.
DisjointSets elements_of_parts(const Mesh& mesh, const Corners& corners, DisjointSets& sets) {
  DisjointSets parts;
  parts.start(count(mesh.elements));
  std::vector<int> element_of(at(corners.size()));
  for (int e = 0; e < count(mesh.elements); ++e) {
    for (int k = 0; k < mesh.elements[at(e)].node_count; ++k) {
      element_of[at(corners.first(e) + k)] = e;
    }
  }
  for (int i = 0; i < count(element_of); ++i) {
    parts.join(element_of[at(i)], element_of[at(sets.root(i))]);
  }
  return parts;
}

/// The nodes and elements of one part; its faces are added later.
MeshPart make_part(const Mesh& mesh, const Corners& corners, DisjointSets& sets,
                   std::vector<int> elements) {
  MeshPart part;
  part.element = std::move(elements);
  std::vector<std::pair<int, int>> nodes;  // of the whole mesh, and the corner that stands for it
  for (const int e : part.element) {
    for (int k = 0; k < mesh.elements[at(e)].node_count; ++k) {
      nodes.emplace_back(mesh.elements[at(e)].node[at(k)], sets.root(corners.first(e) + k));
    }
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  for (const auto& [node, corner] : nodes) {
    part.node.push_back(node);
    part.mesh.nodes.push_back(mesh.nodes[at(node)]);
  }
  for (const int e : part.element) {
    MeshElement element = mesh.elements[at(e)];
    for (int k = 0; k < element.node_count; ++k) {
      int& node = element.node[at(k)];
      const std::pair place{node, sets.root(corners.first(e) + k)};
      node = static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), place) - nodes.begin());
    }
    part.mesh.elements.push_back(element);
  }
  return part;
}

/// Outer faces of the whole mesh and both sides of opened ones, by element and side.
std::vector<MeshFace> outer_faces(const Mesh& mesh, std::span<const SplitFace> opened) {
  std::vector<MeshFace> faces = mesh.faces;
  for (const SplitFace& one : opened) {
    faces.push_back({one.face.element, one.face.side, one.surface});
    faces.push_back({one.face.neighbour, one.face.neighbour_side, one.neighbour_surface});
  }
  std::sort(faces.begin(), faces.end(), [](const MeshFace& a, const MeshFace& b) {
    return std::tie(a.element, a.side) < std::tie(b.element, b.side);
  });
  return faces;
}

}  // namespace

std::vector<MeshPart> split_mesh(const Mesh& mesh, std::span<const SplitFace> faces) {
  std::vector<InnerFace> opened;
  for (const SplitFace& one : faces) opened.push_back(one.face);
  std::sort(opened.begin(), opened.end(), is_before);
  const Corners corners(mesh);
  DisjointSets sets = corners_of_nodes(mesh, corners, opened);
  DisjointSets groups = elements_of_parts(mesh, corners, sets);
  std::vector<std::vector<int>> elements(mesh.elements.size());
  for (int e = 0; e < count(mesh.elements); ++e) elements[at(groups.root(e))].push_back(e);

  std::vector<MeshPart> parts;
  std::vector<std::pair<int, int>> place(mesh.elements.size());  // part and number in it
  for (std::vector<int>& list : elements) {
    if (list.empty()) continue;
    for (int k = 0; k < count(list); ++k) place[at(list[at(k)])] = {count(parts), k};
    parts.push_back(make_part(mesh, corners, sets, std::move(list)));
  }
  for (const MeshFace& face : outer_faces(mesh, faces)) {
    const auto [part, number] = place[at(face.element)];
    parts[at(part)].mesh.faces.push_back({number, face.side, face.surface});
  }
  return parts;
}

}  // namespace solfec
