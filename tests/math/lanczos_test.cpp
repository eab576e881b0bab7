#include "math/lanczos.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"

namespace solfec {
namespace {

/// Q diag(values) Qᵀ with a random orthogonal Q.
Eigen::MatrixXd with_eigenvalues(const Eigen::VectorXd& values) {
  std::srand(3);  // NOLINT: of Eigen's Random
  const Eigen::MatrixXd random = Eigen::MatrixXd::Random(values.size(), values.size());
  const Eigen::MatrixXd Q = random.householderQr().householderQ();
  return Q * values.asDiagonal() * Q.transpose();
}

RitzPair least(const Eigen::MatrixXd& A, int steps, double enough = -1e300) {
  const int n = static_cast<int>(A.rows());
  const LinearMap map = [&](std::span<const double> x, std::span<double> y) {
    Eigen::Map<Eigen::VectorXd>(y.data(), n) = A * Eigen::Map<const Eigen::VectorXd>(x.data(), n);
  };
  return least_ritz_pair(n, map, steps, enough);
}

TEST(Lanczos, AllStepsGiveTheLeastEigenvalueAndItsVector) {
  for (const int n : {1, 2, 9, 40}) {
    Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(n, 0.0, 3.0);
    values[0] = -1e-3;
    const Eigen::MatrixXd A = with_eigenvalues(values);
    const RitzPair pair = least(A, 100);
    EXPECT_NEAR(pair.value, -1e-3, 1e-13) << n;
    const auto x = Eigen::Map<const Eigen::VectorXd>(pair.vector.data(), n);
    EXPECT_NEAR(x.norm(), 1.0, 1e-14);
    EXPECT_LE((A * x - pair.value * x).norm(), 1e-12) << n;
  }
}

TEST(Lanczos, EqualEigenvaluesEndTheIterationEarly) {
  Eigen::VectorXd values = Eigen::VectorXd::Constant(30, 2.0);
  values[7] = -0.5;
  EXPECT_NEAR(least(with_eigenvalues(values), 30).value, -0.5, 1e-13);
  EXPECT_NEAR(least(Eigen::MatrixXd::Identity(30, 30), 30).value, 1.0, 1e-13);
  EXPECT_EQ(least(Eigen::MatrixXd::Zero(5, 5), 5).value, 0.0);
}

TEST(Lanczos, ValuesAreNeverBelowTheLeastEigenvalue) {
  Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(300, 0.0, 1.0);
  values[0] = -0.01;
  const Eigen::MatrixXd A = with_eigenvalues(values);
  double last = 1.0;
  for (const int steps : {1, 5, 20, 60}) {
    const double value = least(A, steps).value;
    EXPECT_GE(value, -0.01 - 1e-14);
    EXPECT_LE(value, last + 1e-14);
    last = value;
  }
  EXPECT_NEAR(last, -0.01, 1e-4);
}

TEST(Lanczos, AValueThatIsEnoughEndsIt) {
  Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(300, 0.0, 1.0);
  values[0] = -0.5;
  const Eigen::MatrixXd A = with_eigenvalues(values);
  int products = 0;
  const LinearMap map = [&](std::span<const double> x, std::span<double> y) {
    ++products;
    Eigen::Map<Eigen::VectorXd>(y.data(), 300) =
        A * Eigen::Map<const Eigen::VectorXd>(x.data(), 300);
  };
  EXPECT_LT(least_ritz_pair(300, map, 200, -0.1).value, -0.1);
  EXPECT_LE(products, 30);
}

}  // namespace
}  // namespace solfec
