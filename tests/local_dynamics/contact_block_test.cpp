#include "local_dynamics/contact_block.h"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // relative to the trace

Mat3 random_spd(std::mt19937& rng) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Mat3 root;
  for (double& entry : root.m) entry = unit(rng);
  return root * transpose(root) + 0.01 * identity();
}

TEST(ContactBlock, RotatedTangentsMakeTheSchurComplementDiagonal) {
  std::mt19937 rng(3);
  for (int sample = 0; sample < 1000; ++sample) {
    const ContactBlock w = make_contact_block(random_spd(rng));
    ASSERT_TRUE(w.regular);
    const Mat3 W = w.matrix();
    Eigen::Matrix2d schur;
    schur << W(0, 0) - W(0, 2) * W(2, 0) / W(2, 2), W(0, 1) - W(0, 2) * W(2, 1) / W(2, 2),
        W(1, 0) - W(1, 2) * W(2, 0) / W(2, 2), W(1, 1) - W(1, 2) * W(2, 1) / W(2, 2);
    Eigen::Matrix2d Q;
    Q << w.cosine, -w.sine, w.sine, w.cosine;  // columns: rotated tangents
    const Eigen::Matrix2d rotated = Q.transpose() * schur * Q;
    const double size = trace(W);
    EXPECT_NEAR(w.cosine * w.cosine + w.sine * w.sine, 1.0, kTol);
    EXPECT_NEAR(rotated(0, 1), 0.0, kTol * size);
    EXPECT_NEAR(rotated(0, 0), w.schur[0], kTol * size);
    EXPECT_NEAR(rotated(1, 1), w.schur[1], kTol * size);
    const Eigen::Vector2d coupling = Q.transpose() * Eigen::Vector2d(W(0, 2), W(1, 2));
    EXPECT_NEAR(coupling[0], w.rotated_coupling[0], kTol * size);
    EXPECT_NEAR(coupling[1], w.rotated_coupling[1], kTol * size);
  }
}

TEST(ContactBlock, UnsymmetricBlockIsReplacedByItsSymmetricPart) {
  const Mat3 W{{2, 0.1, 0.2, 0.3, 3, 0.4, 0.0, 0.2, 4}};
  const Mat3 used = make_contact_block(W).matrix();
  const Mat3 expected = 0.5 * (W + transpose(W));
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(used.m[k], expected.m[k], 1e-10);
}

TEST(ContactBlock, ZeroNegativeAndNonFiniteBlocksAreNotRegular) {
  EXPECT_FALSE(make_contact_block({}).regular);
  EXPECT_FALSE(make_contact_block(-1.0 * identity()).regular);
  Mat3 W = identity();
  W(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(make_contact_block(W).regular);
}

TEST(ContactBlock, RankOneBlockIsRegularised) {
  // A rod pushed along its axis: only the normal direction is mobile.
  const ContactBlock w = make_contact_block(diagonal(0, 0, 2));
  EXPECT_TRUE(w.regular);
  EXPECT_GT(w.schur[0], 0.0);
  EXPECT_NEAR(w.normal, 2.0, 1e-11);
}

TEST(LargestEigenvalue, MatchesTheIterativeSolver) {
  std::mt19937 rng(11);
  for (int sample = 0; sample < 1000; ++sample) {
    const Mat3 W = random_spd(rng);
    const Eigen::Map<const Eigen::Matrix3d> map(W.m);
    const double expected = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(map).eigenvalues()[2];
    EXPECT_NEAR(largest_eigenvalue(W), expected, 1e-12 * expected);
  }
}

TEST(LargestEigenvalue, OfAMultipleOfTheIdentityIsTheFactor) {
  EXPECT_DOUBLE_EQ(largest_eigenvalue(3.0 * identity()), 3.0);
}

}  // namespace
}  // namespace solfec
