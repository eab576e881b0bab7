#include "geometry/collision/facing.h"

#include "base/check.h"

namespace solfec {

int best_aligned_face(const PolyhedronView& polyhedron, Vec3 direction) {
  SOLFEC_ASSERT(polyhedron.face_count() > 0);
  int best = 0;  // kept where no comparison holds
  double largest = dot(polyhedron.normal[0], direction);
  for (int f = 1; f < polyhedron.face_count(); ++f) {
    const double cosine = dot(polyhedron.normal[static_cast<std::size_t>(f)], direction);
    if (cosine > largest) {
      largest = cosine;
      best = f;
    }
  }
  return best;
}

bool leads_outside(const PolyhedronView& a, const PolyhedronView& b, Vec3 direction) {
  return is_outer(a, best_aligned_face(a, direction)) &&
         is_outer(b, best_aligned_face(b, -direction));
}

}  // namespace solfec
