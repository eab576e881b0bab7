#include "geometry/element/mesh_defects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "base/disjoint_sets.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/mesh_faces.h"
#include "math/box.h"

namespace solfec {
namespace {

// Parts are found by a union of the nodes of each element; nodes on faces that do not have them by
// comparing each outer face with the outer nodes whose x lies in its box, which a sorted list gives
// (find_touches). A body that is folded onto itself, or a ring that is closed, has such nodes as
// well as neighbours that do not fit together; check_touches tells them apart.

constexpr double kSame = 1e-6;  // of the size of a face

/// All elements must have one root when the nodes of each are joined.
void check_connected(const Mesh& mesh) {
  DisjointSets joined;
  joined.start(count(mesh.nodes));
  for (const MeshElement& element : mesh.elements) {
    for (int a = 1; a < element.node_count; ++a) {
      joined.join(element.node[at(a)], element.node[0]);
    }
  }
  const int first = joined.root(mesh.elements.front().node[0]);
  for (int e = 1; e < count(mesh.elements); ++e) {
    if (joined.root(mesh.elements[at(e)].node[0]) == first) continue;
    throw InputError(cat("MESH: elements 0 and ", e,
                         " belong to parts that share no node: the mesh of a FINITE_ELEMENT body "
                         "must hang together"));
  }
}

/// Whether x lies on a face, a convex polygon up to small bends.
bool is_on(std::span<const Vec3> corners, Vec3 x, double tolerance) {
  Vec3 middle;
  Vec3 normal;
  const std::size_t n = corners.size();
  for (const Vec3 corner : corners) middle += corner;
  middle = middle / static_cast<double>(n);
  for (std::size_t k = 0; k < n; ++k) {
    normal += cross(corners[k] - middle, corners[(k + 1) % n] - middle);
  }
  normal = normalized(normal);
  // of the plane of the triangle about the middle that holds it, as faces may be bent
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 a = corners[k] - middle;
    const Vec3 b = corners[(k + 1) % n] - middle;
    const Vec3 arm = x - middle;
    const Vec3 own = normalized(cross(a, b));
    const bool inside = dot(cross(normal, a), arm) >= -tolerance * norm(a) &&
                        dot(cross(b, normal), arm) >= -tolerance * norm(b) &&
                        dot(cross(normal, b - a), arm - a) >= -tolerance * norm(b - a);
    if (inside && std::fabs(dot(own, arm)) <= tolerance) return true;
  }
  return false;
}

/// Outer nodes in the order of their x coordinates.
struct SortedNodes {
  std::vector<int> node;

  explicit SortedNodes(const Mesh& mesh) {
    for (const MeshFace& face : mesh.faces) {
      const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
      node.insert(node.end(), nodes.nodes().begin(), nodes.nodes().end());
    }
    std::sort(node.begin(), node.end());
    node.erase(std::unique(node.begin(), node.end()), node.end());
    std::sort(node.begin(), node.end(), [&](int a, int b) {
      const double x = mesh.nodes[at(a)].x;
      const double y = mesh.nodes[at(b)].x;
      return x < y || (x == y && a < b);
    });
  }
};

/// A node that lies on an outer face without being one of its nodes.
struct Touch {
  int face{};  // index in Mesh::faces
  int node{};
};

/// Up to which distance places on a face are the same.
double tolerance_of(const Box& box) { return kSame * norm(box.hi - box.lo); }

/// Returns the nodes that lie on faces of others, ordered by face, then by the x coordinate of the
/// node.
std::vector<Touch> find_touches(const Mesh& mesh) {
  std::vector<Touch> touches;
  const SortedNodes sorted(mesh);
  for (int f = 0; f < count(mesh.faces); ++f) {
    const MeshFace& face = mesh.faces[at(f)];
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    std::array<Vec3, 4> corners;
    Box box;
    for (std::size_t k = 0; k < at(nodes.size); ++k) {
      corners[k] = mesh.nodes[at(nodes.node[k])];
      box.add(corners[k]);
    }
    const double tolerance = tolerance_of(box);
    box.grow(tolerance);
    auto next = std::lower_bound(sorted.node.begin(), sorted.node.end(), box.lo.x,
                                 [&](int node, double x) { return mesh.nodes[at(node)].x < x; });
    for (; next != sorted.node.end() && mesh.nodes[at(*next)].x <= box.hi.x; ++next) {
      const Vec3 x = mesh.nodes[at(*next)];
      if (x.y < box.lo.y || x.y > box.hi.y || x.z < box.lo.z || x.z > box.hi.z) continue;
      const auto own = nodes.nodes();
      if (std::find(own.begin(), own.end(), *next) != own.end()) continue;
      if (is_on(std::span(corners).first(at(nodes.size)), x, tolerance))
        touches.push_back({f, *next});
    }
  }
  return touches;
}

/// Elements of each node, and the part of the mesh that each element belongs to: elements hang
/// together by whole faces.
class Neighbours {
 public:
  explicit Neighbours(const Mesh& mesh)
      : mesh_(mesh), start_(mesh.nodes.size() + 1, 0), part_(mesh.elements.size()) {
    for (const MeshElement& element : mesh.elements) {
      for (int a = 0; a < element.node_count; ++a) ++start_[at(element.node[at(a)]) + 1];
    }
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    element_.resize(at(start_.back()));
    std::vector<int> next(start_.begin(), start_.end() - 1);
    for (int e = 0; e < count(mesh.elements); ++e) {
      const MeshElement& element = mesh.elements[at(e)];
      for (int a = 0; a < element.node_count; ++a)
        element_[at(next[at(element.node[at(a)])]++)] = e;
    }
    join_by_faces();
  }

  [[nodiscard]] std::span<const int> elements_of(int node) const {
    const auto begin = at(start_[at(node)]);
    return {element_.data() + begin, at(start_[at(node) + 1]) - begin};
  }
  [[nodiscard]] int part(int element) const { return part_[at(element)]; }

 private:
  void join_by_faces() {
    std::vector<std::pair<FaceKey, int>> sides;
    for (int e = 0; e < count(mesh_.elements); ++e) {
      const MeshElement& element = mesh_.elements[at(e)];
      for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
        sides.emplace_back(face_key(face_nodes(element, side).nodes()), e);
      }
    }
    std::sort(sides.begin(), sides.end());
    DisjointSets joined;
    joined.start(count(part_));
    for (std::size_t k = 1; k < sides.size(); ++k) {
      if (sides[k].first == sides[k - 1].first) joined.join(sides[k].second, sides[k - 1].second);
    }
    for (int e = 0; e < count(part_); ++e) part_[at(e)] = joined.root(e);
  }

  const Mesh& mesh_;
  std::vector<int> start_;    // nodes + 1, into element_
  std::vector<int> element_;  // of each node, increasing
  std::vector<int> part_;     // of each element: the first element of its part
};

/// Returns a touch in words: two nodes at one place, or a node on a face.
std::string text_of(const Mesh& mesh, const Touch& touch, const Neighbours& neighbours) {
  const MeshFace& face = mesh.faces[at(touch.face)];
  const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
  const int other = neighbours.elements_of(touch.node).front();
  Box box;
  for (const int own : nodes.nodes()) box.add(mesh.nodes[at(own)]);
  for (const int own : nodes.nodes()) {
    if (norm(mesh.nodes[at(own)] - mesh.nodes[at(touch.node)]) > tolerance_of(box)) continue;
    return cat("nodes ", own, " of element ", face.element, " and ", touch.node, " of element ",
               other, " lie at the same place");
  }
  return cat("node ", touch.node, " of element ", other, " lies on a face of element ",
             face.element, " without being its node");
}

/// Whether all corners of a face belong to the elements of the nodes that lie on it: it cannot come
/// away from them, so it is the coarse side of neighbours that do not fit together.
bool is_tied(const Mesh& mesh, std::span<const Touch> on_face, const Neighbours& neighbours) {
  const MeshFace& face = mesh.faces[at(on_face.front().face)];
  const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
  const auto is_theirs = [&](int corner) {
    for (const int e : neighbours.elements_of(corner)) {
      if (e == face.element) continue;
      for (const Touch& touch : on_face) {
        const auto theirs = neighbours.elements_of(touch.node);
        if (std::binary_search(theirs.begin(), theirs.end(), e)) return true;
      }
    }
    return false;
  };
  return std::all_of(nodes.nodes().begin(), nodes.nodes().end(), is_theirs);
}

/// The body touches itself where nodes lie on faces, unless its elements were meant to be joined
/// there.
/// @throws InputError when they must have been.
MeshTouches check_touches(const Mesh& mesh, std::span<const Touch> touches) {
  MeshTouches result;
  if (touches.empty()) return result;
  const Neighbours neighbours(mesh);
  std::vector<int> nodes;
  for (std::size_t k = 0; k < touches.size();) {
    std::size_t end = k;
    bool parts = false;
    for (; end < touches.size() && touches[end].face == touches[k].face; ++end) {
      const int element = mesh.faces[at(touches[k].face)].element;
      const int other = neighbours.elements_of(touches[end].node).front();
      parts = parts || neighbours.part(element) != neighbours.part(other);
      nodes.push_back(touches[end].node);
    }
    if (parts || is_tied(mesh, touches.subspan(k, end - k), neighbours)) {
      throw InputError(cat("MESH: ", text_of(mesh, touches[k], neighbours),
                           ": the elements of a FINITE_ELEMENT body must fit together and "
                           "neighbours share their nodes"));
    }
    k = end;
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  result.nodes = count(nodes);
  result.first = text_of(mesh, touches.front(), neighbours);
  return result;
}

}  // namespace

MeshTouches check_deformable_mesh(const Mesh& mesh) {
  check_connected(mesh);
  return check_touches(mesh, find_touches(mesh));
}

}  // namespace solfec
