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

/// Exact integrals of polyhedra, mesh elements and spheres.
///
/// Divergence theorem: a fan of signed tetrahedra over triangulated faces. A quadrilateral enters
/// with the mean of its two triangulations: exact for planar faces, the same seen from both
/// neighbours of a bent one, and exact for the volume under a bilinear patch. Pieces are merged by
/// the parallel-axis theorem about the common centre, so far-away shapes lose no digits.
/// An empty shape gives zeros.
MassProperties mass_properties(const Shape& shape);

}  // namespace solfec
