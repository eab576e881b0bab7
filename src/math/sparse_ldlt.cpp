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

/// The matrix with unknown i at place[i].
LowerColumns moved(const SparsePattern& pattern, std::span<const double> values,
                   const std::vector<int>& place) {
  const int n = pattern.size();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(values.size());
  for (int j = 0; j < n; ++j) {
    for (int e = pattern.column_start[at(j)]; e < pattern.column_start[at(j) + 1]; ++e) {
      entries.emplace_back(place[at(pattern.row[at(e)])], place[at(j)], values[at(e)]);
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
  std::vector<int> place;  // of each unknown in the order of elimination
  Eigen::SimplicialLDLT<LowerColumns, Eigen::Lower, Eigen::NaturalOrdering<int>> ldlt;

  void solve_together(std::span<double> x) const;
};

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
    for (LowerColumns::InnerIterator entry(L, j); entry; ++entry) {
      double* const to = numbers(entry.row());
      for (std::size_t c = 0; c < kTogether; ++c) to[c] -= entry.value() * pivot[c];
    }
  }
  const auto D = ldlt.vectorD();
  for (Eigen::Index j = L.cols() - 1; j >= 0; --j) {
    for (std::size_t c = 0; c < kTogether; ++c) pivot[c] = numbers(j)[c] / D[j];
    for (LowerColumns::InnerIterator entry(L, j); entry; ++entry) {
      const double* const from = numbers(entry.row());
      for (std::size_t c = 0; c < kTogether; ++c) pivot[c] -= entry.value() * from[c];
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
  data_->place = minimum_degree_order(pattern);
  const LowerColumns matrix = moved(pattern, values, data_->place);
  if (n > 0 && factor_column_counts(pattern_of_columns(matrix), most).empty()) {
    return {Outcome::too_large};
  }
  data_->ldlt.compute(matrix);
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
