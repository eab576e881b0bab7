#include "math/front_columns.h"

#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace solfec {
namespace {

/// A front with numbers above the diagonal that nobody may look at.
struct Front {
  Eigen::MatrixXd L;
  Eigen::VectorXd reciprocal;

  [[nodiscard]] FrontColumns columns() const {
    return {L.data(), reciprocal.data(), static_cast<int>(L.cols()), static_cast<int>(L.rows())};
  }
  [[nodiscard]] Eigen::MatrixXd above() const {
    return L.topRows(L.cols()).triangularView<Eigen::Lower>();
  }
  [[nodiscard]] Eigen::MatrixXd below() const { return L.bottomRows(L.rows() - L.cols()); }
};

Front random_front(int columns, int below, std::mt19937& rng) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Front front;
  front.L = Eigen::MatrixXd::NullaryExpr(columns + below, columns, [&] { return unit(rng); });
  for (int j = 0; j < columns; ++j) front.L(j, j) += 5.0;
  front.reciprocal = front.L.topRows(columns).diagonal().cwiseInverse();
  return front;
}

class FrontColumnsOf : public ::testing::TestWithParam<const FrontColumnKernels*> {};

// All numbers of rows that a vector of four may leave over, widths with and without a rest of
// three, no rows below.
TEST_P(FrontColumnsOf, SolveAsDenseTriangles) {
  std::mt19937 rng(11);
  for (const int columns : {3, 6, 9, 12, 39}) {
    for (int below = 0; below < 30; below += 3) {
      const Front front = random_front(columns, below, rng);
      const Eigen::VectorXd start = Eigen::VectorXd::LinSpaced(columns + below, -1.0, 2.0);

      Eigen::VectorXd v = start;
      GetParam()->forward(front.columns(), v.data());
      const Eigen::VectorXd y = front.above().lu().solve(start.head(columns));
      EXPECT_LE((v.head(columns) - y).norm(), 1e-13 * y.norm());
      const Eigen::VectorXd rest = start.tail(below) - front.below() * y;
      EXPECT_LE((v.tail(below) - rest).norm(), 1e-12 * (1.0 + rest.norm()));

      v = start;
      GetParam()->backward(front.columns(), v.data());
      const Eigen::VectorXd right =
          start.head(columns) - front.below().transpose() * start.tail(below);
      const Eigen::VectorXd x = front.above().transpose().lu().solve(right);
      EXPECT_LE((v.head(columns) - x).norm(), 1e-12 * x.norm());
      EXPECT_EQ(v.tail(below), start.tail(below));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, FrontColumnsOf,
                         ::testing::Values(&front_column_kernels_baseline(),
                                           &front_column_kernels()));

TEST_P(FrontColumnsOf, AddSixColumns) {
  std::mt19937 rng(13);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const int rows : {1, 3, 4, 9, 30}) {
    const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(rows, 6, [&] { return unit(rng); });
    const double factor[6] = {1.0, -2.0, 0.0, 0.5, 3.0, 0.25};
    Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(rows, -1.0, 2.0);
    const Eigen::VectorXd expected = x + A * Eigen::Map<const Eigen::VectorXd>(factor, 6);
    const auto column = [&](int k) { return A.col(k).data(); };
    GetParam()->add_six({column(0), column(1), column(2), column(3), column(4), column(5)}, factor,
                        rows, x.data());
    EXPECT_LE((x - expected).norm(), 1e-14 * rows);
  }
}

TEST(FrontColumns, VersionsGiveTheSameBits) {
  std::mt19937 rng(12);
  const Front front = random_front(27, 41, rng);
  const Eigen::VectorXd start = Eigen::VectorXd::LinSpaced(68, -1.0, 2.0);
  Eigen::VectorXd one = start;
  Eigen::VectorXd other = start;
  front_column_kernels_baseline().forward(front.columns(), one.data());
  front_column_kernels().forward(front.columns(), other.data());
  EXPECT_EQ(one, other);
  front_column_kernels_baseline().backward(front.columns(), one.data());
  front_column_kernels().backward(front.columns(), other.data());
  EXPECT_EQ(one, other);
}

}  // namespace
}  // namespace solfec
