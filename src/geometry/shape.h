#pragma once

#include <vector>

#include "geometry/convex.h"
#include "geometry/mesh.h"
#include "geometry/sphere.h"

namespace solfec {

/// Shape of a body: any number of polyhedra, meshes and spheres, placed side by side.
/// Pieces are numbered: convices first, then the elements of all meshes, then spheres.
struct Shape {
  std::vector<Convex> convices;
  std::vector<Mesh> meshes;
  std::vector<Sphere> spheres;
  std::vector<Mesh> background;  // of finite elements, at most one: covers the convices; no part of
                                 // the shape

  [[nodiscard]] bool empty() const { return convices.empty() && meshes.empty() && spheres.empty(); }
};

}  // namespace solfec
