#include "geometry/element/mesh_builder.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/flat_lists.h"
#include "geometry/element/mesh_faces.h"

namespace solfec {
namespace {

constexpr int kLeastNodes = 4;

bool is_element_size(int n) { return n == 4 || n == 5 || n == 6 || n == 8; }

/// Reads n, i1 .. in, volume id, n, ... up to the end of the list.
void read_elements(std::span<const int> list, Mesh& mesh) {
  for (std::size_t k = 0; k < list.size();) {
    const std::string name = cat("MESH: element ", mesh.elements.size());
    const int size = list[k];
    if (!is_element_size(size)) {
      throw InputError(cat(name, ": An element must have 4, 5, 6, or 8 nodes, got ", size));
    }
    const auto needed = static_cast<std::size_t>(size) + 1;  // nodes and the volume id
    const std::size_t left = list.size() - k - 1;
    if (left < needed) {
      throw InputError(cat(name, ": The last element definition is incomplete, ", size,
                           " nodes and a volume id must follow, got ", left, " numbers"));
    }
    const auto nodes = list.subspan(k + 1, static_cast<std::size_t>(size));
    check_indices(name, nodes, count(mesh.nodes));
    MeshElement element{size, {}, list[k + needed]};
    std::copy(nodes.begin(), nodes.end(), element.node.begin());
    mesh.elements.push_back(element);
    k += needed + 1;
  }
  if (mesh.elements.empty()) throw InputError("MESH: at least 1 element must be defined, got 0");
}

/// One entry of the list of surface ids.
struct ListedFace {
  FaceKey key{};
  int place{};  // in the list, for messages
  SurfaceId surface{};
};

/// Reads k, i1 .. ik, surface id, k, ...; sorted by their nodes.
std::vector<ListedFace> read_listed_faces(std::span<const int> list, int node_count) {
  std::vector<ListedFace> faces;
  for (std::size_t k = 0; k < list.size();) {
    const std::string name = cat("MESH: surface face ", faces.size());
    const int size = list[k];
    if (size != 3 && size != 4) {
      throw InputError(cat(name, ": A face must have 3 or 4 nodes, got ", size));
    }
    const auto needed = static_cast<std::size_t>(size) + 1;  // nodes and the surface id
    const std::size_t left = list.size() - k - 1;
    if (left < needed) {
      throw InputError(cat(name, ": The last face definition is incomplete, ", size,
                           " nodes and a surface id must follow, got ", left, " numbers"));
    }
    const auto nodes = list.subspan(k + 1, static_cast<std::size_t>(size));
    check_indices(name, nodes, node_count);
    faces.push_back({face_key(nodes), count(faces), list[k + needed]});
    k += needed + 1;
  }
  std::stable_sort(faces.begin(), faces.end(),
                   [](const ListedFace& a, const ListedFace& b) { return a.key < b.key; });
  return faces;
}

/// Finds each listed face among the outer ones by its nodes, whose order does not matter.
void set_listed_surfaces(std::span<const int> list, Mesh& mesh) {
  const std::vector<ListedFace> listed = read_listed_faces(list, count(mesh.nodes));
  std::vector<std::pair<FaceKey, int>> outer;
  for (int f = 0; f < count(mesh.faces); ++f) {
    const MeshFace& face = mesh.faces[static_cast<std::size_t>(f)];
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(face.element)];
    outer.emplace_back(face_key(face_nodes(element, face.side).nodes()), f);
  }
  std::sort(outer.begin(), outer.end());

  const ListedFace* before = nullptr;
  for (const ListedFace& face : listed) {
    const auto found = std::lower_bound(outer.begin(), outer.end(), std::pair{face.key, 0});
    if (found == outer.end() || found->first != face.key) {
      throw InputError(cat("MESH: surface face ", face.place, " must be an outer face, ",
                           "no element has an outer face with these nodes"));
    }
    if (before != nullptr && before->key == face.key && before->surface != face.surface) {
      throw InputError(cat("MESH: surface faces ", before->place, " and ", face.place,
                           " are the same face and must have one id, got ", before->surface,
                           " and ", face.surface));
    }
    mesh.faces[static_cast<std::size_t>(found->second)].surface = face.surface;
    before = &face;
  }
}

}  // namespace

Mesh make_mesh(std::span<const double> nodes, std::span<const int> elements,
               std::span<const int> surfaces, TurnedElements* turned) {
  if (surfaces.empty()) throw InputError("MESH: 'surfids' must start with a surface id, got none");
  Mesh mesh;
  mesh.nodes = points_of_flat_list("MESH", "nodes", nodes, kLeastNodes);
  read_elements(elements, mesh);
  const TurnedElements oriented = orient_elements(mesh);
  if (turned != nullptr) *turned = oriented;
  check_elements("MESH", mesh);
  find_outer_faces("MESH", surfaces[0], mesh);
  set_listed_surfaces(surfaces.subspan(1), mesh);
  return mesh;
}

}  // namespace solfec
