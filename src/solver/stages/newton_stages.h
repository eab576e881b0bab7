#pragma once

#include "solver/stages/solution_state.h"

namespace solfec {

/// Sweeps until the late direction takes the place of one that costs too much.
int sweeps_before_late(const SolutionState& state);

/// Lets the late direction take that place where its time has come.
void offer_late_direction(SolutionState& state);

/// How many sweeps to take before Newton steps are thought of again; 0: now is the time. They are
/// not tried where sweeps foretell to end with less work, nor before sweeps have had that of one.
int sweeps_before_newton(SolutionState& state);

/// A series of Newton steps from the best reactions, each smoothed by sweeps.
/// @return Whether the criteria are met.
bool newton_steps(SolutionState& state);

/// True once, after other steps have not ended the solution, where nothing is known of the
/// reactions at its start and half of the sweeps to come are enough. In a run that is the first
/// step: later ones start from what the step before left. A late direction begins with one.
bool may_try_series(const SolutionState& state);

/// A series of BODY_SPACE steps with reactions of its own, from where the solution began. Sweeps
/// and their momentum stay as they are unless it succeeds. @return Whether the criteria are met.
bool series_from_start(SolutionState& state);

/// Sweeps before the last resort: when a warm solution has left one and a half times the sweeps
/// that a series may take, a series from R = 0 is tried once. The reactions of the step before may
/// be a start from which no other stage finds a way.
int sweeps_before_last_series(SolutionState& state);

/// A series from R = 0. Sweeps and their momentum stay as they are unless it succeeds.
/// @return Whether the criteria are met.
bool series_from_nothing(SolutionState& state);

}  // namespace solfec
