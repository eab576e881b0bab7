#include "solver/newton/block_newton.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "solver/row/row_linearisation.h"

namespace solfec {
namespace {

constexpr double kMostEntries = 8e6;        // blocks of the factor; beyond it is never tried
constexpr double kFlopsPerBlockVisit = 10;  // a factorisation runs so many in the time of one

}  // namespace

/// Orders the rows by the pattern of W, which is symmetric, and writes the pattern of 1 + E W.
void BlockNewton::analyse() {
  analysed_ = true;
  cost_ = std::numeric_limits<double>::infinity();
  const int n = W_.row_count();
  if (n == 0) return;
  place_ = minimum_degree_order({W_.row_start, W_.column});

  struct Entry {
    int column;
    int row;
    int block;
    bool operator<(const Entry& other) const {
      return column != other.column ? column < other.column : row < other.row;
    }
  };
  std::vector<Entry> entries;
  for (int i = 0; i < n; ++i) {
    for (int e = W_.row_start[at(i)]; e < W_.row_start[at(i) + 1]; ++e) {
      entries.push_back({place_[at(W_.column[at(e)])], place_[at(i)], e});
    }
  }
  std::sort(entries.begin(), entries.end());
  SparsePattern rows;
  rows.column_start.assign(at(n) + 1, 0);
  for (const Entry& entry : entries) {
    ++rows.column_start[at(entry.column) + 1];
    rows.row.push_back(entry.row);
    block_.push_back(entry.block);
  }
  for (std::size_t c = 1; c < rows.column_start.size(); ++c) {
    rows.column_start[c] += rows.column_start[c - 1];
  }
  const std::vector<int> counts = factor_column_counts(rows, kMostEntries);
  if (counts.empty()) return;
  double flops = 0.0;
  for (const int count : counts) flops += 2.0 * 27.0 * count * count;
  cost_ = flops / (kFlopsPerBlockVisit * W_.block_count());

  pattern_.column_start.assign(1, 0);
  for (int column = 0; column < n; ++column) {
    for (int c = 0; c < 3; ++c) {
      for (int e = rows.column_start[at(column)]; e < rows.column_start[at(column) + 1]; ++e) {
        for (int r = 0; r < 3; ++r) pattern_.row.push_back(3 * rows.row[at(e)] + r);
      }
      pattern_.column_start.push_back(count(pattern_.row));
    }
  }
  block_row_ = std::move(rows.row);
  block_start_ = std::move(rows.column_start);
  values_.resize(pattern_.row.size());
  right_.resize(at(3 * n));
  lu_ = std::make_unique<SparseLu>();
  lu_->analyse(pattern_);
}

double BlockNewton::cost_in_sweeps() {
  if (!analysed_) analyse();
  return cost_;
}

bool BlockNewton::compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (lu_ == nullptr) return false;
  rows_.resize(R.size());
  for (int i = 0; i < W_.row_count(); ++i) {
    rows_[at(i)] = linearise_row(problem_, i, R[at(i)], U[at(i)]);
  }
  return step(rows_, dR);
}

/// Values of a scalar column of 1 + E W from place `next` on. @return The place behind them.
std::size_t BlockNewton::fill_column(int scalar_column, std::span<const Mat3> E, std::size_t next) {
  const int column = scalar_column / 3;
  const int c = scalar_column % 3;
  for (int e = block_start_[at(column)]; e < block_start_[at(column) + 1]; ++e) {
    const int row = block_row_[at(e)];
    const Vec3 product = E[at(row)] * W_.block[at(block_[at(e)])].column(c);
    for (int r = 0; r < 3; ++r) {
      values_[next++] = product[r] + (row == column && r == c ? 1.0 : 0.0);
    }
  }
  return next;
}

bool BlockNewton::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!analysed_) analyse();
  if (lu_ == nullptr) return false;
  const int n = W_.row_count();
  std::vector<Mat3> E(at(n));  // by place
  for (int i = 0; i < n; ++i) E[at(place_[at(i)])] = rows[at(i)].E;
  std::size_t next = 0;
  for (int c = 0; c < 3 * n; ++c) next = fill_column(c, E, next);
  return lu_->factor(values_) && again(rows, dR);
}

bool BlockNewton::again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  const int n = W_.row_count();
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < 3; ++c) right_[at(3 * place_[at(i)] + c)] = -rows[at(i)].k[c];
  }
  lu_->solve(right_, right_);
  for (int i = 0; i < n; ++i) {
    const std::size_t first = at(3 * place_[at(i)]);
    dR[at(i)] = {right_[first], right_[first + 1], right_[first + 2]};
    if (!is_finite(dR[at(i)])) return false;
  }
  return true;
}

}  // namespace solfec
