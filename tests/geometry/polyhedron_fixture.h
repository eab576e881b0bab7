#pragma once

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "geometry/collision/polyhedron_view.h"
#include "geometry/shape/convex.h"
#include "geometry/shape/convex_hull.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Axis-aligned brick with the faces -x, +x, -y, +y, -z, +z and surface ids 0 .. 5.
inline Convex make_brick(Vec3 lo, Vec3 hi) {
  Convex brick;
  brick.vertices = {{lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, hi.y, lo.z}, {lo.x, hi.y, lo.z},
                    {lo.x, lo.y, hi.z}, {hi.x, lo.y, hi.z}, {hi.x, hi.y, hi.z}, {lo.x, hi.y, hi.z}};
  brick.face_start = {0, 4, 8, 12, 16, 20, 24};
  brick.face_vertex = {0, 4, 7, 3, 1, 2, 6, 5, 0, 1, 5, 4, 3, 7, 6, 2, 0, 3, 2, 1, 4, 5, 6, 7};
  brick.surface = {0, 1, 2, 3, 4, 5};
  return brick;
}

/// x -> rotation x + shift for all vertices.
inline void move_convex(Convex& convex, const Mat3& rotation, Vec3 shift) {
  for (Vec3& p : convex.vertices) p = rotation * p + shift;
}

/// Edges as vectors, each once in either direction.
inline std::vector<Vec3> edge_vectors(const Convex& convex) {
  std::vector<Vec3> edges;
  for (int f = 0; f < convex.face_count(); ++f) {
    const auto face = convex.face(f);
    for (std::size_t k = 0; k < face.size(); ++k) {
      edges.push_back(convex.vertices[face[(k + 1) % face.size()]] - convex.vertices[face[k]]);
    }
  }
  return edges;
}

/// A polyhedron with the arrays behind a view of it.
struct PlanedPolyhedron {
  Convex convex;
  std::vector<Vec3> normal;
  std::vector<double> offset;
  std::vector<unsigned char> outer;

  explicit PlanedPolyhedron(Convex polyhedron)
      : convex(std::move(polyhedron)),
        normal(convex.surface.size()),
        offset(convex.surface.size()),
        outer(convex.surface.size(), 1) {
    update_face_planes(convex.vertices, convex.face_start, convex.face_vertex, normal, offset);
  }

  [[nodiscard]] PolyhedronView view() const {
    return {convex.vertices, normal, offset, convex.face_start, convex.face_vertex, outer};
  }
};

/// Random numbers of one test; a fixed seed makes failures repeat.
class RandomGeometry {
 public:
  explicit RandomGeometry(unsigned seed) : rng_(seed) {}

  double between(double low, double high) {
    return low + (high - low) * std::uniform_real_distribution<double>(0.0, 1.0)(rng_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng_); }
  Vec3 in_cube(double half) {
    const double x = between(-half, half);
    const double y = between(-half, half);
    const double z = between(-half, half);
    return {x, y, z};
  }
  Vec3 direction() {
    Vec3 v = in_cube(1.0);
    while (norm(v) < 0.1 || norm(v) > 1.0) v = in_cube(1.0);
    return normalized(v);
  }
  /// Rotation whose axis and angle are random.
  Mat3 rotation() {
    const Vec3 n = direction();
    const double angle = between(0.0, 3.0);
    const Mat3 k = skew(n);
    return identity() + std::sin(angle) * k + (1.0 - std::cos(angle)) * (k * k);
  }
  /// Hull of random points on a ball.
  Convex hull(int points, Vec3 center, double radius) {
    std::vector<Vec3> cloud;
    cloud.reserve(points);
    for (int k = 0; k < points; ++k) cloud.push_back(center + radius * direction());
    return make_convex_hull(cloud, 0, 0);
  }

 private:
  std::mt19937 rng_;
};

}  // namespace solfec
