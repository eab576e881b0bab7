#include "geometry/element/mesh_faces.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_tables.h"

namespace solfec {
namespace {

constexpr double kFlat = 1e-6;  // least scaled triple product of three edges

/// Side of an element with its key; `turn` is the sense in which the nodes run.
struct KeyedSide {
  FaceKey key{};
  int element{};
  int side{};
  bool turn{};
};

/// Sense of rotation of a face: whether the node after the smallest one is smaller than the node
/// before it. Neighbours see the same face the other way round.
bool turn_of(std::span<const int> nodes) {
  const auto least = std::min_element(nodes.begin(), nodes.end());
  const auto k = static_cast<std::size_t>(least - nodes.begin());
  const std::size_t n = nodes.size();
  return nodes[(k + 1) % n] < nodes[(k + n - 1) % n];
}

/// All sides of all elements, those of one face beside each other.
std::vector<KeyedSide> sorted_sides(const Mesh& mesh) {
  std::vector<KeyedSide> sides;
  for (int e = 0; e < count(mesh.elements); ++e) {
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(e)];
    const int faces = element_faces(element.node_count).face_count;
    for (int side = 0; side < faces; ++side) {
      const FaceNodes face = face_nodes(element, side);
      sides.push_back({face_key(face.nodes()), e, side, turn_of(face.nodes())});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const KeyedSide& a, const KeyedSide& b) {
    return std::tie(a.key, a.element, a.side) < std::tie(b.key, b.element, b.side);
  });
  return sides;
}

std::string name_of(const FaceKey& key) {
  std::string text;
  for (const int node : key) {
    if (node >= 0) text += cat(text.empty() ? "" : ", ", node);
  }
  return cat("the face with the nodes ", text);
}

}  // namespace

FaceKey face_key(std::span<const int> nodes) {
  FaceKey key{-1, -1, -1, -1};
  std::copy(nodes.begin(), nodes.end(), key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

void find_outer_faces(std::string_view command, SurfaceId surface, Mesh& mesh) {
  const std::vector<KeyedSide> sides = sorted_sides(mesh);
  mesh.faces.clear();
  for (std::size_t k = 0; k < sides.size();) {
    std::size_t end = k + 1;
    while (end < sides.size() && sides[end].key == sides[k].key) ++end;
    if (end - k > 2) {
      throw InputError(cat(command, ": ", name_of(sides[k].key),
                           " must belong to at most 2 elements, got ", end - k, " (elements ",
                           sides[k].element, ", ", sides[k + 1].element, ", ", sides[k + 2].element,
                           ")"));
    }
    if (end - k == 2 && sides[k].turn == sides[k + 1].turn) {
      throw InputError(cat(command, ": elements ", sides[k].element, " and ", sides[k + 1].element,
                           " lie on the same side of ", name_of(sides[k].key)));
    }
    if (end - k == 1) mesh.faces.push_back({sides[k].element, sides[k].side, surface});
    k = end;
  }
  std::sort(mesh.faces.begin(), mesh.faces.end(), [](const MeshFace& a, const MeshFace& b) {
    return std::tie(a.element, a.side) < std::tie(b.element, b.side);
  });
}

std::vector<InnerFace> find_inner_faces(const Mesh& mesh) {
  const std::vector<KeyedSide> sides = sorted_sides(mesh);
  std::vector<InnerFace> faces;
  for (std::size_t k = 1; k < sides.size(); ++k) {
    const KeyedSide& first = sides[k - 1];
    const KeyedSide& second = sides[k];
    if (first.key != second.key) continue;
    faces.push_back({first.element, first.side, second.element, second.side});
  }
  std::sort(faces.begin(), faces.end(), [](const InnerFace& a, const InnerFace& b) {
    return std::tie(a.element, a.side) < std::tie(b.element, b.side);
  });
  return faces;
}

std::vector<FaceNodes> inner_faces(const Mesh& mesh) {
  const std::vector<InnerFace> inner = find_inner_faces(mesh);
  std::vector<FaceNodes> faces;
  faces.reserve(inner.size());
  for (const InnerFace& face : inner) {
    faces.push_back(face_nodes(mesh.elements[at(face.element)], face.side));
  }
  return faces;
}

namespace {

/// Triple product of the edges that leave a corner over their lengths; zero for edges of no length.
double scaled_corner(const Mesh& mesh, const MeshElement& element, const ElementCorner& corner) {
  const auto at = [&](std::size_t k) {
    const int node = element.node[static_cast<std::size_t>(corner.node[k])];
    return mesh.nodes[static_cast<std::size_t>(node)];
  };
  const Vec3 a = at(1) - at(0);
  const Vec3 b = at(2) - at(0);
  const Vec3 c = at(3) - at(0);
  const double size = norm(a) * norm(b) * norm(c);
  return size > 0.0 ? dot(cross(a, b), c) / size : 0.0;
}

}  // namespace

double least_corner(const Mesh& mesh, const MeshElement& element) {
  double least = 1.0;
  for (const ElementCorner& corner : element_corners(element.node_count)) {
    least = std::min(least, scaled_corner(mesh, element, corner));
  }
  return least;
}

TurnedElements orient_elements(Mesh& mesh) {
  TurnedElements turned;
  for (MeshElement& element : mesh.elements) {
    const auto corners = element_corners(element.node_count);
    const bool mirrored = std::all_of(corners.begin(), corners.end(), [&](const auto& corner) {
      return scaled_corner(mesh, element, corner) < -kFlat;
    });
    if (!mirrored) continue;
    if (turned.count++ == 0) turned.first = static_cast<int>(&element - mesh.elements.data());
    auto& node = element.node;
    if (element.node_count == 4) {
      std::swap(node[1], node[2]);
    } else if (element.node_count == 5) {
      std::swap(node[1], node[3]);
    } else {  // the two layers
      const int half = element.node_count / 2;
      std::swap_ranges(node.begin(), node.begin() + half, node.begin() + half);
    }
  }
  return turned;
}

void check_elements(std::string_view command, const Mesh& mesh) {
  for (int e = 0; e < count(mesh.elements); ++e) {
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(e)];
    for (const ElementCorner& corner : element_corners(element.node_count)) {
      const double scaled = scaled_corner(mesh, element, corner);
      if (scaled > kFlat) continue;
      throw InputError(cat(command, ": element ", e, " is ", scaled < -kFlat ? "inverted" : "flat",
                           " at its node ", element.node[static_cast<std::size_t>(corner.node[0])],
                           ": the scaled triple product of the edges must be positive, got ",
                           scaled));
    }
  }
}

}  // namespace solfec
