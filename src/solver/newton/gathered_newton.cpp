#include "solver/newton/gathered_newton.h"

#include <algorithm>
#include <limits>

#include "base/count.h"
#include "local_dynamics/gathered_operator.h"
#include "local_dynamics/gathered_problem.h"
#include "parallel/gather_lists.h"
#include "solver/row/row_reaction.h"

namespace solfec {

void GatheredNewton::gather() {
  gathered_ = true;
  if (!can_gather(part_)) return;
  const double rows = part_.shared.comm->all_reduce(Reduction::sum, double(part_.size()));
  if (rows > kMostRows) return;
  first_ = gather_problem(part_, whole_);
  newton_ = std::make_unique<BodySpaceNewton>(whole_, factor_);
}

bool GatheredNewton::compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) {
  if (!gathered_) gather();
  if (!newton_) return false;
  std::vector<RowLinearisation> own(R.size());
  for (int i = 0; i < part_.size(); ++i) {
    if (stays_at_rest(part_.law[at(i)], part_.W_diagonal[at(i)])) continue;
    own[at(i)] = linearise_row(part_, i, R[at(i)], U[at(i)]);
  }
  return step(own, dR);
}

bool GatheredNewton::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!gathered_) gather();
  if (!newton_) return false;
  rows_.clear();
  for (const auto& list : gather_lists(*part_.shared.comm, rows)) {
    rows_.insert(rows_.end(), list.begin(), list.end());
  }
  step_.resize(rows_.size());
  if (!newton_->step(rows_, step_)) return false;
  std::copy_n(step_.begin() + first_, dR.size(), dR.begin());
  return true;
}

bool GatheredNewton::is_complete() {
  if (!gathered_) gather();
  return newton_ && newton_->is_complete();
}

double GatheredNewton::cost_in_sweeps() {
  if (!gathered_) gather();
  return newton_ ? newton_->cost_in_sweeps() : std::numeric_limits<double>::infinity();
}

}  // namespace solfec
