#pragma once

#include <span>
#include <vector>

#include "math/block6.h"
#include "math/sparse_lu.h"

namespace solfec {

/// LU factorisation of a sparse matrix of 6 x 6 blocks with a symmetric pattern whose block rows
/// are already in a fill-reducing order. Pivots are sought inside the blocks of the diagonal only,
/// as suits inertia plus the stiffness of contacts. The pattern of the factors follows from that
/// of the matrix: one analysis serves all matrices of a pattern. It tells the cost of a
/// factorisation without memory for one; the first call of blocks() allocates that.
///
/// Column by column from the left (Duff, Erisman and Reid (1986), Direct Methods for Sparse
/// Matrices, chapter 10): A_ij -= L_ik U_kj for all k < min(i, j), then L_ij = A_ij U_jj⁻¹.
class BlockLu {
 public:
  /// @param pattern  Block rows of each block column, ascending, symmetric, with the diagonal.
  /// @return false, and the object stays empty, when the factors would have more than `most`
  /// blocks.
  bool analyse(const SparsePattern& pattern, double most);

  [[nodiscard]] int size() const { return static_cast<int>(diagonal_.size()); }
  /// Products of two blocks that a factorisation needs.
  [[nodiscard]] double products() const { return products_; }

  /// Number of the block (row, column) among those of the factors. @pre in their pattern, asserted.
  [[nodiscard]] int place(int row, int column) const;
  /// Number of blocks of the factors.
  [[nodiscard]] int block_count() const { return static_cast<int>(rows_.size()); }
  /// True when the blocks have memory, which the first call of blocks() after an analysis gives.
  [[nodiscard]] bool has_blocks() const { return blocks_.size() == rows_.size(); }
  [[nodiscard]] std::span<Block6> blocks() {
    if (!has_blocks()) blocks_.resize(rows_.size());
    return blocks_;
  }

  /// Factors the matrix that blocks() hold, in place. @return false when a pivot vanishes or is not
  /// finite. @pre has_blocks(), asserted.
  bool factor();
  /// x = A⁻¹ x, six numbers per block row. @pre factor returned true.
  void solve(std::span<double> x) const;

 private:
  void store_columns(const std::vector<std::vector<int>>& below);
  bool eliminate(int column);

  // Block column j holds rows_[start_[j] .. start_[j + 1]), ascending, and its diagonal block at
  // diagonal_[j]; blocks_ are in the same order.
  std::vector<int> start_;
  std::vector<int> rows_;
  std::vector<int> diagonal_;
  std::vector<Block6> blocks_;
  std::vector<int> place_of_row_;  // in the column at work
  double products_ = 0.0;          // of one factorisation
};

}  // namespace solfec
