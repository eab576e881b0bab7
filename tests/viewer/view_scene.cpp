#include "viewer/view_scene.h"

#include <utility>
#include <vector>

#include "geometry/shape/convex_hull.h"
#include "viewer/scene/camera.h"

namespace solfec::test {

ViewModel::ViewModel()
    : domain(Analysis::dynamic, 1e-4),
      material_(domain.define_bulk_material({.label = "bulk"}).first) {}

BodyId ViewModel::add(Shape shape, BodyKind kind) {
  BodyDefinition definition;
  definition.kind = kind;
  definition.shape = std::move(shape);
  definition.material = material_;
  return domain.add_body(std::move(definition));
}

BodyId ViewModel::add_ball(Vec3 center, double radius, BodyKind kind) {
  Shape shape;
  shape.spheres.push_back({center, radius, 1, 1});
  return add(std::move(shape), kind);
}

BodyId ViewModel::add_ellipsoid(Vec3 center, Vec3 half_axes) {
  Shape shape;
  Ellipsoid one;
  one.center = center;
  one.radii = half_axes;
  shape.ellipsoids.push_back(one);
  return add(std::move(shape), BodyKind::rigid);
}

BodyId ViewModel::add_box(Vec3 lo, Vec3 hi, BodyKind kind) {
  Box box;
  box.add(lo);
  box.add(hi);
  const auto corners = corners_of(box);
  Shape shape;
  shape.convices.push_back(
      make_convex_hull(std::vector<Vec3>(corners.begin(), corners.end()), 1, 1));
  return add(std::move(shape), kind);
}

}  // namespace solfec::test
