#include "solver/sweep/interior_stage.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/law/row_quantities.h"

namespace solfec {
namespace {

/// Whether components of reactions are at least so many times those of velocities.
bool is_redundant(int contacts, const LocalDynamics& problem, double times) {
  constexpr double kReactions = 3.0;   // components of a row
  constexpr double kVelocities = 6.0;  // of a rigid body
  const double bodies = problem.body_space.slot_count();
  return kReactions * contacts >= times * kVelocities * bodies;
}

}  // namespace

int count_contacts(const LocalDynamics& problem) {
  return static_cast<int>(
      std::count_if(problem.law.begin(), problem.law.end(),
                    [](const RowLaw& law) { return is_signorini(law.kind) && !is_open(law); }));
}

bool has_many_contacts(const LocalDynamics& problem, const BlockCsrOperator* blocks, double times) {
  return blocks == nullptr && is_redundant(count_contacts(problem), problem, times);
}

InteriorStageSettings interior_stage_settings(const Criteria& criteria,
                                              InteriorStageSettings settings) {
  if (std::isfinite(criteria.accuracy)) {
    // walls that rock gain slowly: with 8 rounds they miss three times as many steps
    settings.rounds.vain_rounds = kPatientRounds.vain_rounds;
    return settings;
  }
  if (!std::isfinite(criteria.velocities)) {
    settings.most_tries = 0;
    return settings;
  }
  settings.systems = {};
  settings.first = settings.first_of_few;
  settings.rounds = kPatientRounds;
  return settings;
}

/// Iterations of the next try that what is left of the work allows.
int InteriorStage::affordable_iterations(NewtonDirection& direction) const {
  const double left = settings_.work * most_sweeps_ - spent_;
  const double affordable = left / direction.cost_in_sweeps();
  const int most = settings_.most_iterations;
  return affordable < most ? static_cast<int>(affordable) : most;
}

bool InteriorStage::is_due(const LocalDynamics& problem, NewtonDirection* direction,
                           int sweeps) const {
  if (direction == nullptr || tries_ >= settings_.most_tries) return false;
  if (!problem.shared.one_rank() || sweeps < settings_.first) return false;
  if (tries_ > 0 && sweeps < last_ + settings_.between) return false;
  const int contacts = count_contacts(problem);
  if (contacts == 0) return false;
  const bool few = !is_redundant(contacts, problem, settings_.redundant);
  if (few && sweeps < settings_.first_of_few) return false;
  return direction->is_complete() &&
         affordable_iterations(*direction) >= settings_.least_iterations;
}

int InteriorStage::sweeps_before_next(int sweeps) const {
  if (tries_ == 0 || tries_ >= settings_.most_tries) return 0;
  return std::max(last_ + settings_.between - sweeps, 0);
}

InteriorPointResult InteriorStage::run(const StagedProblem& staged, NewtonDirection& direction,
                                       const FinishingSweeps& finish, int sweeps,
                                       std::span<Vec3> R) {
  RoundParams params{{staged.criteria, settings_.systems, affordable_iterations(direction)},
                     settings_.rounds};
  params.criteria.change = Criteria::kNone;
  if (tries_ > 0) {
    params.rounds = settings_.later_rounds;
    params.systems.refined = ConeSystems{}.refined;
    params.systems.refines_predictor = true;
  }
  if (has_many_contacts(staged.rows, staged.blocks, settings_.many)) {
    params.rounds.slow_rounds = params.rounds.vain_rounds = 0;
    params.rounds.of_better = false;
    const bool has_accuracy = std::isfinite(staged.criteria.accuracy);
    if (tries_ == 0 && has_accuracy) params.rounds.near = settings_.plain_near;
  }
  if (staged.blocks != nullptr) params.systems.proximal = kProximalOfRows;
  ++tries_;
  last_ = sweeps;
  const FinishingSweeps counted = [&](std::span<Vec3> reactions, int number) {
    const int affordable = static_cast<int>(std::max(settings_.work * most_sweeps_ - spent_, 0.0));
    const FinishedSweeps finished = finish(reactions, std::min(number, affordable));
    spent_ += finished.sweeps;
    return finished;
  };
  InteriorPointResult found =
      solve_by_rounds(staged.rows, staged.blocks, direction, params, counted, R);
  spent_ += found.iterations * direction.cost_in_sweeps();
  has_left_ = found.iterations < params.most_iterations;
  return found;
}

}  // namespace solfec
