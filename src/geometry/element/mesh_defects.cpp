#include "geometry/element/mesh_defects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "math/box.h"

namespace solfec {
namespace {

// Parts are found by a union of the nodes of each element; hanging nodes by comparing each outer
// face with the outer nodes whose x lies in its box, which a sorted list gives.

constexpr double kSame = 1e-6;  // of the size of a face

/// The first element of each node, -1: none.
std::vector<int> element_of_nodes(const Mesh& mesh) {
  std::vector<int> element(mesh.nodes.size(), -1);
  for (int e = count(mesh.elements) - 1; e >= 0; --e) {
    for (int a = 0; a < mesh.elements[at(e)].node_count; ++a) {
      element[at(mesh.elements[at(e)].node[at(a)])] = e;
    }
  }
  return element;
}

/// All elements must have one root when the nodes of each are joined.
void check_connected(const Mesh& mesh) {
  std::vector<int> parent(mesh.nodes.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int node) {
    while (parent[at(node)] != node) {
      parent[at(node)] = parent[at(parent[at(node)])];
      node = parent[at(node)];
    }
    return node;
  };
  for (const MeshElement& element : mesh.elements) {
    for (int a = 1; a < element.node_count; ++a) {
      parent[at(root(element.node[at(a)]))] = root(element.node[0]);
    }
  }
  const int first = root(mesh.elements.front().node[0]);
  for (int e = 1; e < count(mesh.elements); ++e) {
    if (root(mesh.elements[at(e)].node[0]) == first) continue;
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

/// Two nodes at one place, or a node on a face: says which.
[[noreturn]] void refuse(const Mesh& mesh, const MeshFace& face, const FaceNodes& nodes, int node,
                         double tolerance, const std::vector<int>& element_of) {
  const int other = element_of[at(node)];
  for (const int own : nodes.nodes()) {
    if (norm(mesh.nodes[at(own)] - mesh.nodes[at(node)]) > tolerance) continue;
    throw InputError(cat("MESH: nodes ", own, " of element ", face.element, " and ", node,
                         " of element ", other,
                         " lie at the same place: neighbours of a FINITE_ELEMENT body must share "
                         "their nodes"));
  }
  throw InputError(cat("MESH: node ", node, " of element ", other, " lies on a face of element ",
                       face.element,
                       " without being its node: the elements of a FINITE_ELEMENT body must fit "
                       "together"));
}

/// No outer node may lie on an outer face that does not have it.
void check_fit(const Mesh& mesh) {
  const SortedNodes sorted(mesh);
  const std::vector<int> element_of = element_of_nodes(mesh);
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    std::array<Vec3, 4> corners;
    Box box;
    for (std::size_t k = 0; k < at(nodes.size); ++k) {
      corners[k] = mesh.nodes[at(nodes.node[k])];
      box.add(corners[k]);
    }
    const double tolerance = kSame * norm(box.hi - box.lo);
    box.grow(tolerance);
    auto next = std::lower_bound(sorted.node.begin(), sorted.node.end(), box.lo.x,
                                 [&](int node, double x) { return mesh.nodes[at(node)].x < x; });
    for (; next != sorted.node.end() && mesh.nodes[at(*next)].x <= box.hi.x; ++next) {
      const Vec3 x = mesh.nodes[at(*next)];
      if (x.y < box.lo.y || x.y > box.hi.y || x.z < box.lo.z || x.z > box.hi.z) continue;
      const auto own = nodes.nodes();
      if (std::find(own.begin(), own.end(), *next) != own.end()) continue;
      if (is_on(std::span(corners).first(at(nodes.size)), x, tolerance)) {
        refuse(mesh, face, nodes, *next, tolerance, element_of);
      }
    }
  }
}

}  // namespace

void check_deformable_mesh(const Mesh& mesh) {
  check_connected(mesh);
  check_fit(mesh);
}

}  // namespace solfec
