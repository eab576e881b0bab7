#include "math/sparse_factor.h"

#include <algorithm>
#include <array>
#include <cmath>
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

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

constexpr double kInexact =
    1e-10;  // backward error of indefinite factors; above it they are not used
constexpr double kPivotThreshold = 0.1;

/// Whether block row i of A = D + c K is held, by D or by an entry of K.
bool is_held(std::span<const double> D, double c, const BlockCsr& K, int i) {
  const Mat3* const own = K.find(i, i);
  if (own == nullptr) return is_of_held_row(D[at(i)]);
  return is_of_held_row(D[at(i)] + c * std::max({(*own)(0, 0), (*own)(1, 1), (*own)(2, 2)}));
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

void weigh_columns(std::span<const WeightedRows> points, std::span<const std::int32_t> rows,
                   std::span<const Mat3> columns, std::span<Mat3> result) {
  SOLFEC_ASSERT(2 * result.size() == points.size() * (points.size() + 1));
  SOLFEC_ASSERT(columns.size() == points.size() * rows.size());
  std::vector<std::int32_t> place;  // of the rows of each point, one after the other
  for (const WeightedRows& point : points) {
    for (const std::int32_t row : point.row) {
      const auto found = std::lower_bound(rows.begin(), rows.end(), row);
      SOLFEC_ASSERT(found != rows.end() && *found == row);
      place.push_back(static_cast<std::int32_t>(found - rows.begin()));
    }
  }
  std::size_t entry = 0;
  for (std::size_t s = 0; s < points.size(); ++s) {
    const Mat3* column = columns.data() + s * rows.size();
    const std::int32_t* at_row = place.data();
    for (std::size_t t = 0; t <= s; ++t, ++entry) {
      Mat3 sum;
      for (const double weight : points[t].weight) sum += weight * column[*at_row++];
      result[entry] = sum;
    }
  }
}

/// Up to this number of block rows the inverse is cheaper to have and to use than sparse factors.
constexpr int kMostInverted = 32;

struct SparseFactor::Data {
  bool inverted = false;  // which of the three is used
  bool by_lu = false;
  bool definite = false;
  Eigen::MatrixXd inverse;  // A⁻¹
  SupernodalLdlt ldlt;
  std::unique_ptr<Eigen::SparseLU<Matrix>> lu;
  std::vector<int> place;
  mutable Eigen::VectorXd buffer;

  bool factor_sparse(std::span<const double> D, double c, const BlockCsr& K);
  bool is_exact(std::span<const double> D, double c, const BlockCsr& K);
  bool factor_lu(std::span<const double> D, double c, const BlockCsr& K);
  bool invert(std::span<const double> D, double c, const BlockCsr& K);
};

SparseFactor::SparseFactor() : data_(std::make_unique<Data>()) {}
SparseFactor::~SparseFactor() = default;
SparseFactor::SparseFactor(SparseFactor&&) noexcept = default;
SparseFactor& SparseFactor::operator=(SparseFactor&&) noexcept = default;

void SparseFactor::analyse(const BlockCsr& pattern) {
  const int n = pattern.row_count();
  data_->inverted = n <= kMostInverted;
  data_->lu.reset();
  if (data_->inverted) {
    data_->inverse.resize(3L * n, 3L * n);
    return;
  }
  data_->ldlt.analyse(pattern, nested_dissection_order(pattern));
}

bool SparseFactor::factor(std::span<const double> D, double c, const BlockCsr& K) {
  SOLFEC_ASSERT(count(D) == K.row_count() && K.row_count() == row_count());
  return data_->inverted ? data_->invert(D, c, K) : data_->factor_sparse(D, c, K);
}

/// Inverts A by Cholesky's factors, or by those of Gauss when A is indefinite. Held rows are left
/// out.
bool SparseFactor::Data::invert(std::span<const double> D, double c, const BlockCsr& K) {
  Eigen::MatrixXd& A = inverse;
  A.setZero();
  for (int i = 0; i < K.row_count(); ++i) {
    for (std::int32_t k = K.row_start[i]; k < K.row_start[i + 1]; ++k) {
      A.block<3, 3>(3L * i, 3L * K.column[k]) = c * Eigen::Map<const Eigen::Matrix3d>(K.block[k].m);
    }
    A.diagonal().segment<3>(3L * i).array() += D[i];
  }
  const double usual =
      c * std::fabs(K.block.front()(0, 0)) + std::fabs(*std::min_element(D.begin(), D.end()));
  std::vector<Eigen::Index> held;
  for (Eigen::Index k = 0; k < A.rows(); ++k) {
    if (!is_of_held_row(A(k, k))) continue;
    held.push_back(k);
    A.row(k).setZero();
    A.col(k).setZero();
    A(k, k) = usual;
  }
  const auto size = static_cast<std::size_t>(A.size());
  const int n = static_cast<int>(A.rows());
  definite = invert_definite(n, {A.data(), size});
  if (!definite && !invert_indefinite(n, {A.data(), size})) return false;
  for (const Eigen::Index k : held) A(k, k) = 0.0;
  return true;
}

bool SparseFactor::Data::factor_sparse(std::span<const double> D, double c, const BlockCsr& K) {
  const bool factored = ldlt.factor(D, c, K);
  definite = factored && ldlt.definite();
  by_lu = !factored || (!definite && !is_exact(D, c, K));
  return !by_lu || factor_lu(D, c, K);
}

/// Backward error of the solution of A x = A 1, where x is zero in held rows, which do not count.
bool SparseFactor::Data::is_exact(std::span<const double> D, double c, const BlockCsr& K) {
  const std::size_t n = D.size();
  std::vector<Vec3> b(n);
  std::vector<Vec3> x(n, Vec3{1.0, -1.0, 1.0});
  std::vector<bool> held(n);
  for (int i = 0; i < K.row_count(); ++i) {
    held[at(i)] = is_held(D, c, K, i);
    if (held[at(i)]) x[at(i)] = {};
  }
  const auto product = [&](int i) { return D[at(i)] * x[at(i)] + c * K.row_product(i, x); };
  for (int i = 0; i < count(b); ++i) b[at(i)] = product(i);
  ldlt.solve(b, x);
  double error = 0.0;
  double size = 0.0;
  double largest = 0.0;
  for (int i = 0; i < count(b); ++i) {
    if (held[at(i)]) continue;
    error = std::max(error, norm_inf(product(i) - b[at(i)]));
    for (int k = K.row_start[at(i)]; k < K.row_start[at(i) + 1]; ++k) {
      for (int a = 0; a < 3; ++a) {
        const double shift = K.column[at(k)] == i ? std::fabs(D[at(i)]) : 0.0;
        size = std::max(size, shift + std::fabs(c) * norm_inf(K.block[at(k)].column(a)));
      }
    }
    largest = std::max(largest, norm_inf(x[at(i)]));
  }
  return error <= kInexact * size * largest;
}

/// LU factors with pivoting. @return false when A is singular.
bool SparseFactor::Data::factor_lu(std::span<const double> D, double c, const BlockCsr& K) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(9 * K.column.size());
  const auto add = [&](int i, int j, const Mat3& block) {
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) entries.emplace_back(3 * i + a, 3 * j + b, block(a, b));
    }
  };
  for (int i = 0; i < K.row_count(); ++i) {
    for (int k = K.row_start[at(i)]; k < K.row_start[at(i) + 1]; ++k) {
      Mat3 block = c * K.block[at(k)];
      for (int a = 0; a < 3 && K.column[at(k)] == i; ++a) block(a, a) += D[at(i)];
      add(i, K.column[at(k)], block);
    }
  }
  Matrix matrix(3L * K.row_count(), 3L * K.row_count());
  matrix.setFromTriplets(entries.begin(), entries.end());
  lu = std::make_unique<Eigen::SparseLU<Matrix>>();
  lu->setPivotThreshold(kPivotThreshold);
  lu->compute(matrix);
  return lu->info() == Eigen::Success;
}

bool SparseFactor::is_definite() const { return data_->definite; }

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
  return data_->inverted ? static_cast<int>(data_->inverse.rows() / 3) : data_->ldlt.row_count();
}

double SparseFactor::entries() const {
  return data_->inverted ? static_cast<double>(data_->inverse.size()) : data_->ldlt.entries();
}

double SparseFactor::operations() const {
  if (!data_->inverted) return data_->ldlt.operations();
  const auto n = static_cast<double>(data_->inverse.rows());
  return n * n * n;
}

int SparseFactor::place(int row) const { return data_->inverted ? row : data_->ldlt.place(row); }

void SparseFactor::solve(std::span<const Vec3> b, std::span<Vec3> x) const {
  SOLFEC_ASSERT(count(b) == row_count() && x.size() == b.size());
  if (!data_->inverted && !data_->by_lu) {
    data_->ldlt.solve(b, x);
    return;
  }
  Eigen::VectorXd& buffer = data_->buffer;
  buffer.resize(3 * static_cast<Eigen::Index>(b.size()));
  for (int i = 0; i < count(b); ++i) {
    for (int k = 0; k < 3; ++k) buffer[3L * i + k] = b[at(i)][k];
  }
  Eigen::Map<Eigen::VectorXd> solution(&x[0].x, buffer.size());
  if (data_->inverted) {
    solution.noalias() = data_->inverse * buffer;
  } else {
    solution = data_->lu->solve(buffer);
  }
}

void SparseFactor::inverse_between(std::span<const WeightedRows> points,
                                   std::span<Mat3> result) const {
  if (!data_->inverted && !data_->by_lu) {
    data_->ldlt.inverse_between(points, result);
    return;
  }
  std::vector<std::int32_t> rows;
  for (const WeightedRows& point : points) {
    rows.insert(rows.end(), point.row.begin(), point.row.end());
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<Mat3> columns(points.size() * rows.size());
  inverse_columns(points, rows, columns);
  weigh_columns(points, rows, columns, result);
}

void SparseFactor::inverse_at_points(std::span<const WeightedRows> points,
                                     std::span<Mat3> result) const {
  SOLFEC_ASSERT(result.size() == points.size());
  if (!data_->inverted && !data_->by_lu) {
    data_->ldlt.inverse_at_points(points, result);
    return;
  }
  for (std::size_t s = 0; s < points.size(); ++s) {
    inverse_between(points.subspan(s, 1), result.subspan(s, 1));
  }
}

double SparseFactor::cost_between(std::span<const WeightedRows> points) const {
  if (data_->inverted || data_->by_lu) return 0.0;
  constexpr double kFactorisations = 2.0;  // that inverse_at_points takes the time of
  return data_->ldlt.operations_between(points) / (kFactorisations * data_->ldlt.operations());
}

void SparseFactor::inverse_columns(std::span<const WeightedRows> points,
                                   std::span<const std::int32_t> wanted,
                                   std::span<Mat3> result) const {
  SOLFEC_ASSERT(result.size() == points.size() * wanted.size());
  if (!data_->inverted && !data_->by_lu) {
    data_->ldlt.inverse_columns(points, wanted, result);
    return;
  }
  std::vector<Vec3> column(at(row_count()));
  for (std::size_t s = 0; s < points.size(); ++s) {
    const std::span<Mat3> blocks = result.subspan(s * wanted.size(), wanted.size());
    if (data_->inverted) {
      std::fill(blocks.begin(), blocks.end(), Mat3{});
      for (std::size_t b = 0; b < points[s].row.size(); ++b) {
        add_inverse_column(points[s].row[b], points[s].weight[b], wanted, blocks);
      }
      continue;
    }
    for (int axis = 0; axis < 3; ++axis) {
      std::fill(column.begin(), column.end(), Vec3{});
      for (std::size_t b = 0; b < points[s].row.size(); ++b) {
        column[at(points[s].row[b])][axis] += points[s].weight[b];
      }
      solve(column, column);
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        for (int a = 0; a < 3; ++a) blocks[k](a, axis) = column[at(wanted[k])][a];
      }
    }
  }
}

}  // namespace solfec
