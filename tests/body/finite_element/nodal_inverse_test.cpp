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

struct Point {
  std::vector<std::int32_t> node;
  std::vector<double> weight;
};

/// Blocks between points t <= s.
std::vector<Mat3> responses(NodalInverse& inverse, const std::vector<Point>& points) {
  std::vector<WeightedRows> rows;
  rows.reserve(points.size());
  for (const Point& point : points) rows.push_back({point.node, point.weight});
  const auto response = inverse.respond(rows);
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

  // points on outer nodes, on inner ones, between both, and of one node
  const std::vector<Point> points{
      {{3, 4, 17}, {0.5, 0.3, 0.2}}, {{0}, {1.0}}, {{29, 4}, {0.25, 0.75}}, {{17}, {1.0}}};
  const std::vector<Mat3> response = responses(inverse, points);
  ASSERT_EQ(response.size(), 10U);
  std::size_t entry = 0;
  for (std::size_t q = 0; q < points.size(); ++q) {
    for (std::size_t p = 0; p <= q; ++p, ++entry) {
      Eigen::Matrix3d expected = Eigen::Matrix3d::Zero();
      for (std::size_t a = 0; a < points[p].node.size(); ++a) {
        for (std::size_t c = 0; c < points[q].node.size(); ++c) {
          expected += points[p].weight[a] * points[q].weight[c] *
                      ring.inverse.block<3, 3>(3L * points[p].node[a], 3L * points[q].node[c]);
        }
      }
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(response[entry](i, j), expected(i, j), 1e-12);
      }
    }
  }
}

TEST(NodalInverse, BlocksDoNotDependOnTheOrderOfTheQuestions) {
  const Ring ring = make_ring();
  const std::vector<Point> points{
      {{9, 16, 28}, {0.25, 0.5, 0.25}}, {{0, 2}, {0.5, 0.5}}, {{3}, {1.0}}};
  NodalInverse at_once = inverse_of(ring, true);
  NodalInverse one_by_one = inverse_of(ring, true);
  for (const std::int32_t node : {28, 16, 9, 3, 2, 0}) responses(one_by_one, {{{node}, {1.0}}});
  EXPECT_EQ(responses(at_once, points), responses(one_by_one, points));
}

/// Expects solve_few to give what the dense inverse gives for forces at every `stride`-th node, by
/// whatever is less work; b and x are the same.
void expect_solution(const Ring& ring, NodalInverse& inverse, int stride) {
  std::vector<Vec3> x(kNodes);
  for (int a = 0; a < kNodes; a += stride) x[a] = {0.1 * a, 1.0 - 0.05 * a, 2.0};
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(&x[0].x, 3 * kNodes);
  inverse.solve_few(x, x);
  const Eigen::Map<const Eigen::VectorXd> found(&x[0].x, 3 * kNodes);
  EXPECT_LE((found - ring.inverse * b).norm(), 1e-12 * found.norm()) << stride;
}

TEST_P(NodalInverseKeeps, SolvesForFewForcesAsTheDenseInverse) {
  const Ring ring = make_ring();
  NodalInverse inverse = inverse_of(ring, GetParam());
  for (const int stride : {59, 20, 7, 1}) expect_solution(ring, inverse, stride);
}

TEST(NodalInverse, SolutionForFewForcesDoesNotDependOnTheQuestionsBefore) {
  const Ring ring = make_ring();
  NodalInverse fresh = inverse_of(ring, true);
  NodalInverse used = inverse_of(ring, true);
  responses(used, {{{9, 17}, {0.5, 0.5}}, {{0}, {1.0}}});
  std::vector<Vec3> b(kNodes);
  b[9] = {1.0, 2.0, 3.0};
  b[17] = {0.3, -2.0, 1.0};
  std::vector<Vec3> first(kNodes);
  std::vector<Vec3> second(kNodes);
  fresh.solve_few(b, first);
  used.solve_few(b, second);
  EXPECT_EQ(first, second);
  // and a matrix that has changed has other columns
  ASSERT_TRUE(used.factor(ring.mass, 2.0 * kFactor, ring.K));
  used.solve_few(b, second);
  EXPECT_NE(first, second);
}

// The answer to a question is not that to the one before.
TEST(NodalInverse, ANewMatrixAndOtherPointsAreAnsweredAnew) {
  const Ring ring = make_ring();
  NodalInverse inverse = inverse_of(ring, true);
  const std::vector<Point> one{{{3, 4}, {0.5, 0.5}}};
  const std::vector<Point> two{{{3, 4}, {0.25, 0.75}}};
  const std::vector<Mat3> first = responses(inverse, one);
  EXPECT_EQ(responses(inverse, one), first);
  const std::vector<Mat3> other = responses(inverse, two);
  EXPECT_NE(other, first);
  ASSERT_TRUE(inverse.factor(ring.mass, 2.0 * kFactor, ring.K));
  EXPECT_NE(responses(inverse, two), other);
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
