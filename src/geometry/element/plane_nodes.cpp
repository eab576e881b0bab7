#include "geometry/element/plane_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/mesh_faces.h"

namespace solfec {
namespace {

constexpr double kOnPlane = 1e-6;    // of the shortest edge
constexpr double kNear = 0.2;        // of a cut edge
constexpr double kAlongFace = 0.25;  // least squared cosine between the normal and the way
constexpr double kSameNormal = 1e-6;
constexpr double kLeastCorner = 0.1;  // scaled triple product
constexpr double kOfCorner = 0.3;     // of the one before

/// Calls visit(a, b) for each edge of an element, once for each of its faces.
template <typename Visit>
void for_each_edge(const MeshElement& element, const Visit& visit) {
  for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
    const FaceNodes face = face_nodes(element, side);
    const auto loop = face.nodes();
    for (std::size_t k = 0; k < loop.size(); ++k) visit(loop[k], loop[(k + 1) % loop.size()]);
  }
}

/// An outer face at one of its nodes.
struct FaceCorner {
  Vec3 normal;  // unit
  SurfaceId surface{};
};

/// Where nodes may go.
class NodeMover {
 public:
  NodeMover(Vec3 normal, Mesh& mesh)
      : normal_(normal), mesh_(mesh), faces_(mesh.nodes.size()), elements_(mesh.nodes.size()) {
    for (int e = 0; e < count(mesh.elements); ++e) {
      const MeshElement& element = mesh.elements[at(e)];
      for (int k = 0; k < element.node_count; ++k) {
        elements_[at(element.node[at(k)])].push_back(e);
      }
    }
    for (const MeshFace& face : mesh.faces) {
      const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
      const auto loop = nodes.nodes();
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const Vec3 x = mesh.nodes[at(loop[k])];
        const Vec3 next = mesh.nodes[at(loop[(k + 1) % loop.size()])] - x;
        const Vec3 last = mesh.nodes[at(loop[(k + loop.size() - 1) % loop.size()])] - x;
        faces_[at(loop[k])].push_back({normalized(cross(next, last)), face.surface});
      }
    }
  }

  /// Moves a node of some height to the plane if it may. @return Whether it did.
  bool move(int node, double height) {
    const auto& around = elements_[at(node)];
    const VolumeId volume = mesh_.elements[at(around.front())].volume;
    const bool one_volume = std::all_of(around.begin(), around.end(), [&](int e) {
      return mesh_.elements[at(e)].volume == volume;
    });
    const auto way = one_volume ? way_within_faces(faces_[at(node)]) : std::nullopt;
    if (!way) return false;
    const double before = least_corner_around(node);
    Vec3& x = mesh_.nodes[at(node)];
    const Vec3 start = x;
    x += (-height / dot(*way, normal_)) * *way;
    if (least_corner_around(node) >= std::min(kLeastCorner, kOfCorner * before)) return true;
    x = start;
    return false;
  }

 private:
  /// The part of the normal of the plane that lies in all faces of a node; nothing where it is
  /// small or would move the border of two surfaces.
  [[nodiscard]] std::optional<Vec3> way_within_faces(const std::vector<FaceCorner>& faces) const {
    Vec3 way = normal_;
    std::vector<Vec3> axes;  // orthonormal, of the normals of the faces
    for (const FaceCorner& face : faces) {
      for (const FaceCorner& other : faces) {
        const bool is_border =
            face.surface != other.surface && norm(face.normal - other.normal) < kSameNormal;
        if (is_border) return std::nullopt;
      }
      Vec3 rest = face.normal;
      for (const Vec3 axis : axes) rest -= dot(axis, rest) * axis;
      if (norm(rest) < kSameNormal) continue;
      if (axes.size() == 3) return std::nullopt;
      axes.push_back(normalized(rest));
      way -= dot(axes.back(), way) * axes.back();
    }
    if (dot(way, normal_) < kAlongFace) return std::nullopt;
    return way;
  }

  [[nodiscard]] double least_corner_around(int node) const {
    double least = 1.0;
    for (const int e : elements_[at(node)]) {
      least = std::min(least, least_corner(mesh_, mesh_.elements[at(e)]));
    }
    return least;
  }

  Vec3 normal_;
  Mesh& mesh_;
  std::vector<std::vector<FaceCorner>> faces_;  // of each node
  std::vector<std::vector<int>> elements_;      // of each node
};

}  // namespace

std::vector<double> node_heights(const Mesh& mesh, Vec3 point, Vec3 normal) {
  std::vector<double> shortest(mesh.nodes.size(), std::numeric_limits<double>::infinity());
  for (const MeshElement& element : mesh.elements) {
    for_each_edge(element, [&](int a, int b) {
      const double length = norm(mesh.nodes[at(b)] - mesh.nodes[at(a)]);
      shortest[at(a)] = std::min(shortest[at(a)], length);
      shortest[at(b)] = std::min(shortest[at(b)], length);
    });
  }
  std::vector<double> height;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const double h = dot(normal, mesh.nodes[i] - point);
    height.push_back(std::fabs(h) <= kOnPlane * shortest[i] ? 0.0 : h);
  }
  return height;
}

std::vector<int> move_to_plane(std::span<const int> elements, Vec3 point, Vec3 normal, Mesh& mesh) {
  const std::vector<double> height = node_heights(mesh, point, normal);
  std::vector<int> near;
  for (const int e : elements) {
    for_each_edge(mesh.elements[at(e)], [&](int a, int b) {
      const double ha = height[at(a)];
      const double hb = height[at(b)];
      if (ha * hb >= 0.0) return;
      const double part = ha / (ha - hb);
      if (part < kNear) near.push_back(a);
      if (1.0 - part < kNear) near.push_back(b);
    });
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  NodeMover mover(normal, mesh);
  std::vector<int> moved;
  for (const int node : near) {
    if (mover.move(node, height[at(node)])) moved.push_back(node);
  }
  return moved;
}

}  // namespace solfec
