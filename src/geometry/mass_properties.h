#pragma once

#include "geometry/shape.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Integrals over the volume of a shape; pieces add up, overlaps are counted twice.
struct MassProperties {
  double volume{};  // m^3
  Vec3 center;      // m
  Mat3 euler;       // ∫ (X - center)(X - center)ᵀ dV, m^5
};

/// Exact integrals of polyhedra (fan of tetrahedra), meshes (each element as the polyhedron bounded
/// by its triangulated faces) and spheres.
MassProperties mass_properties(const Shape& shape);

}  // namespace solfec
