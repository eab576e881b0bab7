#include "geometry/element/integration_points.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/element/element_tables.h"
#include "geometry/element/hex_mesh.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/element/mesh_faces.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // values of order 1

/// The box [0, 2] x [0, 3] x [0, 1] in i x j x k hexahedra; surface ids bottom, -x, +y, +x, -y,
/// top.
Mesh box(int i, int j, int k) {
  const std::vector<double> corners{0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0,
                                    0, 0, 1, 2, 0, 1, 2, 3, 1, 0, 3, 1};
  const std::vector<int> surfaces{1, 2, 3, 4, 5, 6};
  return make_hex_mesh({corners, {i, j, k}, 7, surfaces, {}});
}

/// Mean of x^a y^b z^c over points.
double mean(const std::vector<Vec3>& points, int a, int b, int c) {
  double sum = 0.0;
  for (const Vec3 p : points) sum += std::pow(p.x, a) * std::pow(p.y, b) * std::pow(p.z, c);
  return sum / static_cast<double>(points.size());
}

/// Mean of x^n over [0, length].
double mean_power(double length, int n) { return std::pow(length, n) / (n + 1); }

TEST(IntegrationPoints, OfEqualBoxesIntegrateCubicPolynomials) {
  const std::vector<Vec3> points = volume_integration_points(box(3, 2, 2), {});
  ASSERT_EQ(points.size(), 12u * 8u);
  for (int a = 0; a <= 3; ++a) {
    for (int b = 0; b <= 3; ++b) {
      for (int c = 0; c <= 3; ++c) {
        const double exact = mean_power(2, a) * mean_power(3, b) * mean_power(1, c);
        EXPECT_NEAR(mean(points, a, b, c), exact, kTol * (1 + exact)) << a << b << c;
      }
    }
  }
  // the fourth power is beyond the rule, so that the points are not simply many
  EXPECT_GT(std::fabs(mean(volume_integration_points(box(1, 1, 1), {}), 4, 0, 0) - 3.2), 0.05);
}

TEST(IntegrationPoints, OfOneSideIntegrateCubicPolynomialsOverIt) {
  const Mesh mesh = box(3, 2, 2);
  const std::vector<Vec3> top = surface_integration_points(mesh, 6);
  ASSERT_EQ(top.size(), 6u * 4u);
  for (int a = 0; a <= 3; ++a) {
    for (int b = 0; b <= 3; ++b) {
      const double exact = mean_power(2, a) * mean_power(3, b);
      EXPECT_NEAR(mean(top, a, b, 0), exact, kTol * (1 + exact));
    }
  }
  for (const Vec3 p : top) EXPECT_NEAR(p.z, 1.0, kTol);
  EXPECT_EQ(surface_integration_points(mesh, {}).size(), 4u * mesh.faces.size());
  EXPECT_TRUE(surface_integration_points(mesh, 8).empty());
}

TEST(IntegrationPoints, OfATetrahedronIntegrateQuadraticPolynomials) {
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Mesh mesh = make_mesh(nodes, std::vector<int>{4, 0, 1, 2, 3, 5}, std::vector<int>{1});
  const std::vector<Vec3> points = volume_integration_points(mesh, 5);
  ASSERT_EQ(points.size(), 4u);
  // the integral of x^a y^b z^c over the unit tetrahedron is a! b! c! / (a + b + c + 3)!
  EXPECT_NEAR(mean(points, 1, 0, 0), 1.0 / 4.0, kTol);
  EXPECT_NEAR(mean(points, 2, 0, 0), 1.0 / 10.0, kTol);
  EXPECT_NEAR(mean(points, 1, 1, 0), 1.0 / 20.0, kTol);
  EXPECT_TRUE(volume_integration_points(mesh, 6).empty());
  EXPECT_EQ(surface_integration_points(mesh, {}).size(), 4u);
}

TEST(IntegrationPoints, OfAWedgeAndAPyramidLieInside) {
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1};
  const Mesh wedge =
      make_mesh(nodes, std::vector<int>{6, 0, 1, 2, 3, 4, 5, 0}, std::vector<int>{1});
  const std::vector<Vec3> points = volume_integration_points(wedge, {});
  ASSERT_EQ(points.size(), 6u);
  EXPECT_NEAR(mean(points, 2, 0, 0), 1.0 / 6.0,
              kTol);  // 2 a! b! / (a + b + 2)! times the mean of z
  EXPECT_NEAR(mean(points, 1, 1, 2), 1.0 / 12.0 / 3.0, kTol);
  const std::vector<double> corners{-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 1};
  const Mesh pyramid =
      make_mesh(corners, std::vector<int>{5, 0, 1, 2, 3, 4, 0}, std::vector<int>{1});
  ASSERT_EQ(volume_integration_points(pyramid, {}).size(), 8u);
  for (const Vec3 p : volume_integration_points(pyramid, {})) {
    EXPECT_TRUE(p.z > 0.0 && std::fmax(std::fabs(p.x), std::fabs(p.y)) < 1.0 - p.z);
  }
}

TEST(InnerFaces, OfAGridAreThoseBetweenItsBoxes) {
  const int n[3] = {3, 2, 2};
  const Mesh mesh = box(n[0], n[1], n[2]);
  const std::vector<FaceNodes> faces = inner_faces(mesh);
  EXPECT_EQ(faces.size(), 2u * 2 * 2 + 3u * 1 * 2 + 3u * 2 * 1);
  for (const FaceNodes& face : faces) {
    Vec3 lo{1e9, 1e9, 1e9};
    Vec3 hi{-1e9, -1e9, -1e9};
    for (const int node : face.nodes()) {
      lo = minimum(lo, mesh.nodes[static_cast<std::size_t>(node)]);
      hi = maximum(hi, mesh.nodes[static_cast<std::size_t>(node)]);
    }
    int flat = -1;
    for (int d = 0; d < 3; ++d) {
      if (hi[d] - lo[d] < kTol) flat = d;
    }
    ASSERT_GE(flat, 0);
    const double length = flat == 0 ? 2.0 : (flat == 1 ? 3.0 : 1.0);
    EXPECT_TRUE(lo[flat] > kTol && lo[flat] < length - kTol);
  }
}

}  // namespace
}  // namespace solfec
