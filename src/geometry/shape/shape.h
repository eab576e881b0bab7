#pragma once

#include <tuple>
#include <vector>

#include "geometry/element/mesh.h"
#include "geometry/shape/bore.h"
#include "geometry/shape/convex.h"
#include "geometry/shape/ellipsoid.h"
#include "geometry/shape/rod.h"
#include "geometry/shape/sphere.h"

namespace solfec {

/// Shape of a body: any number of polyhedra, meshes and simple shapes, placed side by side.
/// Pieces are numbered: convices first, then the elements of all meshes, then spheres and what
/// follows them in `simple_lists`.
struct Shape {
  std::vector<Convex> convices;
  std::vector<Mesh> meshes;
  std::vector<Sphere> spheres;
  std::vector<Ellipsoid> ellipsoids;
  std::vector<SolidRod> rods;
  std::vector<Bore> bores;
  std::vector<Mesh> background;  // at most one mesh, of finite elements: it covers the convices and
                                 // is no part of the shape

  [[nodiscard]] bool empty() const;
};

/// The lists of simple shapes (geometry/shape/simple_shape.h), in the order of their pieces.
inline constexpr std::tuple kSimpleLists{&Shape::spheres, &Shape::ellipsoids, &Shape::rods,
                                         &Shape::bores};

/// These lists of one shape, const or not.
template <typename SomeShape>
constexpr auto simple_lists(SomeShape& shape) {
  return std::apply([&](auto... list) { return std::tie(shape.*list...); }, kSimpleLists);
}

inline bool Shape::empty() const {
  return convices.empty() && meshes.empty() &&
         std::apply([](const auto&... list) { return (list.empty() && ...); }, simple_lists(*this));
}

}  // namespace solfec
