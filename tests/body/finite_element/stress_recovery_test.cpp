#include "body/finite_element/stress_recovery.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "body/finite_element/total_lagrangian.h"
#include "body/finite_element_fixture.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/shape_functions.h"
#include "material/kirchhoff.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-11;  // rounding at unit scale, some hundred terms

double distance(const Mat3& a, const Mat3& b) { return std::sqrt(double_dot(a - b, a - b)); }

/// Monomials of what is fitted in an element of a kind.
std::vector<double> monomials(int node_count, Vec3 p) {
  if (node_count == 4) return {1.0};
  if (node_count == 5) return {1.0, p.x, p.y, p.z};
  if (node_count == 6) return {1.0, p.x, p.y, p.z, p.x * p.z, p.y * p.z};
  return {1.0, p.x, p.y, p.z, p.x * p.y, p.y * p.z, p.z * p.x, p.x * p.y * p.z};
}

/// The least-squares fit of the stresses at the integration points, by QR of its own.
Mat3 fitted(const FiniteElementMesh& mesh, std::span<const Vec3> q, int element, int node_count,
            Vec3 local) {
  std::vector<Vec3> points;
  for (const QuadraturePoint& point : body_quadrature(node_count)) points.push_back(point.local);
  const auto terms = static_cast<Eigen::Index>(monomials(node_count, local).size());
  Eigen::MatrixXd A(static_cast<Eigen::Index>(points.size()), terms);
  Eigen::MatrixXd b(A.rows(), 9);
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const std::vector<double> row = monomials(node_count, points[static_cast<std::size_t>(i)]);
    for (Eigen::Index k = 0; k < terms; ++k) A(i, k) = row[static_cast<std::size_t>(k)];
    const Mat3 stress = cauchy_stress(mesh, q, element, points[static_cast<std::size_t>(i)]);
    for (int k = 0; k < 9; ++k) b(i, k) = stress.m[static_cast<std::size_t>(k)];
  }
  const Eigen::MatrixXd fit = A.colPivHouseholderQr().solve(b);
  const std::vector<double> row = monomials(node_count, local);
  Mat3 result;
  for (int k = 0; k < 9; ++k) {
    for (Eigen::Index t = 0; t < terms; ++t) {
      result.m[static_cast<std::size_t>(k)] += row[static_cast<std::size_t>(t)] * fit(t, k);
    }
  }
  return result;
}

/// All kinds of elements, distorted, with a random displacement.
class StressRecoveryTest : public ::testing::Test {
 protected:
  StressRecoveryTest() : mesh_(test::MixedMesh::make(0.15, rng_)) {
    std::uniform_real_distribution<double> share(-0.03, 0.03);
    for (std::size_t i = 0; i < mesh_.nodes.size(); ++i) {
      q_.push_back({share(rng_), share(rng_), share(rng_)});
    }
  }

  std::mt19937 rng_{7};
  Mesh mesh_;
  FiniteElementMesh body_ = test::uniform(mesh_, test::unit_material());
  std::vector<Vec3> q_;
};

TEST_F(StressRecoveryTest, FitsTheStressesAtIntegrationPoints) {
  const StressRecovery recovery(body_, q_, false);
  std::uniform_real_distribution<double> share(0.1, 0.4);
  for (int e = 0; e < body_.element_count(); ++e) {
    const int nodes = mesh_.elements[at(e)].node_count;
    std::vector<Vec3> places(reference_nodes(nodes).begin(), reference_nodes(nodes).end());
    places.push_back({share(rng_), share(rng_), share(rng_)});
    for (const Vec3 local : places) {
      const Mat3 expected = fitted(body_, q_, e, nodes, local);
      EXPECT_LE(distance(recovery.in_element(e, local), expected), kTol) << nodes;
    }
  }
}

TEST_F(StressRecoveryTest, NodesAreTheSameOneByOne) {
  const StressRecovery recovery(body_, q_, false);
  std::vector<Mat3> found(q_.size());
  recovery.nodes(found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(distance(found[i], recovery.node(static_cast<int>(i))), 0.0);
  }
}

TEST_F(StressRecoveryTest, MeansAndNearestIntegrationPoints) {
  const StressRecovery recovery(body_, q_, false);
  for (int e = 0; e < body_.element_count(); ++e) {
    const int nodes = mesh_.elements[at(e)].node_count;
    for (const QuadraturePoint& point : body_quadrature(nodes)) {
      const Mat3 expected = cauchy_stress(body_, q_, e, point.local);
      EXPECT_LE(
          distance(recovery.nearest_gauss(e, point.local + Vec3{1e-3, -1e-3, 1e-3}), expected),
          kTol);
    }
  }
  const Mat3 F = {{1.1, 0.05, -0.02, 0.1, 0.95, 0.03, 0.0, 0.2, 1.2}};
  const std::vector<Vec3> affine = test::affine(mesh_.nodes, F, {1, 2, 3});
  const StressRecovery uniform(body_, affine, false);
  const BulkMaterial material = test::unit_material();
  const Mat3 expected = cauchy_stress(F, lame_lambda(material), lame_mu(material));
  for (int e = 0; e < body_.element_count(); ++e)
    EXPECT_LE(distance(uniform.mean(e), expected), kTol);
}

constexpr double kScale = 1e-7;  // of displacements: strains are small

Vec3 quadratic(Vec3 X) {
  return kScale * Vec3{X.x * X.y + 0.3 * X.z * X.z, X.y * X.y - 0.7 * X.x * X.z,
                       0.5 * X.x * X.x + X.y * X.z};
}

Mat3 stress_of_quadratic(Vec3 X, const BulkMaterial& material) {
  // columns: derivatives along x, y, z
  const Mat3 gradient = {{X.y, -0.7 * X.z, X.x, X.x, 2.0 * X.y, X.z, 0.6 * X.z, -0.7 * X.x, X.y}};
  const Mat3 F = identity() + kScale * gradient;
  return cauchy_stress(F, lame_lambda(material), lame_mu(material));
}

/// Largest error at nodes of a block, over the scale: means of what elements say at their corners,
/// and recovered.
struct NodalErrors {
  double corners{};
  double recovered{};
  double of_elements{};  // recovered on the side of each element
};

NodalErrors nodal_errors(std::array<int, 3> cells, const std::function<int(Vec3)>& kind_of) {
  const std::array<BulkMaterial, 2> materials{test::unit_material(),
                                              test::unit_material(5.0, 0.1, 3.0)};
  const Mesh mesh = test::hexahedra_block({1, 1, 1}, cells);
  std::vector<int> material;
  for (const MeshElement& element : mesh.elements) {
    Vec3 middle;
    for (int a = 0; a < 8; ++a) middle += 0.125 * mesh.nodes[at(element.node[at(a)])];
    material.push_back(kind_of(middle));
  }
  const FiniteElementMesh body = make_finite_element_mesh(mesh, materials, material);
  std::vector<Vec3> q;
  for (const Vec3 node : mesh.nodes) q.push_back(quadratic(node));
  std::vector<Mat3> stress(q.size());
  StressRecovery(body, q, false).nodes(stress);
  std::vector<Mat3> corners(q.size());
  std::vector<Mat3> expected(q.size());
  std::vector<double> elements(q.size(), 0.0);
  for (int e = 0; e < body.element_count(); ++e) {
    for (int a = 0; a < 8; ++a) {
      const auto node = at(mesh.elements[at(e)].node[at(a)]);
      corners[node] += cauchy_stress(body, q, e, reference_nodes(8)[at(a)]);
      expected[node] += stress_of_quadratic(mesh.nodes[node], materials[at(material[at(e)])]);
      elements[node] += 1.0;
    }
  }
  NodalErrors errors;
  for (int e = 0; e < body.element_count(); ++e) {
    for (int a = 0; a < 8; ++a) {
      const int node = mesh.elements[at(e)].node[at(a)];
      const Mat3 exact = stress_of_quadratic(mesh.nodes[at(node)], materials[at(material[at(e)])]);
      const Mat3 own = StressRecovery(body, q, false).node_of_element(node, e);
      errors.of_elements = std::max(errors.of_elements, distance(own, exact) / kScale);
    }
  }
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Mat3 exact = (1.0 / elements[i]) * expected[i];
    errors.recovered = std::max(errors.recovered, distance(stress[i], exact) / kScale);
    errors.corners =
        std::max(errors.corners, distance((1.0 / elements[i]) * corners[i], exact) / kScale);
  }
  return errors;
}

// The strains of a displacement of second degree are linear and exact at the centres of bricks, so
// they are recovered exactly, also on faces, edges and corners of the block.
TEST(StressRecovery, IsExactWhereStressIsLinear) {
  const NodalErrors errors = nodal_errors({4, 3, 5}, [](Vec3) { return 0; });
  EXPECT_GT(errors.corners, 0.1);
  EXPECT_LT(errors.recovered, 1e-5);  // strains are not zero, 1e-7, and squares of them count
}

// Stress jumps between materials: each has its own line up to the face between them.
TEST(StressRecovery, DoesNotMixElementsOfDifferentMaterials) {
  const NodalErrors errors = nodal_errors({4, 4, 4}, [](Vec3 X) { return X.x < 0.5 ? 0 : 1; });
  EXPECT_LT(errors.recovered, 1e-5);
  EXPECT_LT(errors.of_elements, 1e-5);
}

// One layer of elements does not tell how stress changes across it: what they have themselves
// counts.
TEST(StressRecovery, OfOneLayerTakesWhatElementsExtrapolate) {
  const NodalErrors errors = nodal_errors({4, 4, 1}, [](Vec3) { return 0; });
  EXPECT_GT(errors.recovered, 0.1);
  EXPECT_LT(errors.recovered, 2.0 * errors.corners);
}

}  // namespace
}  // namespace solfec
