#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "geometry/element/element_locator.h"
#include "geometry/surface/surface.h"

namespace solfec {

/// Reference points of a body with what finite elements need to move them, found once: after that
/// every frame is a loop over arrays.
struct SurfacePoints {
  std::vector<Vec3> reference;        // m
  std::vector<int> node;              // finite elements, when all points are nodes; else empty
  std::vector<MeshPoint> mesh_point;  // finite elements otherwise; else empty

  [[nodiscard]] std::size_t size() const { return reference.size(); }
};

/// Points of a body. @param node  Of each in the only mesh of a body on its own mesh, -1: none.
SurfacePoints points_of(const Bodies& bodies, BodyRef body, std::vector<Vec3> reference,
                        const std::vector<int>& node);
/// Vertices of the surface of a body's shape. @pre the body has this shape.
SurfacePoints vertices_of(const Bodies& bodies, BodyRef body, const Surface& surface);
/// Centres of its spheres.
SurfacePoints sphere_centers_of(const Bodies& bodies, BodyRef body, const Surface& surface);

/// x(X) of the points: by the motion of the body, or the displacements of the nodes.
/// @param position  One entry per point, m.
void current_positions(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                       std::span<Vec3> position);

/// Normals of the corners of the triangles, see `corner_normals`.
/// @param position  Of the vertices, by current_positions.
void current_normals(const Bodies& bodies, BodyRef body, const Surface& surface,
                     std::span<const Vec3> position, std::span<CornerNormals> normal);

/// Values at the points of a field given at all nodes. @pre the body is of finite elements.
template <typename Value>
void take_from_nodes(const SurfacePoints& points, std::span<const Value> nodal,
                     std::span<Value> value) {
  for (std::size_t i = 0; i < points.node.size(); ++i) {
    value[i] = nodal[static_cast<std::size_t>(points.node[i])];
  }
  for (std::size_t i = 0; i < points.mesh_point.size(); ++i) {
    const MeshPoint& point = points.mesh_point[i];
    Value sum{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(point.count); ++a) {
      sum += point.weight[a] * nodal[static_cast<std::size_t>(point.node[a])];
    }
    value[i] = sum;
  }
}

}  // namespace solfec
