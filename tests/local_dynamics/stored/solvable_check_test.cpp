#include "local_dynamics/stored/solvable_check.h"

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "local_dynamics/stored/chain_problem.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "local_dynamics/stored/text_format.h"
#include "support/message_of.h"
#include "support/problem_folder.h"

namespace solfec {
namespace {

std::string refusal(const StoredProblem& problem) {
  return message_of<ArchiveError>([&] { require_solvable(problem, "p"); });
}

/// W in the order of files, by text; q and mu do not count here.
StoredProblem problem_of(const Eigen::MatrixXd& W) {
  const auto contacts = W.rows() / 3;
  const std::string zeros = text_of_vector(Eigen::VectorXd::Zero(4 * contacts));
  return parse_text_problem(cat("3\n", contacts, "\n", dense_text(W), zeros), "p");
}

Eigen::MatrixXd chain_matrix(int bodies, int points) {
  return dense_local(chain_problem(bodies, points, false)).W;
}

TEST(SolvableCheck, OurOwnAndTheTenPublicProblemsPass) {
  for (const std::string& name : problems_that_are_here(
           {"caged-body", "brick-wall", "ball-heap", "KaplasTower-i1061-4", "RockPile_tob1",
            "Capsules-i122-1617", "Confeti-ex13-Fc3D-SBM", "LMGC_100_PR_PerioBox-i00361-60-03000",
            "BoxesStack1-i100000-32", "OneObject-i100000-499", "NESpheres_10_1", "Rover4493",
            "FC3D_Example1_SBM"})) {
    EXPECT_EQ(refusal(read_stored_problem(stored_problem_path(name))), "") << name;
  }
}

TEST(SolvableCheck, RedundantContactsWithRoundingPass) {
  for (const int points : {1, 4, 8}) {  // 24 forces on 6 velocities per body
    const Eigen::MatrixXd W = chain_matrix(20, points);
    const Eigen::MatrixXd noise = Eigen::MatrixXd::Random(W.rows(), W.cols());
    EXPECT_EQ(refusal(problem_of(W)), "");
    EXPECT_EQ(refusal(problem_of(W + 1e-10 * W.norm() / W.rows() * noise)), "");
    const Eigen::MatrixXd shift = Eigen::MatrixXd::Identity(W.rows(), W.cols());
    EXPECT_EQ(refusal(problem_of(W - 1e-10 * W.trace() / W.rows() * shift)), "");
  }
}

TEST(SolvableCheck, UnsymmetricProjectionsPass) {
  const Eigen::MatrixXd W = chain_matrix(10, 4);
  Eigen::MatrixXd noise = Eigen::MatrixXd::Random(W.rows(), W.cols());
  noise -= noise.transpose().eval();
  for (const double size : {1e-3, 1e-2}) {
    EXPECT_EQ(refusal(problem_of(W + size * W.norm() / noise.norm() * noise)), "") << size;
  }
}

TEST(SolvableCheck, EmptyProblemsAreRefused) {
  EXPECT_EQ(refusal(StoredProblem{}), "p: the problem has no contacts");
  EXPECT_EQ(refusal(problem_of(Eigen::MatrixXd::Zero(6, 6))), "p: W of 2 contacts is zero");
}

TEST(SolvableCheck, ContactsThatDoNotYieldAlongTheirNormalAreRefused) {
  for (const double normal : {0.0, -0.5}) {
    Eigen::MatrixXd W = Eigen::MatrixXd::Identity(9, 9);
    W(6, 6) = normal;
    EXPECT_EQ(refusal(problem_of(W)),
              cat("p: W_NN must be positive, contact 2 (from 0) has ", normal));
  }
}

TEST(SolvableCheck, IndefiniteDiagonalBlocksAreNamed) {
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(6, 6);
  W(3, 4) = W(4, 3) = 2.0;  // eigenvalues 3 and -1
  EXPECT_EQ(refusal(problem_of(W)),
            "p: W must be positive semidefinite, the diagonal block of "
            "contact 1 (from 0) has the eigenvalue -1");
}

TEST(SolvableCheck, IndefiniteCouplingIsNamed) {
  Eigen::MatrixXd W = 2.0 * Eigen::MatrixXd::Identity(30, 30);
  W(3, 12) = W(12, 3) = -3.0;  // contacts 1 and 4, eigenvalue 2 - 3 of traces 6
  const std::string message = refusal(problem_of(W));
  EXPECT_TRUE(message ==
                  "p: W must be positive semidefinite, with rows scaled to a trace of 1 it "
                  "has the eigenvalue -0.166667, most of it at contact 1 (from 0)" ||
              message ==
                  "p: W must be positive semidefinite, with rows scaled to a trace of 1 it "
                  "has the eigenvalue -0.166667, most of it at contact 4 (from 0)")
      << message;
}

TEST(SolvableCheck, SmallNegativeEigenvaluesOfManyContactsAreFound) {
  // 480 unknowns, more than the steps; W semidefinite with one direction made negative.
  Eigen::MatrixXd W = chain_matrix(40, 4);
  for (const double share : {0.1, 0.01, 0.001}) {
    Eigen::VectorXd x = Eigen::VectorXd::Random(W.rows()).normalized();
    const Eigen::MatrixXd bad = W - (x.dot(W * x) + share) * x * x.transpose();
    EXPECT_NE(refusal(problem_of(bad)), "") << share;
  }
}

TEST(SolvableCheck, OneTriangleIsRefused) {
  const Eigen::MatrixXd W = chain_matrix(5, 2);
  const Eigen::MatrixXd upper = W.triangularView<Eigen::Upper>();
  const Eigen::MatrixXd lower = W.triangularView<Eigen::Lower>();
  Eigen::MatrixXd upper_blocks = W;  // full on the diagonal
  for (int i = 0; i < W.rows(); i += 3) upper_blocks.block(i, 0, 3, i).setZero();
  for (const Eigen::MatrixXd& bad : {upper, lower, upper_blocks}) {
    const std::string message = refusal(problem_of(bad));
    EXPECT_TRUE(
        message.starts_with("p: W holds one triangle only, it must equal its transpose, "
                            "|W - W^T| is "))
        << message;
  }
}

TEST(SolvableCheck, MatricesFarFromTheirTransposeAreRefused) {
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(6, 6);
  W(0, 4) = 0.5;
  W(4, 0) = -0.5;
  // |W - Wᵀ| = √2, |W| = √6.5; the blocks differ by 1 of √3
  EXPECT_EQ(refusal(problem_of(W)),
            "p: W must equal its transpose, |W - W^T| is 0.5547 of |W|, most at contact 0 and "
            "contact 1 (from 0), which differ by 0.57735 of their diagonal blocks");
}

TEST(SolvableCheck, EqualitiesCount) {
  const auto problem = [](double diagonal) {
    StoredProblem stored;
    const Mat3 beside{{0, 0, 0, 0, 0, 0, 0, 0, 0.5}};
    stored.W.row_start = {0, 2, 4};
    stored.W.column = {0, 1, 0, 1};
    stored.W.block = {identity(), beside, beside, {{0, 0, 0, 0, 0, 0, 0, 0, diagonal}}};
    stored.q.resize(2);
    stored.mu = {0.3};
    stored.equality_components = {1};
    return stored;
  };
  EXPECT_EQ(refusal(problem(0.25)), "");  // semidefinite
  EXPECT_NE(refusal(problem(0.0)), "");
  EXPECT_NE(refusal(problem(-1.0)), "");
  StoredProblem joint = problem(1.0);
  joint.W.row_start = {0, 1};
  joint.W.column = {0};
  joint.W.block = {identity()};
  joint.q.resize(1);
  joint.mu.clear();
  EXPECT_EQ(refusal(joint), "");
}

}  // namespace
}  // namespace solfec
