#include "geometry/collision/polyhedron_view.h"

#include "base/check.h"
#include "base/count.h"

namespace solfec {

Plane face_plane(std::span<const Vec3> vertex, std::span<const int> face) {
  const auto at = [&](int k) {
    return vertex[static_cast<std::size_t>(face[static_cast<std::size_t>(k)])];
  };
  const int n = count(face);
  const Vec3 origin = at(0);
  Vec3 normal;
  Vec3 mean;
  for (int k = 1; k < n; ++k) {
    const Vec3 p = at(k) - origin;
    mean += p;
    if (k + 1 < n) normal += cross(p, at(k + 1) - origin);
  }
  const double length = norm(normal);
  if (!(length > 0.0)) return {{}, 0.0};
  normal = normal / length;
  return {normal, dot(normal, origin) + dot(normal, mean) / n};
}

void update_face_planes(std::span<const Vec3> vertex, std::span<const int> loop_start,
                        std::span<const int> loop, std::span<Vec3> normal,
                        std::span<double> offset) {
  SOLFEC_ASSERT(loop_start.size() == normal.size() + 1 && normal.size() == offset.size());
  for (std::size_t f = 0; f < normal.size(); ++f) {
    const auto begin = static_cast<std::size_t>(loop_start[f]);
    const auto size = static_cast<std::size_t>(loop_start[f + 1]) - begin;
    const Plane plane = face_plane(vertex, loop.subspan(begin, size));
    normal[f] = plane.normal;
    offset[f] = plane.offset;
  }
}

}  // namespace solfec
