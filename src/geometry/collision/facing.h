#pragma once

#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Face whose normal is closest to a direction; the first of equals, and the first face when the
/// direction is not a number.
/// @pre The polyhedron has faces, asserted.
int best_aligned_face(const PolyhedronView& polyhedron, Vec3 direction);

/// True for an outer face; false for the number -1 and for a face between two elements of a mesh.
inline bool is_outer(const PolyhedronView& polyhedron, int face) {
  return face >= 0 && polyhedron.outer[static_cast<std::size_t>(face)] != 0;
}

/// True when b can leave a along the direction: the faces that look along it, out of a and against
/// it out of b, are outer ones.
bool leads_outside(const PolyhedronView& a, const PolyhedronView& b, Vec3 direction);

}  // namespace solfec
