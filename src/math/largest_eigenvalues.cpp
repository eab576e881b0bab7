#include "math/largest_eigenvalues.h"

#include <Spectra/SymEigsSolver.h>
#include <algorithm>
#include <numeric>

#include <Eigen/Eigenvalues>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// Numbers in [-1, 1) that do not depend on the machine.
Vector start_vector(int size, unsigned seed) {
  Vector start(size);
  unsigned state = seed;
  for (double& one : start) {
    state = 1664525U * state + 1013904223U;
    one = static_cast<double>(state >> 8) / 8388608.0 - 1.0;
  }
  return start;
}

/// The operator in the complement of the columns of a matrix, as Spectra asks for it, times a scale
/// that makes its largest eigenvalues of order one: Spectra judges eigenvalues below 4e-11 as if
/// they had that size, so that those of small stiff bodies, 1e-13 s² and less, would be wrong.
class Deflated {
 public:
  using Scalar = double;

  Deflated(const SymmetricOperator& A, const Matrix& known) : A_(A), known_(known) {
    constexpr int kPowerSteps = 3;  // the largest eigenvalue within a factor of some hundred
    Vector x = start_vector(A.size, 0);
    Vector y(A.size);
    for (int step = 0; step < kPowerSteps; ++step) {
      perform_op(x.data(), y.data());
      const double length = y.norm();
      if (!(length > 0.0)) return;
      x = y / length;
      if (step > 0) scale_ /= length;  // x had length 1
    }
  }
  [[nodiscard]] Eigen::Index rows() const { return A_.size; }
  [[nodiscard]] Eigen::Index cols() const { return A_.size; }
  void perform_op(const double* x, double* y) const {
    Vector in = Eigen::Map<const Vector>(x, A_.size);
    project(in);
    Eigen::Map<Vector> out(y, A_.size);
    A_.apply({in.data(), at(A_.size)}, {y, at(A_.size)});
    Vector result = out;
    project(result);
    out = scale_ * result;
  }
  [[nodiscard]] double scale() const { return scale_; }
  /// Takes what x has of the known vectors out of it, twice for rounding.
  void project(Vector& x) const {
    for (int pass = 0; pass < 2; ++pass) x -= known_ * (known_.transpose() * x);
  }

 private:
  const SymmetricOperator& A_;
  const Matrix& known_;
  double scale_ = 1.0;
};

/// Found in one search, descending.
struct Search {
  Vector value;
  Matrix vector;
};

Search search(const SymmetricOperator& A, const Matrix& known, int count, EigenAccuracy accuracy,
              unsigned seed) {
  Deflated deflated(A, known);
  const int room = A.size - static_cast<int>(known.cols());
  const int basis = std::min(room, std::max(2 * count + 10, 20));
  Spectra::SymEigsSolver<Deflated> solver(deflated, std::min(count, room - 1), basis);
  Vector start = start_vector(A.size, seed);
  deflated.project(start);
  solver.init(start.data());
  solver.compute(Spectra::SortRule::LargestAlge, accuracy.restarts, accuracy.tolerance,
                 Spectra::SortRule::LargestAlge);
  return {solver.eigenvalues() / deflated.scale(), solver.eigenvectors()};
}

/// Adds vectors to the columns of a matrix, orthonormal to them and to each other.
void append(const Matrix& more, Matrix& columns) {
  for (Eigen::Index k = 0; k < more.cols(); ++k) {
    Vector one = more.col(k);
    for (int pass = 0; pass < 2; ++pass) one -= columns * (columns.transpose() * one);
    columns.conservativeResize(Eigen::NoChange, columns.cols() + 1);
    columns.col(columns.cols() - 1) = one.normalized();
  }
}

EigenPairs sorted(const std::vector<double>& value, const Matrix& vector, Eigen::Index first,
                  int count) {
  std::vector<std::size_t> order(value.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return value[a] > value[b]; });
  order.resize(std::min(order.size(), at(count)));
  EigenPairs pairs;
  for (const std::size_t k : order) {
    pairs.value.push_back(value[k]);
    const auto column = vector.col(first + static_cast<Eigen::Index>(k));
    pairs.vector.insert(pairs.vector.end(), column.begin(), column.end());
  }
  return pairs;
}

}  // namespace

EigenPairs largest_eigenvalues(const SymmetricOperator& A, std::span<const double> known, int count,
                               EigenAccuracy accuracy) {
  const auto before = static_cast<Eigen::Index>(known.size()) / A.size;
  SOLFEC_ASSERT(count >= 1 && count < A.size - before);
  constexpr int kMore = 2;  // values that a search for what was passed over asks for
  Matrix columns = Eigen::Map<const Matrix>(known.data(), A.size, before);
  std::vector<double> value;
  unsigned seed = 1;
  int wanted = count;
  while (columns.cols() + 1 < A.size) {
    const Search found = search(A, columns, wanted, accuracy, seed++);
    if (found.value.size() == 0) break;
    const bool enough = static_cast<int>(value.size()) >= count;
    std::vector<double> largest = value;
    std::sort(largest.rbegin(), largest.rend());
    if (enough && found.value[0] <= largest[at(count - 1)]) break;
    value.insert(value.end(), found.value.begin(), found.value.end());
    append(found.vector, columns);
    if (!enough && static_cast<int>(value.size()) < count) break;  // not converged
    wanted = std::min(kMore, A.size - static_cast<int>(columns.cols()) - 1);
    if (wanted < 1) break;
  }
  return sorted(value, columns, before, count);
}

EigenPairs all_eigenvalues(int size, std::span<const double> A) {
  const Eigen::Map<const Matrix> matrix(A.data(), size, size);
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
  EigenPairs pairs;
  pairs.value.assign(solver.eigenvalues().begin(), solver.eigenvalues().end());
  const Matrix& vectors = solver.eigenvectors();
  pairs.vector.assign(vectors.data(), vectors.data() + vectors.size());
  return pairs;
}

}  // namespace solfec
