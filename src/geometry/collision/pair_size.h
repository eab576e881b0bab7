#pragma once

#include <algorithm>

#include "geometry/collision/polyhedron_view.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// Diagonal of the box of a polyhedron, m.
inline double size_of(const PolyhedronView& polyhedron) {
  const Box box = box_of(polyhedron.vertex);
  return norm(box.hi - box.lo);
}

/// Size of the smaller one of two polyhedra, m.
inline double pair_size(const PolyhedronView& a, const PolyhedronView& b) {
  return std::min(size_of(a), size_of(b));
}

/// Distance of two polyhedra that is within rounding, m: 1e-12 of the size of the smaller one plus
/// 1e-14 of the coordinates.
/// @param size  pair_size(a, b).
inline double pair_rounding(const PolyhedronView& a, const PolyhedronView& b, double size) {
  const double place = std::max(norm_inf(a.vertex[0]), norm_inf(b.vertex[0])) + size;
  return 1e-12 * size + 1e-14 * place;
}

}  // namespace solfec
