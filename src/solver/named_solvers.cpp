#include "solver/named_solvers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "base/count.h"
#include "local_dynamics/body_velocities.h"
#include "solver/gauss_seidel.h"
#include "solver/interior_point/interior_point.h"
#include "solver/jacobi/gauss_jacobi.h"
#include "solver/krylov_direction.h"
#include "solver/measure/natural_residual.h"
#include "solver/newton/block_newton.h"
#include "solver/newton/body_space_newton.h"
#include "solver/newton_series/newton.h"
#include "solver/row/sweep.h"

namespace solfec {
namespace {

void call_gauss_seidel(const GaussSeidelParams& params, const LocalDynamics& problem,
                       BlockCsrOperator* W, std::span<Vec3> R, std::span<Vec3> U,
                       SolveReport& report) {
  SweepWorkspace work;
  if (W != nullptr) {
    solve_gauss_seidel({problem, *W}, params, work, R, U, report);
  } else {
    solve_gauss_seidel(problem, params, work, R, U, report);
  }
}

GaussSeidelParams plain_params(const SolveRound& round) {
  GaussSeidelParams params;
  params.relative_tolerance = 0.0;  // all sweeps of the round
  params.max_sweeps = round.iterations;
  params.merit_tolerance = 0.0;
  params.diagonal_tolerance = 1e-14;
  params.acceleration = Acceleration::off;
  return params;
}

template <DiagonalSolver kSolver>
void plain(const LocalDynamics& problem, BlockCsrOperator* W, const SolveRound& round,
           std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  GaussSeidelParams params = plain_params(round);
  params.diagonal_solver = kSolver;
  call_gauss_seidel(params, problem, W, R, U, report);
}

void reverse(const LocalDynamics& problem, BlockCsrOperator* W, const SolveRound& round,
             std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  GaussSeidelParams params = plain_params(round);
  params.alternate_direction = true;
  call_gauss_seidel(params, problem, W, R, U, report);
}

void gauss_jacobi(const LocalDynamics& problem, BlockCsrOperator* W, const SolveRound& round,
                  std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  report =
      solve_gauss_jacobi(problem, W, residual_criteria(round.residual), round.iterations, R, U);
}

template <Acceleration kAcceleration>
void accelerated(const LocalDynamics& problem, BlockCsrOperator* W, const SolveRound& round,
                 std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  GaussSeidelParams params = plain_params(round);
  params.residual_tolerance = round.residual;
  params.acceleration = kAcceleration;
  call_gauss_seidel(params, problem, W, R, U, report);
}

template <NewtonVariant kVariant>
void newton(const LocalDynamics& problem, BlockCsrOperator* W, const SolveRound& round,
            std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  NewtonParams params;
  params.residual_tolerance = round.residual;
  params.max_iterations = round.iterations;
  params.variant = kVariant;
  NewtonWorkspace work;
  solve_newton({problem, W}, params, work, R, U, report);
}

std::unique_ptr<NewtonDirection> direction_of(const LocalDynamics& problem, BlockCsrOperator* W,
                                              BodyFactor& factor) {
  if (W != nullptr) return std::make_unique<BlockNewton>(problem, W->matrix());
  return std::make_unique<BodySpaceNewton>(problem, factor);
}

/// Rows with the operator that multiplies by their W, null for body space, and what solves the
/// linear systems of an interior point.
struct InteriorRows {
  const LocalDynamics& problem;
  BlockCsrOperator* W;
  NewtonDirection& direction;
};

/// An interior point in turn with sweeps.
void solve_interior(const InteriorRows& rows, const SolveRound& round, RoundParams params,
                    std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  const LocalDynamics& problem = rows.problem;
  BlockCsrOperator* const W = rows.W;
  params.criteria = residual_criteria(round.residual);
  params.most_iterations = round.iterations;
  const FinishingSweeps finish = [&](std::span<Vec3> reactions, int sweeps) {
    accelerated<Acceleration::nncg>(problem, W, {round.residual, sweeps}, reactions, U, report);
    return FinishedSweeps{report.status == SolveStatus::ok, report.iterations};
  };
  const InteriorPointResult found = solve_by_rounds(problem, W, rows.direction, params, finish, R);
  report.clear();
  report.iteration_kind = IterationKind::newton;
  report.iterations = found.iterations;
  report.residual_history = found.history;
  report.status = found.met ? SolveStatus::ok : SolveStatus::diverged;
}

/// With more iterations and sweeps than a step of a run spends.
void interior_point(const LocalDynamics& problem, BlockCsrOperator* W, const SolveRound& round,
                    std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  RoundParams params;
  params.rounds = kPatientRounds;
  if (W != nullptr) params.systems.proximal = kProximalOfRows;
  BodyFactor factor;
  const std::unique_ptr<NewtonDirection> direction = direction_of(problem, W, factor);
  solve_interior({problem, W, *direction}, round, params, R, U, report);
}

/// Rounds alone: conjugate gradients need the symmetric matrices of problems whose s is kept.
void interior_point_cg(const LocalDynamics& problem, BlockCsrOperator* W, const SolveRound& round,
                       std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  RoundParams params;
  params.rounds = kPatientRounds;
  params.rounds.exact_iterations = 0;
  params.systems = kSystemsOfKrylov;
  std::unique_ptr<NewtonDirection> direction;
  if (W == nullptr) direction = std::make_unique<KrylovOfBodies>(problem, KrylovParams{});
  if (direction == nullptr || !direction->is_complete()) {
    direction = std::make_unique<KrylovOfRows>(problem, W, KrylovParams{});
  }
  solve_interior({problem, W, *direction}, round, params, R, U, report);
}

constexpr int kSweeps = 10000;
constexpr int kJacobiSweeps = 100000;
constexpr int kInteriorSteps = 200;
constexpr int kNewtonSteps = 500;  // each as dear as tens of sweeps

constexpr std::array kSolvers{
    NamedSolver{"auto", "Gauss-Seidel with the default acceleration",
                accelerated<Acceleration::automatic>, kSweeps},
    NamedSolver{"nncg", "Gauss-Seidel with nonlinear conjugate gradients",
                accelerated<Acceleration::nncg>, kSweeps},
    NamedSolver{"gauss-seidel", "plain block Gauss-Seidel", plain<DiagonalSolver::exact>, kSweeps,
                true},
    NamedSolver{"gauss-seidel-reverse", "plain sweeps forward and backward", reverse, kSweeps,
                true},
    NamedSolver{"gauss-seidel-semismooth", "plain sweeps, one-contact solver SEMISMOOTH_NEWTON",
                plain<DiagonalSolver::semismooth_newton>, kSweeps, true},
    NamedSolver{"gauss-seidel-gradient", "plain sweeps, one-contact solver PROJECTED_GRADIENT",
                plain<DiagonalSolver::projected_gradient>, kSweeps, true},
    NamedSolver{"gauss-seidel-saxce", "plain sweeps, one-contact solver DE_SAXCE_FENG",
                plain<DiagonalSolver::de_saxce_feng>, kSweeps, true},
    NamedSolver{"gauss-seidel-newton", "plain sweeps, one-contact solver PROJECTED_NEWTON",
                plain<DiagonalSolver::projected_newton>, kSweeps, true},
    NamedSolver{"gauss-jacobi", "projected Gauss-Jacobi: all rows move at once", gauss_jacobi,
                kJacobiSweeps},
    NamedSolver{"newton-hsw", "Newton, variant NONSMOOTH_HSW", newton<NewtonVariant::nonsmooth_hsw>,
                kNewtonSteps},
    NamedSolver{"newton-hybrid", "Newton, variant NONSMOOTH_HYBRID",
                newton<NewtonVariant::nonsmooth_hybrid>, kNewtonSteps},
    NamedSolver{"newton-fixed-point", "Newton, variant FIXED_POINT",
                newton<NewtonVariant::fixed_point>, kNewtonSteps},
    NamedSolver{"newton-variational", "Newton, variant NONSMOOTH_VARIATIONAL",
                newton<NewtonVariant::nonsmooth_variational>, kNewtonSteps},
    NamedSolver{"body-space", "BODY_SPACE_SOLVER: NONSMOOTH_VARIATIONAL through body space",
                newton<NewtonVariant::nonsmooth_variational>, kNewtonSteps},
    NamedSolver{"newton-smoothed", "Newton, variant SMOOTHED_VARIATIONAL",
                newton<NewtonVariant::smoothed_variational>, kNewtonSteps},
    NamedSolver{"newton-body-space", "Newton, variant BODY_SPACE: factorised over the bodies",
                newton<NewtonVariant::body_space>, kNewtonSteps},
    NamedSolver{"interior-point", "interior point with exact Coulomb friction", interior_point,
                kInteriorSteps},
    NamedSolver{"interior-point-cg", "interior point without factors: conjugate gradients",
                interior_point_cg, kInteriorSteps},
};

/// Best reactions so far in the sense of e.
class Best {
 public:
  explicit Best(std::span<const Vec3> R) : R_(R.begin(), R.end()) {}

  void offer(std::span<const Vec3> R, double residual) {
    if (!(residual < residual_)) return;
    residual_ = residual;
    R_.assign(R.begin(), R.end());
  }
  [[nodiscard]] const std::vector<Vec3>& reactions() const { return R_; }

 private:
  double residual_ = HUGE_VAL;
  std::vector<Vec3> R_;
};

/// Plain sweeps in a call after `done` of them.
int next_sweeps(int done) { return std::max(1, done / 5); }

void take_best(const Best& best, const LocalDynamics& problem, BlockCsrOperator* W,
               std::span<Vec3> R, std::span<Vec3> U) {
  std::copy(best.reactions().begin(), best.reactions().end(), R.begin());
  if (W != nullptr) {
    update_velocities(problem, *W, R, U);
  } else {
    BodyVelocities velocities(problem.body_space);
    update_velocities(problem, velocities, R, U);
  }
}

}  // namespace

std::span<const NamedSolver> named_solvers() { return kSolvers; }

const NamedSolver* find_solver(std::string_view name) {
  for (const NamedSolver& solver : kSolvers) {
    if (solver.name == name) return &solver;
  }
  return nullptr;
}

ResidualSolution solve_to_residual(const NamedSolver& solver, const LocalDynamics& problem,
                                   BlockCsrOperator* W, const ResidualGoal& goal, std::span<Vec3> R,
                                   std::span<Vec3> U) {
  const int most = goal.max_iterations > 0 ? goal.max_iterations : solver.iterations;
  const Criteria criteria = residual_criteria(goal.tolerance);
  ResidualSolution solution;
  SolveReport report;
  Best best(R);
  bool done = false;
  while (!done) {
    const int left = most - solution.iterations;
    const int budget = solver.sweeps ? std::min(left, next_sweeps(solution.iterations)) : left;
    solver.solve(problem, W, {goal.tolerance, budget}, R, U, report);
    const NaturalViolation map = natural_violation(problem, R, U);
    const bool met = criteria.missed(0.0, map, 0.0) == Miss::nothing;
    best.offer(R, met ? 0.0 : map.natural());
    for (const ResidualPoint& point : report.residual_history) {
      solution.history.push_back({solution.iterations + point.iterations, point.residual});
    }
    solution.iterations += std::max(report.iterations, 1);
    solution.newton_steps += report.newton_steps;
    solution.history.push_back({solution.iterations, map.natural()});
    solution.status = report.status;
    solution.no_solution = report.no_solution;
    done = !solver.sweeps || solution.iterations >= most || report.relative_error == 0.0 ||
           !std::isfinite(map.violation) || met;
  }
  take_best(best, problem, W, R, U);
  solution.map = natural_violation(problem, R, U);
  solution.missed = criteria.missed(0.0, solution.map, 0.0);
  if (solution.reached()) {
    solution.status = SolveStatus::ok;
  } else if (solution.status == SolveStatus::ok) {
    solution.status = SolveStatus::diverged;
  }
  return solution;
}

}  // namespace solfec
