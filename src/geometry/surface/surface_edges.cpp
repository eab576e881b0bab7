#include "geometry/surface/surface_edges.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/count.h"

namespace solfec {
namespace {

std::array<int, 2> ends_of(const FaceEdge& edge) {
  return {std::min(edge.from, edge.to), std::max(edge.from, edge.to)};
}

/// Between 0 and π; exact for small angles too.
double angle_between(Vec3 a, Vec3 b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

}  // namespace

SurfaceEdges part_edges(std::vector<FaceEdge>& edges, std::span<const Vec3> normal,
                        std::span<const SurfaceId> surface, double angle) {
  std::sort(edges.begin(), edges.end(), [](const FaceEdge& a, const FaceEdge& b) {
    return std::tuple(ends_of(a), a.face) < std::tuple(ends_of(b), b.face);
  });
  SurfaceEdges parted;
  for (std::size_t k = 0; k < edges.size();) {
    const std::array<int, 2> ends = ends_of(edges[k]);
    std::size_t end = k + 1;
    while (end < edges.size() && ends_of(edges[end]) == ends) ++end;
    const std::size_t a = at(edges[k].face);
    const std::size_t b = at(edges[end - 1].face);
    const bool smooth =
        end - k == 2 && surface[a] == surface[b] && angle_between(normal[a], normal[b]) <= angle;
    (smooth ? parted.mesh : parted.feature).push_back(ends);
    k = end;
  }
  return parted;
}

}  // namespace solfec
