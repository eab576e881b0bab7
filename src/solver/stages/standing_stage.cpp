#include "solver/stages/standing_stage.h"

#include "solver/sweep/standing_bodies.h"

namespace solfec {

void standing_stage(SolutionState& state) {
  if (state.newton == nullptr || !state.automatic()) return;
  StandingSettings settings = state.settings.standing;
  const double affordable =
      settings.work * state.params.max_sweeps / state.newton->cost_in_sweeps();
  if (affordable < settings.most_factorisations) {
    settings.most_factorisations = static_cast<int>(affordable);
  }
  const StandingResult found =
      solve_standing({state.problem, state.blocks, state.criteria}, *state.newton, settings,
                     state.work.standing, state.R);
  if (state.blocks != nullptr) state.sweep.set_reactions(state.R);  // W holds others
  if (found.factorisations == 0) return;
  state.log.begin(Stage::standing, found.before);
  state.note_steps(found.factorisations);
  state.log.end(found.stands ? StageEnd::stands : StageEnd::moves, found.after);
  if (found.stands) state.sweep.set_reactions(state.R);
}

}  // namespace solfec
