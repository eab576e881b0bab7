#include "body/finite_element/follower_pressure.h"

#include <array>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_tables.h"

namespace solfec {
namespace {

/// Shape functions and their derivatives at a point of a face.
struct FacePoint {
  std::array<double, 4> value;
  std::array<double, 4> by_xi;
  std::array<double, 4> by_eta;
  double weight;
};

constexpr std::array<FacePoint, 1> kTriangle = {
    {{{1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0}, {-1.0, 1.0, 0.0, 0.0}, {-1.0, 0.0, 1.0, 0.0}, 0.5}}};

constexpr std::array<FacePoint, 4> quadrilateral_points() {
  constexpr double kGauss = 0.57735026918962576451;  // 1/√3
  constexpr std::array<double, 4> kXi = {-1.0, 1.0, 1.0, -1.0};
  constexpr std::array<double, 4> kEta = {-1.0, -1.0, 1.0, 1.0};
  std::array<FacePoint, 4> points{};
  for (std::size_t g = 0; g < 4; ++g) {
    points[g].weight = 1.0;
    for (std::size_t a = 0; a < 4; ++a) {
      const double along_xi = 1.0 + kGauss * kXi[g] * kXi[a];
      const double along_eta = 1.0 + kGauss * kEta[g] * kEta[a];
      points[g].value[a] = 0.25 * along_xi * along_eta;
      points[g].by_xi[a] = 0.25 * kXi[a] * along_eta;
      points[g].by_eta[a] = 0.25 * along_xi * kEta[a];
    }
  }
  return points;
}
constexpr std::array<FacePoint, 4> kQuadrilateral = quadrilateral_points();

std::span<const FacePoint> points_of(const FaceNodes& nodes) {
  if (nodes.size == 3) return kTriangle;
  return kQuadrilateral;
}

/// A point of a loaded face: its shape functions and the tangents x_ξ, x_η of the face there.
struct PlacedPoint {
  const FacePoint& shape;
  Vec3 along_xi;
  Vec3 along_eta;
};

/// Calls f(nodes, point) for all points of the loaded faces.
template <typename Function>
void for_each_point(const Mesh& mesh, std::span<const Vec3> q, SurfaceId surface,
                    const Function& f) {
  SOLFEC_ASSERT(q.size() == mesh.nodes.size());
  for (const MeshFace& face : mesh.faces) {
    if (face.surface != surface) continue;
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    for (const FacePoint& shape : points_of(nodes)) {
      PlacedPoint point{shape, {}, {}};
      for (std::size_t a = 0; a < at(nodes.size); ++a) {
        const auto node = at(nodes.node[a]);
        const Vec3 x = mesh.nodes[node] + q[node];
        point.along_xi += shape.by_xi[a] * x;
        point.along_eta += shape.by_eta[a] * x;
      }
      f(nodes, point);
    }
  }
}

/// Calls f(a, b, v) for the nodes a, b of the faces, where scale S_ab = Σ [v]ˣ.
template <typename Function>
void for_each_tangent(const Mesh& mesh, std::span<const Vec3> q, const MeshPressure& pressure,
                      double scale, const Function& f) {
  const auto add_point = [&](const FaceNodes& nodes, const PlacedPoint& point) {
    const FacePoint& N = point.shape;
    const double half = 0.5 * scale * pressure.value * N.weight;
    for (std::size_t a = 0; a < at(nodes.size); ++a) {
      for (std::size_t b = 0; b < at(nodes.size); ++b) {
        if (a == b) continue;  // L_aa is skew
        const double by_xi = N.value[a] * N.by_xi[b] - N.value[b] * N.by_xi[a];
        const double by_eta = N.value[a] * N.by_eta[b] - N.value[b] * N.by_eta[a];
        f(nodes.node[a], nodes.node[b], half * (by_eta * point.along_xi - by_xi * point.along_eta));
      }
    }
  };
  for_each_point(mesh, q, pressure.surface, add_point);
}

}  // namespace

void add_pressure_force(const Mesh& mesh, std::span<const Vec3> q, const MeshPressure& pressure,
                        std::span<Vec3> force) {
  for_each_point(mesh, q, pressure.surface, [&](const FaceNodes& nodes, const PlacedPoint& point) {
    const Vec3 area = point.shape.weight * cross(point.along_xi, point.along_eta);
    for (std::size_t a = 0; a < at(nodes.size); ++a) {
      force[at(nodes.node[a])] += (pressure.value * point.shape.value[a]) * area;
    }
  });
}

void add_pressure_change(const Mesh& mesh, std::span<const Vec3> q, const MeshPressure& pressure,
                         double scale, std::span<const Vec3> v, std::span<Vec3> force) {
  for_each_tangent(mesh, q, pressure, scale,
                   [&](int a, int b, Vec3 axis) { force[at(a)] += cross(axis, v[at(b)]); });
}

void add_pressure_tangent(const Mesh& mesh, std::span<const Vec3> q, const MeshPressure& pressure,
                          double scale, BlockCsr& K) {
  for_each_tangent(mesh, q, pressure, scale, [&](int a, int b, Vec3 axis) {
    const Mat3* const found = K.find(a, b);
    SOLFEC_ASSERT(found != nullptr);
    K.block[static_cast<std::size_t>(found - K.block.data())] += skew(axis);
  });
}

}  // namespace solfec
