#include "math/sparse_lu.h"

#include <algorithm>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "base/check.h"

namespace solfec {
namespace {

using ScalarMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Vector = Eigen::Map<const Eigen::VectorXd>;

constexpr double kDiagonalPreference = 0.01;  // a diagonal pivot this close to the largest stays

ScalarMatrix with_values(const SparsePattern& pattern, const double* values) {
  const int n = pattern.size();
  std::vector<double> ones;
  if (values == nullptr) {
    ones.assign(pattern.row.size(), 1.0);
    values = ones.data();
  }
  return Eigen::Map<const ScalarMatrix>(n, n, static_cast<Eigen::Index>(pattern.row.size()),
                                        pattern.column_start.data(), pattern.row.data(), values);
}

}  // namespace

std::vector<int> minimum_degree_order(const SparsePattern& pattern) {
  const ScalarMatrix matrix = with_values(pattern, nullptr);
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int> minimum_degree;
  minimum_degree(matrix, order);
  // order maps new to old
  std::vector<int> place(static_cast<std::size_t>(pattern.size()));
  for (int k = 0; k < pattern.size(); ++k) {
    place[static_cast<std::size_t>(order.indices()[k])] = k;
  }
  return place;
}

std::vector<int> factor_column_counts(const SparsePattern& pattern, double most) {
  const auto n = static_cast<std::size_t>(pattern.size());
  std::vector<int> parent(n, -1);
  std::vector<int> visited(n, -1);
  std::vector<int> count(n, 1);
  double sum = static_cast<double>(n);
  // Row k of the factor: the paths in the elimination tree from the entries of row k to k.
  for (int k = 0; k < pattern.size(); ++k) {
    const auto column = static_cast<std::size_t>(k);
    visited[column] = k;
    for (int e = pattern.column_start[column]; e < pattern.column_start[column + 1]; ++e) {
      int i = pattern.row[static_cast<std::size_t>(e)];
      for (; i < k && visited[static_cast<std::size_t>(i)] != k;
           i = parent[static_cast<std::size_t>(i)]) {
        const auto node = static_cast<std::size_t>(i);
        visited[node] = k;
        ++count[node];
        sum += 1.0;
        if (parent[node] < 0) parent[node] = k;
      }
    }
    if (sum > most) return {};
  }
  return count;
}

struct SparseLu::Data {
  ScalarMatrix matrix;
  Eigen::SparseLU<ScalarMatrix, Eigen::NaturalOrdering<int>> lu;
};

SparseLu::SparseLu() : data_(std::make_unique<Data>()) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

void SparseLu::analyse(const SparsePattern& pattern) {
  data_->matrix = with_values(pattern, nullptr);
  data_->lu.setPivotThreshold(kDiagonalPreference);
  data_->lu.isSymmetric(true);
  data_->lu.analyzePattern(data_->matrix);
}

bool SparseLu::factor(std::span<const double> values) {
  SOLFEC_ASSERT(static_cast<Eigen::Index>(values.size()) == data_->matrix.nonZeros());
  std::copy(values.begin(), values.end(), data_->matrix.valuePtr());
  data_->lu.factorize(data_->matrix);
  return data_->lu.info() == Eigen::Success;
}

void SparseLu::solve(std::span<const double> b, std::span<double> x) const {
  const Vector right(b.data(), static_cast<Eigen::Index>(b.size()));
  Eigen::VectorXd solution = data_->lu.solve(right);
  std::copy(solution.begin(), solution.end(), x.begin());
}

}  // namespace solfec
