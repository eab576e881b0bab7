#pragma once

#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/sweep/accelerated_sweep.h"

namespace solfec {

/// Sweeps through W given by blocks, in the order of the rows, for stored problems; the order of a
/// stored problem is not known to follow layers, so it is shuffled with a fixed seed.
class BlockSweep final : public AcceleratedSweep {
 public:
  /// Takes the reactions R (not finite: 0) as starting point.
  BlockSweep(const LocalDynamics& problem, BlockCsrOperator& W, std::vector<SweepRow>& rows,
             const SweepParams& params, bool alternate, std::span<Vec3> R);

  [[nodiscard]] SolveStatus status() const { return status_; }

  void sweep(const Momentum& momentum, bool keep_gradient, SweepTally& tally) override;
  void extrapolate(const Momentum& momentum) override;
  Residual evaluate() override;
  Residual evaluate_at(std::span<const Vec3> R) override;
  void get_reactions(std::span<Vec3> R) override;
  void restart() override;
  void set_reactions(std::span<const Vec3> R) override;
  Residual finish(std::span<Vec3> R, std::span<Vec3> U) override;

 private:
  const LocalDynamics& problem_;
  BlockCsrOperator& W_;
  std::vector<SweepRow>& rows_;
  SweepParams params_;
  bool alternate_;
  SolveStatus status_ = SolveStatus::ok;
  std::vector<Vec3> R_;  // of the last sweep
  std::vector<Vec3> x_;  // start of the next sweep
  std::vector<Vec3> gradient_;
  std::vector<Vec3> direction_;
  std::vector<Vec3> U_;
};

}  // namespace solfec
