#include "solver/stages/standing_stage.h"

#include "solver/newton/body_space_newton.h"
#include "solver/sweep/standing_bodies.h"

namespace solfec {

void standing_stage(SolutionState& state) {
  if (state.newton == nullptr || !state.automatic()) return;
  const StandingResult found = solve_standing(
      {state.problem, state.blocks, state.criteria}, *state.newton, state.settings.standing,
      state.params.max_sweeps, state.work.standing, state.R);
  // Blocks of W keep the reactions that they were multiplied with last.
  if (found.stands || state.blocks != nullptr) state.sweep.set_reactions(state.R);
  if (found.factorisations == 0) return;
  state.log.begin(Stage::standing, found.before);
  state.note_steps(found.factorisations);
  state.log.end(found.stands ? StageEnd::stands : StageEnd::moves, found.after);
}

bool stand_first(const StandingTry& what, SweepWorkspace& work, std::span<Vec3> R,
                 std::vector<StageRecord>& stages) {
  BodySpaceNewton direction(what.problem, work.factor);
  const StandingResult found =
      solve_standing({what.problem, nullptr, what.criteria}, direction, what.settings.standing,
                     what.most_sweeps, work.standing, R);
  if (found.factorisations == 0) return found.stands;
  StageLog log(stages);
  log.begin(Stage::standing, found.before);
  log.current().steps = found.factorisations;
  log.current().factorisations = found.factorisations;
  log.current().work = found.factorisations * direction.cost_in_sweeps();
  log.end(found.stands ? StageEnd::stands : StageEnd::moves, found.after);
  return found.stands;
}

}  // namespace solfec
