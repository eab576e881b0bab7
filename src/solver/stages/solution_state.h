#pragma once

#include <limits>
#include <span>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/measure/criteria.h"
#include "solver/measure/stage_log.h"
#include "solver/newton/newton_direction.h"
#include "solver/newton_series/newton.h"
#include "solver/settings/gauss_seidel_params.h"
#include "solver/settings/solver_settings.h"
#include "solver/stages/accelerated_problem.h"
#include "solver/sweep/evaluation_schedule.h"
#include "solver/sweep/interior_stage.h"
#include "solver/sweep/sweep_momentum.h"

namespace solfec {

/// One solution, as its stages see it: the problem, the sweep with its reactions, their residual,
/// the best reactions so far, and what a stage keeps from one of its turns to the next.
struct SolutionState {
  SolutionState(const AcceleratedProblem& accelerated, const GaussSeidelParams& parameters,
                std::span<Vec3> reactions, std::span<Vec3> velocities, SolveReport& to_fill);

  const LocalDynamics& problem;
  AcceleratedSweep& sweep;
  NewtonDirection* newton;
  NewtonDirection* late;  // null: none, or it has taken the place of `newton`
  BlockCsrOperator* blocks;
  const GaussSeidelParams& params;
  const SolverSettings& settings;
  const Criteria criteria;
  SolveReport& report;
  SweepWorkspace& work;
  std::span<Vec3> R;  // what is returned
  std::span<Vec3> U;

  StageLog log;
  SweepTally tally;                       // of the last sweep
  SolveStatus failure = SolveStatus::ok;  // likewise
  bool at_rest = false;                   // it has changed nothing
  double last_change = 0.0;               // of the reactions by it, relative
  Residual residual;                      // at the last measurement
  Residual first{{.scale = std::numeric_limits<double>::infinity()}, 0.0};  // after plain sweeps
  EvaluationSchedule schedule;
  double best = std::numeric_limits<double>::infinity();  // e of work.best
  double best_merit = 0.0;

  SweepMomentum momentum;
  int moving = 0;              // sweeps with momentum since it started
  double sweeps_needed = 0.0;  // foretold by the last block of them
  InteriorStage interior;
  bool newton_allowed = false;
  bool is_late = false;  // `newton` was `late`
  bool series_tried = false;
  bool last_series_tried = false;
  int newton_wait = 0;  // sweeps between two series of Newton steps
  int last_newton = 0;  // sweeps before the end of the last one

  [[nodiscard]] bool automatic() const { return params.acceleration == Acceleration::automatic; }
  /// True at the limit of sweeps, or when a sweep changed nothing.
  [[nodiscard]] bool finished() const { return at_rest || report.iterations >= params.max_sweeps; }
  /// Whether the reactions of the last measurement meet the criteria.
  [[nodiscard]] bool met() const;
  /// The criterion that the reactions miss; the residual where they are out of proportion.
  [[nodiscard]] Miss missed() const;
  /// Whether the reactions have not grown along the null space of W since the plain sweeps; e over
  /// velocities alone tells that by itself.
  [[nodiscard]] bool is_in_proportion() const;
  [[nodiscard]] double excess() const { return criteria.excess(residual.map, residual.merit); }
  /// Whether the solution began with reactions, on any rank.
  [[nodiscard]] bool is_warm() const;
  /// Whether Newton steps are those of mesh_newton.h.
  [[nodiscard]] bool uses_meshes() const;

  /// @return Whether the change of the reactions does not speak against the criteria.
  bool one_sweep(const Momentum& next, bool keep_gradient);
  /// A sweep that the report does not count among the iterations.
  void uncounted_sweep(Momentum next, bool keep_gradient);
  void evaluate();
  void keep_best();
  /// Sets the best reactions, or the warm start where larger reactions do not better it.
  void return_best();
  /// Reactions after a Newton step of this length, projected on their laws, into work.trial.
  void project_step(double length);
  /// Ends the momentum.
  void stop();

  void begin(Stage stage) { log.begin(stage, excess()); }
  /// Ends the stage that is running, if one is, for a reason that counts where nothing ends all.
  void end(StageEnd why);
  void note_sweeps(int sweeps);
  /// Counts factorisations of the direction.
  void note_steps(int steps);
};

/// Goal and bounds of a series of BODY_SPACE steps within a solution.
NewtonSeries series_of(const SolutionState& state, const Criteria& criteria, bool by_residual);

/// Runs a series from work.trial and counts its steps.
NewtonSeriesResult run_series(SolutionState& state, const NewtonSeries& series);

}  // namespace solfec
