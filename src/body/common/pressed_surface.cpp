#include "body/common/pressed_surface.h"

#include <algorithm>
#include <span>

#include "base/count.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/element_tables.h"

namespace solfec {
namespace {

/// Calls f(X, N dA) for the points of a rule on the faces. Sums of the points of a face are exact
/// for N and N X.
template <typename Function>
void for_each_point(const std::vector<std::vector<Vec3>>& faces, const Function& f) {
  for (const std::vector<Vec3>& vertex : faces) {
    for (const FaceQuadraturePoint& point : face_quadrature(vertex)) {
      Vec3 place;
      for (std::size_t k = 0; k < vertex.size(); ++k) place += point.value[k] * vertex[k];
      f(place, point.area);
    }
  }
}

void add_faces(const Convex& convex, SurfaceId surface, std::vector<std::vector<Vec3>>& faces) {
  for (int i = 0; i < convex.face_count(); ++i) {
    if (convex.surface[at(i)] != surface) continue;
    const std::span<const int> face = convex.face(i);
    const auto vertex = [&](std::size_t k) { return convex.vertices[at(face[k])]; };
    for (std::size_t k = 2; k < face.size(); ++k) {
      faces.push_back({vertex(0), vertex(k - 1), vertex(k)});
    }
  }
}

void add_faces(const Mesh& mesh, SurfaceId surface, std::vector<std::vector<Vec3>>& faces) {
  for (const MeshFace& face : mesh.faces) {
    if (face.surface != surface) continue;
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    std::vector<Vec3>& vertex = faces.emplace_back();
    for (const int node : nodes.nodes()) vertex.push_back(mesh.nodes[at(node)]);
  }
}

}  // namespace

std::vector<std::vector<Vec3>> faces_with(const Shape& shape, SurfaceId surface) {
  std::vector<std::vector<Vec3>> faces;
  for (const Convex& convex : shape.convices) add_faces(convex, surface, faces);
  for (const Mesh& mesh : shape.meshes) add_faces(mesh, surface, faces);
  return faces;
}

PressedSurface pressed_surface(const Shape& shape, SurfaceId surface) {
  const std::vector<std::vector<Vec3>> faces = faces_with(shape, surface);
  PressedSurface found{};
  found.surface = surface;
  Vec3 first;  // of the points, for the digits of shapes far away
  for_each_point(faces, [&](Vec3 X, Vec3 area) {
    if (found.size == 0.0) first = X;
    found.size += norm(area);
    found.center += norm(area) * (X - first);
    found.area += area;
  });
  if (!(found.size > 0.0)) return found;
  found.center = first + (1.0 / found.size) * found.center;
  for_each_point(faces, [&](Vec3 X, Vec3 area) { found.spread += outer(area, X - found.center); });
  return found;
}

std::vector<SurfaceId> face_surfaces(const Shape& shape) {
  std::vector<SurfaceId> all;
  for (const Convex& convex : shape.convices) {
    all.insert(all.end(), convex.surface.begin(), convex.surface.end());
  }
  for (const Mesh& mesh : shape.meshes) {
    for (const MeshFace& face : mesh.faces) all.push_back(face.surface);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Vec3 moment_of(const PressedSurface& surface) {
  const Mat3& B = surface.spread;
  return {B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)};
}

}  // namespace solfec
