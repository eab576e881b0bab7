#include "solver/sweep/interior_stage.h"

#include <cmath>
#include <vector>

namespace solfec {
namespace {

bool is_redundant(const LocalDynamics& problem, const InteriorStageSettings& settings) {
  constexpr double kReactions = 3.0;   // components of a row
  constexpr double kVelocities = 6.0;  // of a rigid body
  const double bodies = problem.body_space.slot_count();
  return kReactions * problem.size() >= settings.redundant * kVelocities * bodies;
}

}  // namespace

/// Of the next try at most.
int InteriorStage::affordable_iterations(NewtonDirection& direction) const {
  const double affordable = settings_.work * most_sweeps_ / direction.cost_in_sweeps();
  const int most = settings_.most_iterations * (tries_ + 1);
  return affordable < most ? static_cast<int>(affordable) : most;
}

bool InteriorStage::is_due(const LocalDynamics& problem, const Criteria& criteria,
                           NewtonDirection* direction, int sweeps) const {
  if (direction == nullptr || !std::isfinite(criteria.accuracy)) return false;
  if (tries_ >= settings_.most_tries) return false;
  const int first = is_redundant(problem, settings_) ? settings_.first : settings_.first_of_few;
  if (sweeps < (tries_ == 0 ? first : last_ + settings_.between)) return false;
  return problem.shared.one_rank() && direction->is_complete() &&
         affordable_iterations(*direction) >= settings_.least_iterations;
}

InteriorPointResult InteriorStage::run(const LocalDynamics& problem, BlockCsrOperator* blocks,
                                       NewtonDirection& direction, const Criteria& criteria,
                                       int sweeps, std::span<Vec3> R) {
  InteriorPointParams params;
  params.criteria = criteria;
  params.criteria.change = Criteria::kNone;
  params.proximal = blocks != nullptr ? kProximalOfRows : settings_.proximal;
  params.most_iterations = affordable_iterations(direction);
  params.ends_when_slow = true;
  ++tries_;
  last_ = sweeps;
  std::vector<Vec3> U(R.size());
  return solve_interior_point(problem, blocks, direction, params, R, U);
}

}  // namespace solfec
