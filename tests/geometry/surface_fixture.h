#pragma once

#include <map>
#include <set>
#include <utility>

#include "geometry/surface/surface.h"

namespace solfec::test {

/// Volume inside the triangles by the divergence theorem, m^3.
inline double enclosed_volume(const Surface& surface, const std::vector<Vec3>& position) {
  const Vec3 origin = position.front();
  double volume = 0.0;
  for (const auto& t : surface.triangle) {
    const Vec3 a = position[t[0]] - origin;
    volume += dot(a, cross(position[t[1]] - origin, position[t[2]] - origin)) / 6.0;
  }
  return volume;
}

inline Vec3 area_vector(const Surface& surface, int t) {
  const Vec3 a = surface.vertex[surface.triangle[t][0]];
  return 0.5 * cross(surface.vertex[surface.triangle[t][1]] - a,
                     surface.vertex[surface.triangle[t][2]] - a);
}

inline double area(const Surface& surface) {
  double sum = 0.0;
  for (int t = 0; t < surface.triangle_count(); ++t) sum += norm(area_vector(surface, t));
  return sum;
}

/// How often each edge of a triangle is used, by direction.
inline std::map<std::pair<int, int>, int> edge_uses(const Surface& surface) {
  std::map<std::pair<int, int>, int> uses;
  for (const auto& t : surface.triangle) {
    for (int k = 0; k < 3; ++k) ++uses[{t[k], t[(k + 1) % 3]}];
  }
  return uses;
}

/// Whether every edge is used once, and once in the other direction.
inline bool is_closed(const Surface& surface) {
  const auto uses = edge_uses(surface);
  for (const auto& [edge, times] : uses) {
    if (times != 1 || !uses.contains({edge.second, edge.first})) return false;
  }
  return true;
}

/// Vertices - edges + triangles: 2 for each closed part without a hole through it.
inline int euler_characteristic(const Surface& surface) {
  return surface.vertex_count() - static_cast<int>(edge_uses(surface).size()) / 2 +
         surface.triangle_count();
}

}  // namespace solfec::test
