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
  EXPECT_EQ(make_plain_block(W).matrix(), used);
  const Mat3 expected = 0.5 * (W + transpose(W));
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(used.m[k], expected.m[k], 1e-10);
}

TEST(ContactBlock, ZeroNegativeAndNonFiniteBlocksAreNotRegular) {
  EXPECT_FALSE(make_contact_block({}).regular);
  EXPECT_FALSE(make_plain_block({}).regular);
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

// Ŵ + P is written down from the docstring: normal entry and both eigenvalues of the Schur
// complement grow by θ w, the rotation and w_T / w_N stay.
TEST(ContactBlock, ProximalPartIsPositiveAndAddsToNormalAndSchurComplement) {
  std::mt19937 rng(17);
  std::uniform_real_distribution<double> weight(0.0, 2.0);
  for (int sample = 0; sample < 1000; ++sample) {
    const ContactBlock w = make_contact_block(random_spd(rng));
    const double theta = weight(rng);
    const ContactBlock heavier = with_proximal_part(w, theta);
    const Mat3 before = w.matrix();
    const Mat3 after = heavier.matrix();
    const double size = trace(before);
    const double added = theta * size / 3.0;
    const double normal = before(2, 2) + added;
    const Eigen::Vector2d q(before(0, 2) / before(2, 2), before(1, 2) / before(2, 2));
    Eigen::Matrix3d expected;
    Eigen::Matrix2d schur;
    schur << before(0, 0), before(0, 1), before(1, 0), before(1, 1);
    schur += -before(2, 2) * q * q.transpose() + added * Eigen::Matrix2d::Identity();
    expected.topLeftCorner<2, 2>() = schur + normal * q * q.transpose();
    expected.topRightCorner<2, 1>() = normal * q;
    expected.bottomLeftCorner<1, 2>() = normal * q.transpose();
    expected(2, 2) = normal;
    const Eigen::Matrix3d found = Eigen::Map<const Eigen::Matrix3d>(after.m);
    EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), kTol * size * (1.0 + q.squaredNorm()));
    const Eigen::Matrix3d P = found - Eigen::Map<const Eigen::Matrix3d>(before.m);
    const double smallest = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(P).eigenvalues()[0];
    EXPECT_GE(smallest, -kTol * size * (1.0 + q.squaredNorm()));

    EXPECT_EQ(heavier.cosine, w.cosine);
    EXPECT_EQ(heavier.sine, w.sine);
    EXPECT_NEAR(heavier.schur[0], w.schur[0] + added, kTol * size);
    EXPECT_NEAR(heavier.schur[1], w.schur[1] + added, kTol * size);
    EXPECT_NEAR(heavier.normal * heavier.inverse_normal, 1.0, kTol);
  }
}

TEST(ContactBlock, NoProximalPartChangesNothing) {
  std::mt19937 rng(18);
  const ContactBlock w = make_contact_block(random_spd(rng));
  const Mat3 same = with_proximal_part(w, 0.0).matrix();
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(same.m[k], w.matrix().m[k], 1e-15 * trace(w.matrix()));
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
