#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "solver/first_sweeps.h"
#include "solver/gauss_seidel.h"
#include "solver/interior_solution.h"
#include "solver/measure/solve_report.h"
#include "solver/newton_series/newton.h"
#include "solver/penalty.h"
#include "solver/rolling_sweeps.h"

namespace solfec {

/// Changes of parameters that make a variant of a solver.
struct SolverVariation {
  double errors = 1.0;  // factor of the bounds of all errors
  int iterations = 0;   // maxiter; 0: as it is
};

/// A solver as a time step sees it: one call per step.
class ConstraintSolver {
 public:
  virtual ~ConstraintSolver() = default;
  /// Finds R, U = B + W R and v(R) for all rows, which stay as they are.
  /// @param[in,out] solution  R is the warm start on entry.
  /// @pre solution.R and U have problem.size() entries, asserted.
  virtual void solve(const LocalDynamics& problem, LocalSolution& solution) = 0;
  /// Parameters that a function of the user may change during a run, as numbers.
  [[nodiscard]] virtual std::vector<double> parameters() const { return {}; }
  /// Sets what `parameters` gave. @throws InputError when a number is impossible.
  virtual void set_parameters(std::span<const double> /*values*/) {}
  /// Whether it takes every contact for a spring, which overlaps by design.
  [[nodiscard]] virtual bool has_springs_only() const { return false; }
  /// Whether it solves problems that several ranks have in parts.
  [[nodiscard]] virtual bool works_on_ranks() const { return false; }
  /// Whether it solves couples of rolling resistance itself. Others leave such steps to their
  /// fallback.
  [[nodiscard]] virtual bool solves_rolling() const { return false; }
  /// Error of velocity that the user allows each row of a step, m/s; 0: not said.
  /// @param weight_speed  |g| h of the step, m/s.
  [[nodiscard]] virtual double accuracy(double /*weight_speed*/) const { return 0.0; }
  /// Sweeps with the criteria of a method of Newton, which may relieve it where it gets stuck.
  [[nodiscard]] virtual std::optional<GaussSeidelParams> fallback() const { return {}; }
  /// Returns what a solution has to meet; nothing: the solver has no criteria.
  [[nodiscard]] virtual std::optional<Criteria> criteria(const LocalDynamics& /*problem*/) const {
    return {};
  }
  /// maxiter; 0: the solver does not iterate.
  [[nodiscard]] virtual int most_iterations() const { return 0; }
  /// A solver with other criteria and a workspace of its own; null: the solver has no criteria.
  [[nodiscard]] virtual std::unique_ptr<ConstraintSolver> varied(
      const SolverVariation& /*variation*/) const {
    return nullptr;
  }
  /// The report is what another solver says about the problem that it has solved in place of this.
  void take_report(const ConstraintSolver& other) { report_ = other.report_; }
  /// The report of an earlier call comes back, whose solution is taken after all.
  void restore_report(const SolveReport& report) { report_ = report; }
  /// Puts stages that came before those of the report in front of them.
  void note_earlier(std::span<const StageRecord> stages) { put_in_front(stages, report_.stages); }
  /// After a call with a bound of the errors of velocity that the step has asked for: the report is
  /// that of a solution when only this bound is missed.
  void judge_by_parameters(const LocalDynamics& problem) {
    if (report_.status != SolveStatus::diverged || report_.missed != Miss::accuracy) return;
    const double own = accuracy(problem.weight_speed);
    const double excess =
        own > 0.0 ? accuracy_excess(report_.worst_error, report_.mean_error, own) : 0.0;
    if (!(excess <= 1.0)) return;
    report_.status = SolveStatus::ok;
    report_.missed = Miss::nothing;
  }
  /// Returns the report of what happened in the last call.
  [[nodiscard]] const SolveReport& report() const { return report_; }
  /// Forgets the last call, e.g. before a new run.
  void reset_report() { report_ = {}; }

 protected:
  ConstraintSolver() = default;
  ConstraintSolver(const ConstraintSolver&) = default;
  ConstraintSolver& operator=(const ConstraintSolver&) = default;

  SolveReport report_;  // NOLINT: shared with the derived solvers
};

/// Parameters with other criteria; a merit is the square of an error.
template <typename Params>
Params vary(Params params, const SolverVariation& variation) {
  params.merit_tolerance *= variation.errors * variation.errors;
  params.accuracy.speed *= variation.errors;
  params.accuracy.share_of_weight *= variation.errors;
  if constexpr (requires { params.max_sweeps; }) {
    params.relative_tolerance *= variation.errors;
    if (variation.iterations > 0) params.max_sweeps = variation.iterations;
  } else {
    if (variation.iterations > 0) params.max_iterations = variation.iterations;
  }
  return params;
}

class GaussSeidelSolver : public ConstraintSolver {
 public:
  explicit GaussSeidelSolver(const GaussSeidelParams& parameters) : params(parameters) {}
  void solve(const LocalDynamics& problem, LocalSolution& solution) override {
    if (problem.rolling.empty()) {
      solve_gauss_seidel(problem, params, work_, solution.R, solution.U, report_);
    } else {
      solve_with_rolling(problem, params, work_, rolling_, solution, report_);
    }
    std::swap(work_.velocities, solution.velocities);
  }

  [[nodiscard]] std::vector<double> parameters() const override { return to_numbers(params); }
  void set_parameters(std::span<const double> values) override { params = from_numbers(values); }

  [[nodiscard]] bool works_on_ranks() const override { return true; }
  [[nodiscard]] bool solves_rolling() const override { return true; }
  [[nodiscard]] double accuracy(double weight_speed) const override {
    return params.accuracy.in_step(weight_speed);
  }
  [[nodiscard]] std::optional<Criteria> criteria(const LocalDynamics& problem) const override {
    return criteria_of(params, problem);
  }
  [[nodiscard]] int most_iterations() const override { return params.max_sweeps; }
  [[nodiscard]] std::unique_ptr<ConstraintSolver> varied(
      const SolverVariation& variation) const override {
    return std::make_unique<GaussSeidelSolver>(vary(params, variation));
  }

  GaussSeidelParams params;

 private:
  SweepWorkspace work_;
  RollingWorkspace rolling_;
};

class PenaltySolver : public ConstraintSolver {
 public:
  explicit PenaltySolver(PenaltyVariant kind) : variant(kind) {}
  void solve(const LocalDynamics& problem, LocalSolution& solution) override {
    solve_penalty(problem, variant, work_, solution.R, solution.U, report_);
    std::swap(work_.velocities, solution.velocities);
  }
  [[nodiscard]] bool has_springs_only() const override { return true; }

  PenaltyVariant variant;

 private:
  SweepWorkspace work_;
};

/// Sweeps with the criteria of parameters of a method of Newton.
inline GaussSeidelParams relief_of(const NewtonParams& params) {
  return sweeps_with(params.merit_tolerance, params.accuracy);
}

class NewtonSolver : public ConstraintSolver {
 public:
  explicit NewtonSolver(const NewtonParams& parameters) : params(parameters) {}
  void solve(const LocalDynamics& problem, LocalSolution& solution) override {
    solve_newton_after_sweeps(problem, params, work_, solution.R, solution.U, report_);
    std::swap(work_.sweep.velocities, solution.velocities);
  }

  [[nodiscard]] std::vector<double> parameters() const override { return to_numbers(params); }
  void set_parameters(std::span<const double> values) override {
    params = newton_from_numbers(values, "NEWTON_SOLVER");
  }
  [[nodiscard]] std::optional<GaussSeidelParams> fallback() const override {
    return relief_of(params);
  }
  [[nodiscard]] double accuracy(double weight_speed) const override {
    return params.accuracy.in_step(weight_speed);
  }
  [[nodiscard]] std::optional<Criteria> criteria(const LocalDynamics& problem) const override {
    return criteria_of(params, problem);
  }
  [[nodiscard]] int most_iterations() const override { return params.max_iterations; }
  [[nodiscard]] std::unique_ptr<ConstraintSolver> varied(
      const SolverVariation& variation) const override {
    return std::make_unique<NewtonSolver>(vary(params, variation));
  }

  NewtonParams params;

 private:
  NewtonWorkspace work_;
};

/// Projected Newton method on the projection equation without smoothing, unless asked for, with
/// products of W through body space alone (docs/solvers.md).
class BodySpaceSolver : public ConstraintSolver {
 public:
  explicit BodySpaceSolver(const NewtonParams& parameters) : params(parameters) {
    params.variant = NewtonVariant::nonsmooth_variational;
  }
  void solve(const LocalDynamics& problem, LocalSolution& solution) override {
    solve_newton_after_sweeps(problem, params, work_, solution.R, solution.U, report_);
    std::swap(work_.sweep.velocities, solution.velocities);
    report_.iteration_kind = IterationKind::body_space;
  }

  [[nodiscard]] std::vector<double> parameters() const override { return to_numbers(params); }
  void set_parameters(std::span<const double> values) override {
    params = newton_from_numbers(values, "BODY_SPACE_SOLVER");
  }
  [[nodiscard]] std::optional<GaussSeidelParams> fallback() const override {
    return relief_of(params);
  }
  [[nodiscard]] double accuracy(double weight_speed) const override {
    return params.accuracy.in_step(weight_speed);
  }
  [[nodiscard]] std::optional<Criteria> criteria(const LocalDynamics& problem) const override {
    return criteria_of(params, problem);
  }
  [[nodiscard]] int most_iterations() const override { return params.max_iterations; }
  [[nodiscard]] std::unique_ptr<ConstraintSolver> varied(
      const SolverVariation& variation) const override {
    return std::make_unique<BodySpaceSolver>(vary(params, variation));
  }

  NewtonParams params;

 private:
  NewtonWorkspace work_;
};

/// Interior point with factorisations over the bodies and sweeps that end its steps, or with convex
/// friction (interior_solution.h).
class InteriorPointSolver : public ConstraintSolver {
 public:
  explicit InteriorPointSolver(const InteriorParams& parameters) : params(parameters) {}
  void solve(const LocalDynamics& problem, LocalSolution& solution) override {
    solve_by_interior_point(problem, params, work_, solution, report_);
    std::swap(work_.sweep.velocities, solution.velocities);
  }

  [[nodiscard]] std::vector<double> parameters() const override { return to_numbers(params); }
  void set_parameters(std::span<const double> values) override {
    params = interior_from_numbers(values);
  }
  /// Sweeps know exact friction alone.
  [[nodiscard]] bool works_on_ranks() const override {
    return params.friction == FrictionLaw::exact;
  }
  [[nodiscard]] std::optional<GaussSeidelParams> fallback() const override {
    if (params.friction == FrictionLaw::convex) return {};
    return sweeps_of(params);
  }
  [[nodiscard]] double accuracy(double weight_speed) const override {
    return params.accuracy.in_step(weight_speed);
  }
  [[nodiscard]] std::optional<Criteria> criteria(const LocalDynamics& problem) const override {
    return criteria_of(params, problem);
  }
  [[nodiscard]] int most_iterations() const override { return params.max_iterations; }
  [[nodiscard]] std::unique_ptr<ConstraintSolver> varied(
      const SolverVariation& variation) const override {
    return std::make_unique<InteriorPointSolver>(vary(params, variation));
  }

  InteriorParams params;

 private:
  InteriorWorkspace work_;
};

}  // namespace solfec
