#include "math/sparse_ldlt.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

using LowerColumns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

constexpr std::size_t kTogether = 8;  // right-hand sides

/// The matrix with unknown i at place[i]; its values are the numbers of the entries of the pattern.
LowerColumns numbered(const SparsePattern& pattern, const std::vector<int>& place) {
  const int n = pattern.size();
  if (n == 0) return {};
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(pattern.row.size());
  for (int j = 0; j < n; ++j) {
    for (int e = pattern.column_start[at(j)]; e < pattern.column_start[at(j) + 1]; ++e) {
      entries.emplace_back(place[at(pattern.row[at(e)])], place[at(j)], e);
    }
  }
  LowerColumns matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

SparsePattern pattern_of_columns(const LowerColumns& matrix) {
  const int* start = matrix.outerIndexPtr();
  const int* row = matrix.innerIndexPtr();
  return {{start, start + matrix.cols() + 1}, {row, row + matrix.nonZeros()}};
}

}  // namespace

struct SparseLdlt::Data {
  SparsePattern pattern;
  double most = -1.0;
  bool fits = false;
  std::vector<int> place;     // of each unknown in the order of elimination
  LowerColumns matrix;        // in that order
  std::vector<int> entry;     // of the pattern, for each value of the matrix
  std::vector<double> right;  // a single right-hand side
  Eigen::SimplicialLDLT<LowerColumns, Eigen::Lower, Eigen::NaturalOrdering<int>> ldlt;

  void analyse(const SparsePattern& wanted, double most_entries);
  void solve_one(std::span<double> x) const;
  void solve_together(std::span<double> x) const;
};

/// Order and symbolic factors, kept while pattern and bound stay.
void SparseLdlt::Data::analyse(const SparsePattern& wanted, double most_entries) {
  if (most == most_entries && pattern.column_start == wanted.column_start &&
      pattern.row == wanted.row) {
    return;
  }
  pattern = wanted;
  most = most_entries;
  place = minimum_degree_order(pattern);
  matrix = numbered(pattern, place);
  fits = !factor_column_counts(pattern_of_columns(matrix), most).empty();
  if (!fits) return;
  entry.assign(matrix.valuePtr(), matrix.valuePtr() + matrix.nonZeros());
  ldlt.analyzePattern(matrix);
}

/// x in the order of elimination.
void SparseLdlt::Data::solve_one(std::span<double> x) const {
  const LowerColumns& L = ldlt.matrixL().nestedExpression();  // without its unit diagonal
  for (Eigen::Index j = 0; j < L.cols(); ++j) {
    const double pivot = x[static_cast<std::size_t>(j)];
    for (LowerColumns::InnerIterator below(L, j); below; ++below) {
      x[static_cast<std::size_t>(below.row())] -= below.value() * pivot;
    }
  }
  const auto D = ldlt.vectorD();
  for (Eigen::Index j = L.cols() - 1; j >= 0; --j) {
    double sum = x[static_cast<std::size_t>(j)] / D[j];
    for (LowerColumns::InnerIterator below(L, j); below; ++below) {
      sum -= below.value() * x[static_cast<std::size_t>(below.row())];
    }
    x[static_cast<std::size_t>(j)] = sum;
  }
}

/// kTogether numbers of each unknown, one for each right-hand side: L is read once for all.
void SparseLdlt::Data::solve_together(std::span<double> x) const {
  const LowerColumns& L = ldlt.matrixL().nestedExpression();  // without its unit diagonal
  const auto numbers = [&](Eigen::Index i) {
    return x.data() + kTogether * static_cast<std::size_t>(i);
  };
  double pivot[kTogether];
  for (Eigen::Index j = 0; j < L.cols(); ++j) {
    std::copy_n(numbers(j), kTogether, pivot);
    if (std::all_of(pivot, pivot + kTogether, [](double p) { return p == 0.0; })) continue;
    for (LowerColumns::InnerIterator below(L, j); below; ++below) {
      double* const to = numbers(below.row());
      for (std::size_t c = 0; c < kTogether; ++c) to[c] -= below.value() * pivot[c];
    }
  }
  const auto D = ldlt.vectorD();
  for (Eigen::Index j = L.cols() - 1; j >= 0; --j) {
    for (std::size_t c = 0; c < kTogether; ++c) pivot[c] = numbers(j)[c] / D[j];
    for (LowerColumns::InnerIterator below(L, j); below; ++below) {
      const double* const from = numbers(below.row());
      for (std::size_t c = 0; c < kTogether; ++c) pivot[c] -= below.value() * from[c];
    }
    std::copy_n(pivot, kTogether, numbers(j));
  }
}

SparseLdlt::SparseLdlt() : data_(std::make_unique<Data>()) {}
SparseLdlt::~SparseLdlt() = default;
SparseLdlt::SparseLdlt(SparseLdlt&&) noexcept = default;
SparseLdlt& SparseLdlt::operator=(SparseLdlt&&) noexcept = default;

SparseLdlt::Result SparseLdlt::factor(const SparsePattern& pattern, std::span<const double> values,
                                      double most) {
  SOLFEC_ASSERT(values.size() == pattern.row.size());
  const int n = pattern.size();
  if (n == 0) return {};
  data_->analyse(pattern, most);
  if (!data_->fits) return {Outcome::too_large};
  LowerColumns& matrix = data_->matrix;
  for (std::size_t k = 0; k < data_->entry.size(); ++k) {
    matrix.valuePtr()[k] = values[at(data_->entry[k])];
  }
  data_->ldlt.factorize(matrix);
  const double least = n * std::numeric_limits<double>::epsilon();
  const auto pivots = data_->ldlt.vectorD();
  for (int k = 0; k < n; ++k) {  // a zero ends the factorisation: in its order, up to the first bad
    const double diagonal = matrix.coeff(k, k);
    if (diagonal > 0.0 && pivots[k] > least * diagonal) continue;
    const auto unknown = std::find(data_->place.begin(), data_->place.end(), k);
    const double ratio = diagonal > 0.0 ? pivots[k] / diagonal : diagonal;
    return {Outcome::not_definite, static_cast<int>(unknown - data_->place.begin()), ratio};
  }
  return {};
}

void SparseLdlt::solve(std::span<double> columns) const {
  const std::size_t n = data_->place.size();
  SOLFEC_ASSERT(n > 0 && columns.size() % n == 0);
  const std::size_t size = columns.size() / n;
  if (size == 1) {
    data_->right.resize(n);
    for (std::size_t i = 0; i < n; ++i) data_->right[at(data_->place[i])] = columns[i];
    data_->solve_one(data_->right);
    for (std::size_t i = 0; i < n; ++i) columns[i] = data_->right[at(data_->place[i])];
    return;
  }
  std::vector<double> x(n * kTogether);
  for (std::size_t first = 0; first < size; first += kTogether) {
    const std::size_t width = std::min(kTogether, size - first);
    double* const from = columns.data() + n * first;
    for (std::size_t i = 0; i < n; ++i) {
      double* const to = x.data() + kTogether * at(data_->place[i]);
      for (std::size_t c = 0; c < width; ++c) to[c] = from[n * c + i];
    }
    data_->solve_together(x);
    for (std::size_t i = 0; i < n; ++i) {
      const double* const to = x.data() + kTogether * at(data_->place[i]);
      for (std::size_t c = 0; c < width; ++c) from[n * c + i] = to[c];
    }
  }
}

}  // namespace solfec
