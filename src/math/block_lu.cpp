#include "math/block_lu.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

// The pattern of the factors: column j has the rows of the matrix and those of its children in the
// elimination tree (rows_below). A column is then eliminated with the columns above it in turn; the
// rows of each of these are all rows of this one, so places are found by one pass down both. Blocks
// of the diagonal are kept as their inverses.

constexpr double kSmallestPivot = 1e-15;  // over the largest entry of its block, once balanced

/// Rows below the diagonal of each column of the factors: those of the matrix and those of the
/// columns whose first row below the diagonal it is. {} when there are more than `most` blocks.
std::vector<std::vector<int>> rows_below(const SparsePattern& pattern, double most) {
  const int n = pattern.size();
  std::vector<std::vector<int>> below(at(n));
  std::vector<std::vector<int>> children(at(n));
  std::vector<int> seen(at(n), -1);
  double blocks = n;
  for (int j = 0; j < n; ++j) {
    std::vector<int>& rows = below[at(j)];
    seen[at(j)] = j;
    const auto add = [&](int row) {
      if (row < j || seen[at(row)] == j) return;
      seen[at(row)] = j;
      rows.push_back(row);
    };
    for (int e = pattern.column_start[at(j)]; e < pattern.column_start[at(j) + 1]; ++e) {
      add(pattern.row[at(e)]);
    }
    for (const int child : children[at(j)]) {
      for (const int row : below[at(child)]) add(row);
    }
    std::sort(rows.begin(), rows.end());
    if (!rows.empty()) children[at(rows.front())].push_back(j);
    blocks += 2.0 * count(rows);
    if (blocks > most) return {};
  }
  return below;
}

/// Powers of two that balance a block: with them its diagonal is about 1. Rows of translations and
/// of rotations have units of their own, so what is small must not depend on the unit of length.
/// An entry of the diagonal that is zero is replaced by the largest one of its column.
std::array<double, Block6::kWidth> balance(const Block6& block) {
  constexpr int kWidth = Block6::kWidth;
  std::array<double, kWidth> scale{};
  const auto entry = [&](int r, int c) { return std::fabs(block.entry[r + Block6::kStride * c]); };
  for (int c = 0; c < kWidth; ++c) {
    double size = entry(c, c);
    if (size == 0.0) {
      for (int r = 0; r < kWidth; ++r) size = std::max(size, entry(r, c));
    }
    const bool usable = size > 0.0 && std::isfinite(size);
    scale[at(c)] = usable ? std::ldexp(1.0, -(std::ilogb(size) / 2)) : 1.0;
  }
  return scale;
}

void multiply_both_sides(const std::array<double, Block6::kWidth>& scale, Block6& block) {
  for (int c = 0; c < Block6::kWidth; ++c) {
    for (int r = 0; r < Block6::kWidth; ++r) {
      block.entry[r + Block6::kStride * c] *= scale[at(r)] * scale[at(c)];
    }
  }
}

/// Inverse in place by Gauss-Jordan elimination with row pivoting. False when it is singular.
bool invert(Block6& block) {
  constexpr int kWidth = Block6::kWidth;
  const std::array<double, kWidth> scale = balance(block);
  multiply_both_sides(scale, block);
  const auto entry = [&](int r, int c) -> double& { return block.entry[r + Block6::kStride * c]; };
  double largest = 0.0;
  for (const double value : block.entry) largest = std::max(largest, std::fabs(value));
  int pivots[kWidth];
  for (int k = 0; k < kWidth; ++k) {
    int pivot = k;
    for (int r = k + 1; r < kWidth; ++r) {
      if (std::fabs(entry(r, k)) > std::fabs(entry(pivot, k))) pivot = r;
    }
    pivots[k] = pivot;
    if (!(std::fabs(entry(pivot, k)) > kSmallestPivot * largest)) return false;
    if (pivot != k) {
      for (int c = 0; c < kWidth; ++c) std::swap(entry(pivot, c), entry(k, c));
    }
    const double reciprocal = 1.0 / entry(k, k);
    entry(k, k) = 1.0;
    for (int c = 0; c < kWidth; ++c) entry(k, c) *= reciprocal;
    for (int r = 0; r < kWidth; ++r) {
      if (r == k) continue;
      const double factor = entry(r, k);
      entry(r, k) = 0.0;
      for (int c = 0; c < kWidth; ++c) entry(r, c) -= factor * entry(k, c);
    }
  }
  for (int k = kWidth - 1; k >= 0; --k) {  // exchanged rows of A are columns of the inverse
    if (pivots[k] == k) continue;
    for (int r = 0; r < kWidth; ++r) std::swap(entry(r, k), entry(r, pivots[k]));
  }
  multiply_both_sides(scale, block);
  return true;
}

}  // namespace

bool BlockLu::analyse(const SparsePattern& pattern, double most) {
  *this = {};
  const std::vector<std::vector<int>> below = rows_below(pattern, most);
  if (below.empty()) return false;
  store_columns(below);
  return true;
}

void BlockLu::store_columns(const std::vector<std::vector<int>>& below) {
  const int n = count(below);
  std::vector<std::vector<int>> above(at(n));  // the pattern is symmetric
  for (int j = 0; j < n; ++j) {
    for (const int row : below[at(j)]) above[at(row)].push_back(j);
  }
  start_.assign(1, 0);
  for (int j = 0; j < n; ++j) {
    rows_.insert(rows_.end(), above[at(j)].begin(), above[at(j)].end());
    diagonal_.push_back(count(rows_));
    rows_.push_back(j);
    rows_.insert(rows_.end(), below[at(j)].begin(), below[at(j)].end());
    start_.push_back(count(rows_));
    const double width = count(below[at(j)]);
    products_ += width * width + width;
  }
  place_of_row_.resize(rows_.size());
}

int BlockLu::place(int row, int column) const {
  const auto begin = rows_.begin() + start_[at(column)];
  const auto end = rows_.begin() + start_[at(column) + 1];
  const auto found = std::lower_bound(begin, end, row);
  SOLFEC_ASSERT(found != end && *found == row);
  return static_cast<int>(found - rows_.begin());
}

/// Brings the column to its place in the factors, given all columns before it.
bool BlockLu::eliminate(int column) {
  const Block6Kernels& kernels = block6_kernels();
  const int begin = start_[at(column)];
  const int pivot = diagonal_[at(column)];
  const int end = start_[at(column) + 1];
  for (int above = begin; above < pivot; ++above) {
    const int k = rows_[at(above)];
    const int first = diagonal_[at(k)] + 1;
    const int below = start_[at(k) + 1] - first;
    // The rows of column k below its diagonal are all rows of this column.
    int place = above;
    for (int m = 0; m < below; ++m) {
      while (rows_[at(place)] != rows_[at(first + m)]) ++place;
      place_of_row_[at(m)] = place;
    }
    kernels.subtract_products(blocks_.data() + first, below, place_of_row_.data(),
                              blocks_[at(above)], blocks_.data());
  }
  Block6& block = blocks_[at(pivot)];
  if (!invert(block)) return false;
  kernels.multiply(blocks_.data() + pivot + 1, end - pivot - 1, block);
  return true;
}

bool BlockLu::factor() {
  SOLFEC_ASSERT(has_blocks());
  for (int column = 0; column < size(); ++column) {
    if (!eliminate(column)) return false;
  }
  return true;
}

void BlockLu::solve(std::span<double> x) const {
  constexpr int kWidth = Block6::kWidth;
  SOLFEC_ASSERT(count(x) == kWidth * size());
  const Block6Kernels& kernels = block6_kernels();
  const auto subtract = [&](int begin, int end, const double* from) {
    kernels.subtract_vectors(blocks_.data() + begin, end - begin, rows_.data() + begin, from,
                             x.data());
  };
  for (int j = 0; j < size(); ++j) {
    subtract(diagonal_[at(j)] + 1, start_[at(j) + 1], &x[at(kWidth * j)]);
  }
  for (int j = size() - 1; j >= 0; --j) {
    double right[kWidth];
    double* own = &x[at(kWidth * j)];
    for (int k = 0; k < kWidth; ++k) right[k] = -own[k], own[k] = 0.0;
    subtract(diagonal_[at(j)], diagonal_[at(j)] + 1, right);
    subtract(start_[at(j)], diagonal_[at(j)], own);
  }
}

}  // namespace solfec
