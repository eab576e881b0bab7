#include "solver/interior_point/krylov.h"

#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr int kBlocks = 20;

/// A dense matrix of blocks with the inverses of its diagonal blocks as preconditioner.
class DenseSystem final : public PreconditionedSystem {
 public:
  explicit DenseSystem(Eigen::MatrixXd A) : A_(std::move(A)) {}
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) override {
    ++products;
    as_vector(y) = A_ * as_vector(x);
  }
  void precondition(std::span<const Vec3> x, std::span<Vec3> y) override {
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(x.size()); ++i) {
      as_vector(y).segment<3>(3 * i) =
          A_.block<3, 3>(3 * i, 3 * i).inverse() * as_vector(x).segment<3>(3 * i);
    }
  }
  static Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const Vec3> x) {
    return {&x[0].x, static_cast<Eigen::Index>(3 * x.size())};
  }
  static Eigen::Map<Eigen::VectorXd> as_vector(std::span<Vec3> x) {
    return {&x[0].x, static_cast<Eigen::Index>(3 * x.size())};
  }

  int products = 0;

 private:
  Eigen::MatrixXd A_;
};

/// Positive definite with a condition number of about 1e4, and an unsymmetric part.
Eigen::MatrixXd matrix(double unsymmetric) {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto random = [&](double) { return unit(rng); };
  const int n = 3 * kBlocks;
  const Eigen::MatrixXd root = Eigen::MatrixXd::Zero(n, n).unaryExpr(random);
  const Eigen::MatrixXd other = Eigen::MatrixXd::Zero(n, n).unaryExpr(random);
  return root * root.transpose() + 0.01 * Eigen::MatrixXd::Identity(n, n) +
         unsymmetric * (other - other.transpose());
}

std::vector<Vec3> right_side() {
  std::vector<Vec3> b(kBlocks);
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = {1.0 + double(i), -2.0, 0.5 * double(i % 3)};
  }
  return b;
}

class KrylovMethods : public ::testing::TestWithParam<KrylovMethod> {};

TEST_P(KrylovMethods, FindTheSolutionOfADenseFactorisation) {
  const bool symmetric = GetParam() == KrylovMethod::conjugate_gradient;
  const Eigen::MatrixXd A = matrix(symmetric ? 0.0 : 1.0);
  DenseSystem system(A);
  const std::vector<Vec3> b = right_side();
  std::vector<Vec3> x(b.size(), Vec3{7, 7, 7});  // ignored
  KrylovWorkspace work;
  KrylovParams params;
  params.method = GetParam();
  params.reduction = 1e-12;
  params.restart = 80;  // more than unknowns: GMRES is then sure to end
  const KrylovResult result = solve_krylov(system, params, b, x, work);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.products, system.products);
  const Eigen::VectorXd exact = A.partialPivLu().solve(DenseSystem::as_vector(std::span(b)));
  const Eigen::VectorXd found = DenseSystem::as_vector(std::span<const Vec3>(x));
  EXPECT_LE((found - exact).norm(), 1e-7 * exact.norm());
}

TEST_P(KrylovMethods, EndAtTheResidualThatIsAskedForAndAtTheMostProducts) {
  const Eigen::MatrixXd A = matrix(0.0);
  const std::vector<Vec3> b = right_side();
  std::vector<Vec3> x(b.size());
  KrylovWorkspace work;
  KrylovParams params;
  params.method = GetParam();
  params.residual = 0.3;
  params.restart = 80;
  DenseSystem system(A);
  EXPECT_TRUE(solve_krylov(system, params, b, x, work).converged);
  const Eigen::VectorXd rest =
      DenseSystem::as_vector(std::span(b)) - A * DenseSystem::as_vector(std::span<const Vec3>(x));
  EXPECT_LE(rest.norm(), 0.3 * (1.0 + 1e-6));
  params.residual = 0.0;
  params.restart = 2;
  params.most_products = 4;
  const KrylovResult few = solve_krylov(system, params, b, x, work);
  EXPECT_FALSE(few.converged);
  EXPECT_LE(few.products, 6);
}

TEST_P(KrylovMethods, NoRightSideHasNoSolutionButZero) {
  DenseSystem system(matrix(0.0));
  const std::vector<Vec3> b(kBlocks);
  std::vector<Vec3> x(kBlocks, Vec3{1, 1, 1});
  KrylovWorkspace work;
  KrylovParams params;
  params.method = GetParam();
  const KrylovResult result = solve_krylov(system, params, b, x, work);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.products, 0);
  for (const Vec3 one : x) EXPECT_EQ(one, Vec3{});
}

INSTANTIATE_TEST_SUITE_P(All, KrylovMethods,
                         ::testing::Values(KrylovMethod::conjugate_gradient, KrylovMethod::bicgstab,
                                           KrylovMethod::gmres));

TEST(KrylovMethods, ConjugateGradientsSayThatAMatrixIsNotDefinite) {
  DenseSystem system(-matrix(0.0));
  const std::vector<Vec3> b = right_side();
  std::vector<Vec3> x(b.size());
  KrylovWorkspace work;
  EXPECT_FALSE(solve_krylov(system, {}, b, x, work).converged);
}

}  // namespace
}  // namespace solfec
