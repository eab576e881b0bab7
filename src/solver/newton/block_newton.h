#pragma once

#include <memory>
#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "math/block_csr.h"
#include "math/sparse_lu.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// Newton steps for W given by blocks: with the linearised laws dR = -(k + E dU) of
/// row_linearisation.h and dU = W dR, the step solves (1 + E W) dR = -k.
class BlockNewton final : public NewtonDirection {
 public:
  BlockNewton(const LocalDynamics& problem, const BlockCsr& W) : problem_(problem), W_(W) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override;
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool is_complete() override { return true; }
  double cost_in_sweeps() override;

 private:
  void analyse();
  std::size_t fill_column(int scalar_column, std::span<const Mat3> E, std::size_t next);

  const LocalDynamics& problem_;
  const BlockCsr& W_;
  bool analysed_ = false;
  double cost_ = 0.0;
  std::vector<int> place_;        // of a row in the elimination order
  std::vector<int> block_;        // per block of the pattern by columns, its place in W
  std::vector<int> block_row_;    // and its row
  std::vector<int> block_start_;  // columns
  SparsePattern pattern_;
  std::vector<RowLinearisation> rows_;
  std::vector<double> values_;
  std::vector<double> right_;
  std::unique_ptr<SparseLu> lu_;
};

}  // namespace solfec
