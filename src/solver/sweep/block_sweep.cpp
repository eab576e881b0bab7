#include "solver/sweep/block_sweep.h"

#include "base/check.h"
#include "base/count.h"
#include "base/shuffle.h"
#include "solver/measure/merit.h"
#include "solver/row/sweep.h"

namespace solfec {

BlockSweep::BlockSweep(const LocalDynamics& problem, BlockCsrOperator& W,
                       std::vector<SweepRow>& rows, const SweepParams& params, bool alternate,
                       std::span<Vec3> R)
    : problem_(problem), W_(W), rows_(rows), params_(params), alternate_(alternate) {
  SOLFEC_ASSERT(W.row_count() == problem.size() && count(R) == problem.size());
  status_ = prepare_sweep(problem, SweptRows::all, R, rows_);
  shuffle(std::span(rows_));
  R_.assign(R.begin(), R.end());
  U_.resize(R.size());
  restart();
}

void BlockSweep::sweep(const Momentum& momentum, bool keep_gradient, SweepTally& tally) {
  x_ = R_;
  if (keep_gradient) {
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const Vec3 step = momentum.beta * direction_[i];
      direction_[i] = step - momentum.sigma * gradient_[i];
      x_[i] += step;
    }
    R_ = x_;
    W_.reset(R_);
  }
  tally = {};
  params_.proximal = momentum.proximal;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    SweepRow& row = rows_[params_.backward ? rows_.size() - 1 - k : k];
    Vec3& R = R_[static_cast<std::size_t>(row.row)];
    const Vec3 u = row.B + W_.gather(row.row);
    const Vec3 next = row_visit(problem_, row, params_, u, R, tally);
    const Vec3 change = next - R;
    const double change_squared = dot(change, change);
    R = next;
    gradient_[static_cast<std::size_t>(row.row)] = -change;
    W_.scatter(row.row, change);
    tally.size_squared += dot(next, next);
    tally.change_squared += change_squared;
    tally.gradient_squared += trace(row.block.matrix()) / 3.0 * change_squared;
  }
  params_.backward = alternate_ && !params_.backward;
}

/// The next sweep does it: blocks know no velocities.
void BlockSweep::extrapolate(const Momentum& /*momentum*/) {}

Residual BlockSweep::evaluate() {
  for (std::size_t i = 0; i < U_.size(); ++i) {
    U_[i] = problem_.B[i] + W_.gather(static_cast<int>(i));
  }
  return residual_of(problem_, R_, U_);
}

Residual BlockSweep::evaluate_at(std::span<const Vec3> R) {
  x_ = R_;
  set_reactions(R);
  const Residual residual = evaluate();
  R_ = x_;
  restart();
  return residual;
}

void BlockSweep::get_reactions(std::span<Vec3> R) {
  for (std::size_t i = 0; i < R_.size(); ++i) R[i] = R_[i];
}

void BlockSweep::restart() {
  gradient_.assign(R_.size(), {});
  direction_.assign(R_.size(), {});
  W_.reset(R_);
}

void BlockSweep::set_reactions(std::span<const Vec3> R) {
  for (const SweepRow& row : rows_) {
    R_[static_cast<std::size_t>(row.row)] = R[static_cast<std::size_t>(row.row)];
  }
  restart();
}

Residual BlockSweep::finish(std::span<Vec3> R, std::span<Vec3> U) {
  W_.reset(R_);
  const Residual residual = evaluate();
  get_reactions(R);
  for (std::size_t i = 0; i < U_.size(); ++i) U[i] = U_[i];
  return residual;
}

}  // namespace solfec
