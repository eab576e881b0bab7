#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "local_dynamics/body_operator.h"
#include "math/block_csr.h"

namespace solfec {

/// Writes W = h H M⁻¹ Hᵀ as block CSR: a block for each pair of rows that shares a slot, and every
/// diagonal block even when it is zero. Linear in the number of blocks; those below the diagonal
/// are transposes. On demand, not in the time step: it allocates work space.
void assemble_block_csr(const BodyOperator& body_space, BlockCsr& W);

/// W given by blocks, behind the interface of BodyVelocities: `gather` multiplies a block row with
/// the reactions, `scatter` keeps them.
class BlockCsrOperator {
 public:
  BlockCsrOperator() = default;
  explicit BlockCsrOperator(BlockCsr W) : W_(std::move(W)) {
    R_.resize(static_cast<std::size_t>(W_.row_count()));
  }

  [[nodiscard]] int row_count() const { return W_.row_count(); }
  [[nodiscard]] const BlockCsr& matrix() const { return W_; }

  /// Sets the reactions. @pre R.size() == row_count().
  void reset(std::span<const Vec3> R) {
    SOLFEC_ASSERT(R.size() == R_.size());
    R_.assign(R.begin(), R.end());
  }
  /// (W R)_i for the reactions given by reset and scatter.
  [[nodiscard]] Vec3 gather(int i) const { return W_.row_product(i, R_); }
  /// Adds dR to the reaction of row i.
  void scatter(int i, Vec3 dR) { R_[static_cast<std::size_t>(i)] += dR; }

  /// W_ii; zero when the pattern lacks it.
  [[nodiscard]] Mat3 diagonal(int i) const {
    const Mat3* block = W_.find(i, i);
    return block != nullptr ? *block : Mat3{};
  }

 private:
  BlockCsr W_;
  std::vector<Vec3> R_;
};

}  // namespace solfec
