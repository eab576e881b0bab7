#include "solver/stages/first_stages.h"

#include <algorithm>
#include <cmath>

#include "solver/law/row_quantities.h"
#include "solver/row/row_reaction.h"
#include "solver/sweep/interior_stage.h"

namespace solfec {
namespace {

/// Outcome of a stage, for its record.
struct Tried {
  bool found{};
  int factorisations{};
  double before{};
  double after{};
};

void record(Stage stage, const Tried& tried, double cost, std::vector<StageRecord>& records) {
  if (tried.factorisations == 0) return;
  const bool stands = stage == Stage::standing;
  StageLog log(records);
  log.begin(stage, tried.before);
  log.current().steps = tried.factorisations;
  log.current().factorisations = tried.factorisations;
  log.current().work = tried.factorisations * cost;
  const StageEnd found = stands ? StageEnd::stands : StageEnd::solved;
  const StageEnd missed = stands ? StageEnd::moves : StageEnd::missed;
  log.end(tried.found ? found : missed, tried.after);
}

int affordable_factorisations(const FirstStages& what, double cost) {
  const AugmentedStageSettings& settings = what.settings.augmented;
  const bool bonded = has_closed_zones(what.staged.rows);
  const double work = bonded ? settings.bonded_work : settings.work;
  const int most = bonded ? settings.most_beside_bonds : settings.most_factorisations;
  return static_cast<int>(std::fmin(most, work * what.most_sweeps / cost));
}

}  // namespace

bool has_closed_zones(const LocalDynamics& problem) {
  return std::any_of(problem.law.begin(), problem.law.end(), [](const RowLaw& law) {
    return law.kind == ConstraintKind::cohesive_zone && !law.open;
  });
}

bool takes_augmented(const FirstStages& what, NewtonDirection& direction) {
  const AugmentedStageSettings& settings = what.settings.augmented;
  const LocalDynamics& problem = what.staged.rows;
  if (what.standing_only || problem.quasi_static || !problem.shared.one_rank()) return false;
  // Stored problems, whose criteria have a bound over velocities, belong to no wall.
  if (std::isfinite(what.staged.criteria.velocities)) return false;
  const bool many = has_many_contacts(problem, what.staged.blocks, settings.redundant);
  if (!many && !has_closed_zones(problem)) return false;
  if (!direction.is_complete()) return false;
  const double cost = direction.cost_in_sweeps();
  return cost <= settings.most_cost && affordable_factorisations(what, cost) > 0;
}

bool is_at_border(const LocalDynamics& problem, std::span<const Vec3> R, double border) {
  bool carries = false;
  bool at_border = false;
  for (std::size_t i = 0; i < R.size(); ++i) {
    const RowLaw& law = problem.law[i];
    if (!is_signorini(law.kind) || stays_at_rest(law, problem.W_diagonal[i])) continue;
    const Vec3 r = shifted_reaction(law, R[i]);
    const double bound = (1.0 - border) * law.friction * r.z;
    carries = carries || r.z > 0.0;
    at_border = at_border || !(r.z > 0.0) || std::sqrt(r.x * r.x + r.y * r.y) > bound;
  }
  return carries && at_border;
}

FirstStagesResult solve_first_stages(const FirstStages& what, NewtonDirection& direction,
                                     SweepWorkspace& work, std::span<Vec3> R,
                                     std::vector<StageRecord>& records) {
  FirstStagesResult result;
  double left = 0.0;  // excess of the bodies that stand
  const bool augmented = takes_augmented(what, direction);
  if (!augmented || !is_at_border(what.staged.rows, R, what.settings.augmented.solution.border)) {
    const StandingResult standing = solve_standing(what.staged, direction, what.settings.standing,
                                                   what.most_sweeps, work.standing, R);
    result = {standing.stands, standing.factorisations};
    left = standing.after;
    record(Stage::standing,
           {standing.stands, standing.factorisations, standing.before, standing.after},
           direction.cost_in_sweeps(), records);
  }
  const bool exact = left <= what.settings.standing.interior_tolerance;
  if (!augmented || (result.found && exact)) return result;
  const double cost = direction.cost_in_sweeps();
  const AugmentedStageSettings& settings = what.settings.augmented;
  const bool bonded = has_closed_zones(what.staged.rows);
  const AugmentedResult found =
      solve_augmented(what.staged, direction, bonded ? settings.bonded : settings.solution,
                      affordable_factorisations(what, cost), work.augmented, R);
  result.found = result.found || found.met;
  result.factorisations += found.factorisations;
  record(Stage::augmented_lagrangian, {found.met, found.factorisations, found.before, found.after},
         cost, records);
  return result;
}

}  // namespace solfec
