#include "body/finite_element/follower_pressure.h"

#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "body/finite_element_fixture.h"
#include "geometry/element/element_tables.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // sums over a hundred faces of order one
constexpr double kDifference =
    1e-8;  // central differences with steps of 1e-4, polynomials of degree 2
constexpr SurfaceId kLoaded = 7;
constexpr SurfaceId kOther = 8;

/// A mesh of all kinds of elements, displaced at random.
class FollowerPressure : public ::testing::Test {
 protected:
  FollowerPressure() : mesh_(test::MixedMesh::make(0.08, rng_)) {
    for (MeshFace& face : mesh_.faces) face.surface = kLoaded;
    q_ = test::random_vectors(mesh_.nodes.size(), 0.1, rng_);
  }

  /// Leaves the load on every third face.
  void open() {
    for (std::size_t i = 0; i < mesh_.faces.size(); ++i) {
      if (i % 3 != 0) mesh_.faces[i].surface = kOther;
    }
  }
  [[nodiscard]] std::vector<Vec3> force(const std::vector<Vec3>& q) const {
    std::vector<Vec3> f(q.size());
    add_pressure_force(mesh_, q, pressure_, f);
    return f;
  }
  [[nodiscard]] std::vector<Vec3> change(const std::vector<Vec3>& v) const {
    std::vector<Vec3> f(v.size());
    add_pressure_change(mesh_, q_, pressure_, 1.0, v, f);
    return f;
  }
  /// L v by central differences.
  [[nodiscard]] std::vector<Vec3> difference(const std::vector<Vec3>& v) const {
    constexpr double kStep = 1e-4;
    std::vector<Vec3> ahead = q_;
    std::vector<Vec3> behind = q_;
    for (std::size_t a = 0; a < v.size(); ++a) {
      ahead[a] += kStep * v[a];
      behind[a] -= kStep * v[a];
    }
    const std::vector<Vec3> more = force(ahead);
    const std::vector<Vec3> less = force(behind);
    std::vector<Vec3> d(v.size());
    for (std::size_t a = 0; a < v.size(); ++a) d[a] = (0.5 / kStep) * (more[a] - less[a]);
    return d;
  }

  std::mt19937 rng_{20261127};
  Mesh mesh_;
  std::vector<Vec3> q_;
  MeshPressure pressure_{kLoaded, 3.0};
};

TEST_F(FollowerPressure, OfAClosedSurfaceHasNoResultantAndNoMoment) {
  Vec3 resultant;
  Vec3 moment;
  const std::vector<Vec3> f = force(q_);
  for (std::size_t a = 0; a < f.size(); ++a) {
    resultant += f[a];
    moment += cross(mesh_.nodes[a] + q_[a], f[a]);
  }
  EXPECT_GT(test::largest(f), 0.01);
  EXPECT_LE(norm_inf(resultant), kTol);
  EXPECT_LE(norm_inf(moment), kTol);
}

TEST_F(FollowerPressure, DoesTheWorkOfItsValueTimesTheVolumeThatGrows) {
  // q = (F - 1) X fills the volume det(F) V: its rate along F' is det(F) tr(F⁻¹ F') V.
  const Mat3 F = from_columns({1.2, 0.1, -0.2}, {0.3, 0.9, 0.1}, {-0.1, 0.2, 1.1});
  const Mat3 rate = from_columns({0.4, 0.3, 0.1}, {-0.2, 0.5, 0.6}, {0.3, -0.7, 0.2});
  mesh_ = test::hexahedra_block({1.0, 2.0, 3.0}, {2, 1, 3});
  for (MeshFace& face : mesh_.faces) face.surface = kLoaded;
  q_ = test::affine(mesh_.nodes, F, {5.0, 6.0, 7.0});
  const std::vector<Vec3> velocity = test::affine(mesh_.nodes, identity() + rate, {1.0, 1.0, 1.0});
  const double expected = 3.0 * 6.0 * determinant(F) * trace(inverse(F) * rate);
  EXPECT_NEAR(test::inner_product(force(q_), velocity), expected, 1e2 * kTol);
}

TEST_F(FollowerPressure, ActsAlongTheOutwardNormalOfTriangles) {
  // Face x + y + z = 1 of the unit tetrahedron: area vector (1, 1, 1) / 2, a third for each node.
  Mesh tetrahedron;
  tetrahedron.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  tetrahedron.elements = {{4, {0, 1, 2, 3}, 1}};
  for (int side = 0; side < 4; ++side) {
    const FaceNodes nodes = face_nodes(tetrahedron.elements[0], side);
    const auto all = nodes.nodes();
    const bool slanted = std::find(all.begin(), all.end(), 0) == all.end();
    tetrahedron.faces.push_back({0, side, slanted ? kLoaded : kOther});
  }
  std::vector<Vec3> f(4);
  add_pressure_force(tetrahedron, f, {kLoaded, 12.0}, f);
  EXPECT_LE(norm_inf(f[0]), kTol);
  for (std::size_t a = 1; a < 4; ++a) EXPECT_LE(norm_inf(f[a] - Vec3{2.0, 2.0, 2.0}), kTol);
}

TEST_F(FollowerPressure, HasADerivativeWhichIsSymmetricOnAClosedSurface) {
  for (int sample = 0; sample < 5; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    EXPECT_LE(test::largest_difference(change(v), difference(v)), kDifference);
  }
}

TEST_F(FollowerPressure, HasTheSymmetricPartOfTheDerivativeOnAnOpenSurface) {
  // v S w = ½ (v L w + w L v), and v L w alone is something else.
  open();
  double skew = 0.0;
  for (int sample = 0; sample < 5; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    const std::vector<Vec3> w = test::random_vectors(q_.size(), 1.0, rng_);
    const double one = test::inner_product(v, difference(w));
    const double other = test::inner_product(w, difference(v));
    EXPECT_NEAR(test::inner_product(v, change(w)), 0.5 * (one + other), 1e2 * kDifference);
    skew = std::fmax(skew, std::fabs(one - other));
  }
  EXPECT_GT(skew, 0.1);
}

TEST_F(FollowerPressure, PutsTheDerivativeIntoTheBlocksOfTheStiffness) {
  open();
  const FiniteElementMesh body = test::uniform(mesh_, test::unit_material());
  BlockCsr K;
  (void)plan_stiffness(body, K);
  add_pressure_tangent(mesh_, q_, pressure_, -2.0, K);
  const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
  std::vector<Vec3> product(v.size());
  multiply(K, v, product);
  std::vector<Vec3> expected(v.size());
  add_pressure_change(mesh_, q_, pressure_, -2.0, v, expected);
  EXPECT_LE(test::largest_difference(product, expected), kTol);
  EXPECT_GT(test::largest(product), 0.01);
}

TEST_F(FollowerPressure, LeavesFacesOfOtherIdsAlone) {
  pressure_.surface = kOther;
  EXPECT_EQ(force(q_), std::vector<Vec3>(q_.size()));
}

}  // namespace
}  // namespace solfec
