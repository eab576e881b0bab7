#include "math/lanczos.h"

#include <algorithm>
#include <limits>
#include <random>

#include <Eigen/Dense>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr int kStepsBetweenLooks = 10;

using Tridiagonal = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

Eigen::VectorXd random_unit_vector(int n) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Eigen::VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = unit(random);
  return x.normalized();
}

/// Eigenvalues of the tridiagonal matrix so far.
Tridiagonal solved(const std::vector<double>& diagonal, const std::vector<double>& beside,
                   int options) {
  const int k = count(diagonal);
  const Eigen::VectorXd a = Eigen::Map<const Eigen::VectorXd>(diagonal.data(), k);
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(beside.data(), k - 1);
  Tridiagonal solver;
  solver.computeFromTridiagonal(a, b, options);
  return solver;
}

}  // namespace

RitzPair least_ritz_pair(int n, const LinearMap& A, int steps, double enough) {
  SOLFEC_ASSERT(n > 0 && steps > 0);
  const int most = std::min(n, steps);
  Eigen::MatrixXd basis(n, most);
  std::vector<double> diagonal;
  std::vector<double> beside;  // the diagonal
  Eigen::VectorXd next = random_unit_vector(n);
  double size = 0.0;  // of A, from what has been seen
  for (int k = 0; k < most; ++k) {
    basis.col(k) = next;
    A({basis.col(k).data(), at(n)}, {next.data(), at(n)});
    diagonal.push_back(basis.col(k).dot(next));
    // by the recurrence, then once more against all, which takes the rounding of the recurrence
    next -= diagonal.back() * basis.col(k);
    if (k > 0) next -= beside.back() * basis.col(k - 1);
    const auto known = basis.leftCols(k + 1);
    next -= known * (known.transpose() * next).eval();
    const double length = next.norm();
    size = std::max({size, std::abs(diagonal.back()), length});
    const bool invariant = length <= n * std::numeric_limits<double>::epsilon() * size;
    const bool look = (k + 1) % kStepsBetweenLooks == 0;
    if (invariant || k + 1 == most) break;
    if (look && solved(diagonal, beside, Eigen::EigenvaluesOnly).eigenvalues()[0] < enough) break;
    beside.push_back(length);
    next /= length;
  }
  const Tridiagonal ritz = solved(diagonal, beside, Eigen::ComputeEigenvectors);
  const Eigen::VectorXd vector =
      (basis.leftCols(count(diagonal)) * ritz.eigenvectors().col(0)).normalized();
  return {ritz.eigenvalues()[0], {vector.begin(), vector.end()}};
}

}  // namespace solfec
