#include "body/surface_points.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

SurfacePoints points_of(const Bodies& bodies, BodyRef body, std::vector<Vec3> reference,
                        const std::vector<int>& node) {
  SurfacePoints points;
  points.reference = std::move(reference);
  const FiniteElementBody* const mesh = bodies.mesh(body);
  if (mesh == nullptr) return points;
  const bool nodes = std::all_of(node.begin(), node.end(), [](int number) { return number >= 0; });
  if (mesh->background == nullptr && nodes) {
    points.node = node;
  } else {
    points.mesh_point.reserve(points.size());
    for (const Vec3 point : points.reference) points.mesh_point.push_back(mesh->find(point));
  }
  return points;
}

SurfacePoints vertices_of(const Bodies& bodies, BodyRef body, const Surface& surface) {
  return points_of(bodies, body, surface.vertex, surface.node);
}

SurfacePoints sphere_centers_of(const Bodies& bodies, BodyRef body, const Surface& surface) {
  std::vector<Vec3> center;
  for (const SurfaceSphere& sphere : surface.sphere) center.push_back(sphere.center);
  return points_of(bodies, body, std::move(center), std::vector<int>(surface.sphere.size(), -1));
}

void current_positions(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                       std::span<Vec3> position) {
  SOLFEC_ASSERT(position.size() == points.size());
  if (const FiniteElementBody* const mesh = bodies.mesh(body)) {
    take_from_nodes<Vec3>(points, mesh->displacement, position);
    for (std::size_t i = 0; i < points.size(); ++i) position[i] += points.reference[i];
    return;
  }
  const BodyMotion now = bodies.motion(body);
  for (std::size_t i = 0; i < points.size(); ++i) {
    position[i] = now.center + now.gradient * (points.reference[i] - now.reference_center);
  }
}

void current_normals(const Bodies& bodies, BodyRef body, const Surface& surface,
                     std::span<const Vec3> position, std::span<CornerNormals> normal) {
  const bool homogeneous = is_homogeneous(body.kind);  // others have no spheres
  corner_normals(surface, position, homogeneous ? bodies.gradient(body) : identity(), normal);
}

}  // namespace solfec
