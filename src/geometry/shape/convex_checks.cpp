#include "geometry/shape/convex_checks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include "base/cat.h"
#include "base/count.h"
#include "geometry/collision/polyhedron_view.h"
#include "geometry/shape/mass_properties.h"
#include "math/box.h"

namespace solfec {
namespace {

/// Directed edge of a face; sorted by its ends without direction.
struct Edge {
  int low{};
  int high{};
  bool upward{};  // runs from low to high
  int face{};

  [[nodiscard]] bool same_ends(const Edge& other) const {
    return low == other.low && high == other.high;
  }
};

std::vector<Edge> sorted_edges(const Convex& convex) {
  std::vector<Edge> edges;
  edges.reserve(convex.face_vertex.size());
  for (int f = 0; f < convex.face_count(); ++f) {
    const auto face = convex.face(f);
    for (std::size_t k = 0; k < face.size(); ++k) {
      const int from = face[k];
      const int to = face[(k + 1) % face.size()];
      edges.push_back({std::min(from, to), std::max(from, to), from < to, f});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.low, a.high, a.face) < std::tie(b.low, b.high, b.face);
  });
  return edges;
}

std::string edge_defect(const Convex& convex) {
  const std::vector<Edge> edges = sorted_edges(convex);
  for (std::size_t k = 0; k < edges.size();) {
    std::size_t end = k + 1;
    while (end < edges.size() && edges[k].same_ends(edges[end])) ++end;
    const Edge& edge = edges[k];
    const std::string name = cat("the edge between vertices ", edge.low, " and ", edge.high);
    if (end - k != 2) {
      return cat("the surface is not closed: ", name, " must belong to 2 faces, got ", end - k,
                 " (face ", edge.face, ")");
    }
    if (edge.upward == edges[k + 1].upward) {
      return cat("faces ", edge.face, " and ", edges[k + 1].face, " turn opposite ways: ", name,
                 " must run in opposite directions");
    }
    k = end;
  }
  return {};
}

double size_of(const Convex& convex) {
  Box box;
  for (const Vec3& p : convex.vertices) box.add(p);
  return norm(box.hi - box.lo);
}

/// A vertex in front of a face, or off the plane of its own face.
std::string plane_defect(const Convex& convex, int f, double tolerance) {
  const auto face = convex.face(f);
  const Plane plane = face_plane(convex.vertices, face);
  if (plane.normal == Vec3{}) return cat("face ", f, " has no area");
  for (int v = 0; v < count(convex.vertices); ++v) {
    const Vec3 p = convex.vertices[static_cast<std::size_t>(v)];
    const double height = dot(plane.normal, p) - plane.offset;
    if (std::fabs(height) <= tolerance) continue;
    if (std::find(face.begin(), face.end(), v) != face.end()) {
      return cat("face ", f, " is not planar: its vertex ", v, " is off its plane by ",
                 std::fabs(height), " m, at most ", tolerance, " m");
    }
    if (height > 0.0) {
      return cat("the polyhedron is not convex: vertex ", v, " is ", height, " m in front of face ",
                 f, ", at most ", tolerance, " m");
    }
  }
  return {};
}

}  // namespace

std::string convex_defect(const Convex& convex) {
  std::string defect = edge_defect(convex);
  if (!defect.empty()) return defect;

  Shape shape;
  shape.convices.push_back(convex);
  const double volume = mass_properties(shape).volume;
  if (volume < 0.0) {
    return cat(
        "the faces must be counter-clockwise seen from outside, all of them are clockwise (volume ",
        volume, " m^3)");
  }
  const double size = size_of(convex);
  if (!(volume > 0.0)) return cat("the volume must be positive, got ", volume, " m^3");
  for (int f = 0; f < convex.face_count() && defect.empty(); ++f) {
    defect = plane_defect(convex, f, kConvexTolerance * size);
  }
  return defect;
}

}  // namespace solfec
