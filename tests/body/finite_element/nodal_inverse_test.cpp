#include "body/finite_element/nodal_inverse.h"

#include <algorithm>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr int kNodes = 60;       // more than are inverted as a whole
constexpr double kFactor = 0.3;  // c, s^2

/// A ring of nodes with chords: K = sum over links of positive blocks, so M + c K is definite.
struct Ring {
  BlockCsr K;
  std::vector<double> mass;
  std::vector<std::int32_t> outer;
  Eigen::MatrixXd inverse;  // of M + c K, dense
};

Ring make_ring() {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<std::vector<Mat3>> K(kNodes, std::vector<Mat3>(kNodes));
  const auto link = [&](int a, int b) {
    Mat3 half;
    for (double& x : half.m) x = unit(rng);
    const Mat3 stiffness = half * transpose(half);
    K[a][a] += stiffness;
    K[b][b] += stiffness;
    K[a][b] -= stiffness;
    K[b][a] -= stiffness;
  };
  for (int a = 0; a < kNodes; ++a) link(a, (a + 1) % kNodes);
  for (int a = 0; a < kNodes; a += 4) link(a, (a + 11) % kNodes);

  Ring ring;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * kNodes, 3 * kNodes);
  for (int a = 0; a < kNodes; ++a) {
    ring.mass.push_back(1.5 + unit(rng));
    if (a % 3 == 0) ring.outer.push_back(a);
    for (int b = 0; b < kNodes; ++b) {
      if (a != b && K[a][b] == Mat3{}) continue;
      ring.K.column.push_back(b);
      ring.K.block.push_back(K[a][b]);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) A(3 * a + i, 3 * b + j) = kFactor * K[a][b](i, j);
      }
    }
    ring.K.row_start.push_back(static_cast<std::int32_t>(ring.K.column.size()));
    for (int i = 0; i < 3; ++i) A(3 * a + i, 3 * a + i) += ring.mass.back();
  }
  ring.inverse = A.inverse();
  return ring;
}

NodalInverse inverse_of(const Ring& ring, bool keep) {
  NodalInverse inverse;
  inverse.analyse(ring.K, ring.outer, keep);
  EXPECT_TRUE(inverse.factor(ring.mass, kFactor, ring.K));
  return inverse;
}

std::vector<Mat3> responses(NodalInverse& inverse, const std::vector<std::int32_t>& nodes,
                            const std::vector<std::int32_t>& at_node,
                            const std::vector<double>& weight) {
  const auto response = inverse.respond(std::vector<WeightedRows>{{at_node, weight}}, nodes);
  return {response.begin(), response.end()};
}

class NodalInverseKeeps : public ::testing::TestWithParam<bool> {};

TEST_P(NodalInverseKeeps, SolvesAndRespondsAsTheDenseInverse) {
  const Ring ring = make_ring();
  NodalInverse inverse = inverse_of(ring, GetParam());
  EXPECT_TRUE(inverse.holds(kFactor));
  EXPECT_FALSE(inverse.holds(2.0 * kFactor));

  std::vector<Vec3> b(kNodes);
  for (int a = 0; a < kNodes; ++a) b[a] = {0.1 * a, 1.0 - 0.05 * a, a % 2 == 0 ? 1.0 : -2.0};
  std::vector<Vec3> x(kNodes);
  inverse.solve(b, x);
  const Eigen::Map<const Eigen::VectorXd> dense_b(&b[0].x, 3 * kNodes);
  const Eigen::Map<const Eigen::VectorXd> found(&x[0].x, 3 * kNodes);
  EXPECT_LE((found - ring.inverse * dense_b).norm(), 1e-12 * found.norm());

  // points of a row on outer and on inner nodes, and what it does at both
  const std::vector<std::int32_t> nodes{0, 3, 4, 17, 29};
  const std::vector<std::int32_t> at_node{3, 4, 17};
  const std::vector<double> weight{0.5, 0.3, 0.2};
  const std::vector<Mat3> response = responses(inverse, nodes, at_node, weight);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    Eigen::Matrix3d expected = Eigen::Matrix3d::Zero();
    for (std::size_t w = 0; w < at_node.size(); ++w) {
      expected += weight[w] * ring.inverse.block<3, 3>(3 * nodes[k], 3 * at_node[w]);
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(response[k](i, j), expected(i, j), 1e-12);
    }
  }
}

TEST(NodalInverse, BlocksDoNotDependOnTheOrderOfTheQuestions) {
  const Ring ring = make_ring();
  const std::vector<std::int32_t> nodes{0, 2, 3, 9, 16, 28};
  const std::vector<std::int32_t> at_node{9, 16, 28};
  const std::vector<double> weight{0.25, 0.5, 0.25};
  NodalInverse at_once = inverse_of(ring, true);
  NodalInverse one_by_one = inverse_of(ring, true);
  std::vector<std::int32_t> backwards(nodes.rbegin(), nodes.rend());
  for (const std::int32_t node : backwards) responses(one_by_one, {node}, {node}, {1.0});
  const std::vector<Mat3> first = responses(at_once, nodes, at_node, weight);
  const std::vector<Mat3> second = responses(one_by_one, nodes, at_node, weight);
  for (std::size_t k = 0; k < nodes.size(); ++k) EXPECT_EQ(first[k], second[k]) << nodes[k];
}

// The answer to a question is not that to the one before.
TEST(NodalInverse, ANewMatrixAndOtherPointsAreAnsweredAnew) {
  const Ring ring = make_ring();
  NodalInverse inverse = inverse_of(ring, true);
  const std::vector<std::int32_t> nodes{3, 4};
  const std::vector<Mat3> first = responses(inverse, nodes, {3, 4}, {0.5, 0.5});
  EXPECT_EQ(responses(inverse, nodes, {3, 4}, {0.5, 0.5}), first);
  const std::vector<Mat3> other = responses(inverse, nodes, {3, 4}, {0.25, 0.75});
  EXPECT_NE(other, first);
  ASSERT_TRUE(inverse.factor(ring.mass, 2.0 * kFactor, ring.K));
  EXPECT_NE(responses(inverse, nodes, {3, 4}, {0.25, 0.75}), other);
}

INSTANTIATE_TEST_SUITE_P(OrNot, NodalInverseKeeps, ::testing::Bool());

TEST(NodalInverse, ACopyHasToBePreparedAnew) {
  const Ring ring = make_ring();
  const NodalInverse inverse = inverse_of(ring, true);
  const NodalInverse copy(inverse);  // NOLINT: the copy is what is tested
  EXPECT_FALSE(copy.analysed());
  EXPECT_FALSE(copy.holds(kFactor));
  EXPECT_TRUE(inverse.holds(kFactor));
}

}  // namespace
}  // namespace solfec
