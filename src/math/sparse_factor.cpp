#include "math/sparse_factor.h"

#include <algorithm>
#include <array>
#include <utility>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <metis.h>

#include "base/check.h"
#include "base/count.h"
#include "math/lapack.h"
#include "math/metis_lock.h"

namespace solfec {
namespace {

// Matrices of few block rows are inverted as a whole. Of others the scalar matrix is made once in
// the new order (make_pattern), with the number of the block of K that each of its blocks comes
// from, so that a factorisation copies values and searches nothing (factor_sparse).

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

/// Order of the block rows, both ways.
struct NewOrder {
  std::vector<int> place;  // new number of a block row
  std::vector<int> old;    // old number of a new block row
};

NewOrder make_order(std::vector<int> place) {
  NewOrder order{std::move(place), {}};
  order.old.resize(order.place.size());
  for (int i = 0; i < count(order.place); ++i) order.old[order.place[i]] = i;
  return order;
}

}  // namespace

std::vector<int> nested_dissection_order(const BlockCsr& pattern) {
  const int n = pattern.row_count();
  std::vector<idx_t> start{0};
  std::vector<idx_t> neighbour;
  start.reserve(static_cast<std::size_t>(n) + 1);
  neighbour.reserve(pattern.column.size());
  for (int i = 0; i < n; ++i) {
    for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
      if (pattern.column[k] != i) neighbour.push_back(pattern.column[k]);
    }
    start.push_back(count(neighbour));
  }
  std::vector<int> place(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) place[i] = i;
  if (neighbour.empty()) return place;  // Metis wants edges

  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  idx_t size = n;
  std::vector<idx_t> order(place.size());
  std::vector<idx_t> inverse(place.size());
  const std::lock_guard lock(metis_mutex());
  const int status = METIS_NodeND(&size, start.data(), neighbour.data(), nullptr, options.data(),
                                  order.data(), inverse.data());
  SOLFEC_ASSERT(status == METIS_OK);
  if (status == METIS_OK) place.assign(inverse.begin(), inverse.end());
  return place;
}

/// Up to this number of block rows the inverse is cheaper to have and to use than sparse factors.
constexpr int kMostInverted = 32;

struct SparseFactor::Data {
  bool inverted = false;    // which of the two is used
  Eigen::MatrixXd inverse;  // A⁻¹
  NewOrder order;
  std::vector<std::int32_t> block;  // block of K of each block of `matrix`, by block columns
  Matrix matrix;
  Eigen::SparseLU<Matrix, Eigen::NaturalOrdering<int>> lu;
  mutable Eigen::VectorXd buffer;
  mutable Eigen::MatrixXd columns;  // three right-hand sides

  void make_pattern(const BlockCsr& pattern);
  bool factor_sparse(std::span<const double> D, double c, const BlockCsr& K);
  bool invert(std::span<const double> D, double c, const BlockCsr& K);
};

/// Scalar pattern in the new order; column 3 j + b has, block after block, the three rows of each.
void SparseFactor::Data::make_pattern(const BlockCsr& pattern) {
  const int n = pattern.row_count();
  matrix.resize(3L * n, 3L * n);
  matrix.resizeNonZeros(9L * pattern.block_count());
  block.clear();
  int entry = 0;
  std::vector<std::pair<int, std::int32_t>> rows;  // new block row, block
  for (int j = 0; j < n; ++j) {
    rows.clear();
    const int i = order.old[j];  // by symmetry the rows of column j are the columns of row j
    for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
      rows.emplace_back(order.place[pattern.column[k]], k);
    }
    std::sort(rows.begin(), rows.end());
    for (const auto& row : rows) block.push_back(row.second);
    for (int b = 0; b < 3; ++b) {
      matrix.outerIndexPtr()[3 * j + b] = entry;
      for (const auto& row : rows) {
        for (int a = 0; a < 3; ++a) matrix.innerIndexPtr()[entry++] = 3 * row.first + a;
      }
    }
  }
  matrix.outerIndexPtr()[3L * n] = entry;
  std::fill_n(matrix.valuePtr(), entry, 1.0);
}

SparseFactor::SparseFactor() : data_(std::make_unique<Data>()) {}
SparseFactor::~SparseFactor() = default;
SparseFactor::SparseFactor(SparseFactor&&) noexcept = default;
SparseFactor& SparseFactor::operator=(SparseFactor&&) noexcept = default;

void SparseFactor::analyse(const BlockCsr& pattern) {
  const int n = pattern.row_count();
  data_->inverted = n <= kMostInverted;
  if (data_->inverted) {
    data_->inverse.resize(3L * n, 3L * n);
    return;
  }
  data_->order = make_order(nested_dissection_order(pattern));
  data_->make_pattern(pattern);
  data_->lu.setPivotThreshold(0.0);  // positive definite: the diagonal is a good pivot
  data_->lu.isSymmetric(true);
  data_->lu.analyzePattern(data_->matrix);
}

bool SparseFactor::factor(std::span<const double> D, double c, const BlockCsr& K) {
  SOLFEC_ASSERT(count(D) == K.row_count() && K.row_count() == row_count());
  return data_->inverted ? data_->invert(D, c, K) : data_->factor_sparse(D, c, K);
}

/// By Cholesky's factors; by those of Gauss when A is indefinite.
bool SparseFactor::Data::invert(std::span<const double> D, double c, const BlockCsr& K) {
  Eigen::MatrixXd& A = inverse;
  A.setZero();
  for (int i = 0; i < K.row_count(); ++i) {
    for (std::int32_t k = K.row_start[i]; k < K.row_start[i + 1]; ++k) {
      A.block<3, 3>(3L * i, 3L * K.column[k]) = c * Eigen::Map<const Eigen::Matrix3d>(K.block[k].m);
    }
    A.diagonal().segment<3>(3L * i).array() += D[i];
  }
  const auto size = static_cast<std::size_t>(A.size());
  return invert_symmetric(static_cast<int>(A.rows()), {A.data(), size});
}

bool SparseFactor::Data::factor_sparse(std::span<const double> D, double c, const BlockCsr& K) {
  SOLFEC_ASSERT(K.block.size() == block.size());
  double* value = matrix.valuePtr();
  std::size_t first = 0;
  for (int j = 0; j < K.row_count(); ++j) {
    const int i = order.old[j];
    const auto blocks = static_cast<std::size_t>(K.row_start[i + 1] - K.row_start[i]);
    for (int b = 0; b < 3; ++b) {
      for (std::size_t k = first; k < first + blocks; ++k) {
        const std::int32_t place = block[k];
        // the block of row i, which is the transposed one of column i
        for (int a = 0; a < 3; ++a) value[a] = c * K.block[place](b, a);
        if (K.column[place] == i) value[b] += D[i];
        value += 3;
      }
    }
    first += blocks;
  }
  lu.factorize(matrix);
  return lu.info() == Eigen::Success;
}

bool SparseFactor::is_inverted() const { return data_->inverted; }

void SparseFactor::add_inverse_column(int j, double w, std::span<const std::int32_t> row,
                                      std::span<Mat3> sum) const {
  SOLFEC_ASSERT(data_->inverted && row.size() == sum.size());
  for (int b = 0; b < 3; ++b) {
    const double* column = data_->inverse.col(3L * j + b).data();
    for (std::size_t k = 0; k < row.size(); ++k) {
      const double* from = column + 3L * row[k];
      double* to = sum[k].m + 3L * b;
      for (int a = 0; a < 3; ++a) to[a] += w * from[a];
    }
  }
}

int SparseFactor::row_count() const {
  return data_->inverted ? static_cast<int>(data_->inverse.rows() / 3) : count(data_->order.place);
}

void SparseFactor::solve(std::span<const Vec3> b, std::span<Vec3> x) const {
  SOLFEC_ASSERT(count(b) == row_count() && x.size() == b.size());
  Eigen::VectorXd& buffer = data_->buffer;
  buffer.resize(3 * static_cast<Eigen::Index>(b.size()));
  if (data_->inverted) {
    for (int i = 0; i < count(b); ++i) {
      for (int k = 0; k < 3; ++k) buffer[3L * i + k] = b[at(i)][k];
    }
    Eigen::Map<Eigen::VectorXd>(&x[0].x, buffer.size()).noalias() = data_->inverse * buffer;
    return;
  }
  const std::vector<int>& place = data_->order.place;
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (int k = 0; k < 3; ++k) buffer[3L * place[i] + k] = b[i][k];
  }
  buffer = data_->lu.solve(buffer).eval();
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (int k = 0; k < 3; ++k) x[i][k] = buffer[3L * place[i] + k];
  }
}

void SparseFactor::inverse_column(int j, std::span<Mat3> x) const {
  SOLFEC_ASSERT(0 <= j && j < row_count() && count(x) == row_count());
  if (data_->inverted) {
    for (int i = 0; i < count(x); ++i) {
      Eigen::Map<Eigen::Matrix3d>(x[at(i)].m) = data_->inverse.block<3, 3>(3L * i, 3L * j);
    }
    return;
  }
  const std::vector<int>& place = data_->order.place;
  Eigen::MatrixXd& columns = data_->columns;
  columns.setZero(3 * static_cast<Eigen::Index>(place.size()), 3);
  columns.middleRows<3>(3L * place[j]).setIdentity();
  columns = data_->lu.solve(columns).eval();
  for (std::size_t i = 0; i < x.size(); ++i) {
    Eigen::Map<Eigen::Matrix3d>(x[i].m) = columns.middleRows<3>(3L * place[i]);
  }
}

}  // namespace solfec
