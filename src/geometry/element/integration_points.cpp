#include "geometry/element/integration_points.h"

#include <span>

#include "base/count.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/shape_functions.h"

namespace solfec {
namespace {

/// Point with the values N_a of the shape functions of the listed nodes.
Vec3 point_at(const Mesh& mesh, std::span<const int> nodes, std::span<const double> value) {
  Vec3 point;
  for (std::size_t a = 0; a < nodes.size(); ++a) point += value[a] * mesh.nodes[at(nodes[a])];
  return point;
}

}  // namespace

std::vector<Vec3> surface_integration_points(const Mesh& mesh, std::optional<SurfaceId> surface) {
  std::vector<Vec3> points;
  for (const MeshFace& face : mesh.faces) {
    if (surface && face.surface != *surface) continue;
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    std::vector<Vec3> corners;
    for (const int node : nodes.nodes()) corners.push_back(mesh.nodes[at(node)]);
    for (const FaceQuadraturePoint& point : face_quadrature(corners)) {
      points.push_back(point_at(mesh, nodes.nodes(), point.value));
    }
  }
  return points;
}

std::vector<Vec3> volume_integration_points(const Mesh& mesh, std::optional<VolumeId> volume) {
  std::vector<Vec3> points;
  for (const MeshElement& element : mesh.elements) {
    if (volume && element.volume != *volume) continue;
    const auto nodes = std::span(element.node).first(at(element.node_count));
    for (const QuadraturePoint& point : body_quadrature(element.node_count)) {
      const ShapeFunctions shape = shape_functions(element.node_count, point.local);
      points.push_back(point_at(mesh, nodes, shape.value));
    }
  }
  return points;
}

}  // namespace solfec
