#include "solver/given_reactions.h"

#include "base/check.h"
#include "base/count.h"
#include "solver/law/bonds.h"
#include "solver/row/sweep.h"

namespace solfec {

void GivenReactions::solve(const LocalDynamics& problem, LocalSolution& solution) {
  SOLFEC_ASSERT(count(solution.R) == problem.size() && count(solution.U) == problem.size());
  report_.clear();
  problem.body_space.complete_inverses();
  solution.velocities.start(problem.body_space);
  source_(problem, solution.R);
  update_velocities(problem, solution.velocities, solution.R, solution.U);
  find_broken_bonds(problem, solution.R, solution.U, report_.broken_bonds);
  const Residual found = residual_of(problem, solution.R, solution.U);
  set_residual(found.map, report_);
  report_.merit = found.merit;
  report_.iterations = 1;
  report_.merit_history.push_back(found.merit);
  const std::optional<Criteria> criteria = judge_.criteria(problem);
  SOLFEC_ASSERT(criteria.has_value());
  report_.criteria = *criteria;
  report_.missed = criteria->missed(0.0, found.map, found.merit);
  report_.status = report_.missed == Miss::nothing ? SolveStatus::ok : SolveStatus::diverged;
}

}  // namespace solfec
