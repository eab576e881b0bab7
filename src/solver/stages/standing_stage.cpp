#include "solver/stages/standing_stage.h"

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

}  // namespace solfec
