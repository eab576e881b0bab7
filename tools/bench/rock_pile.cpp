// A study of one stored problem that no method solves: what every solver reaches, and what ways
// around were tried.
//
//   build/release/tools/bench/bench_rock_pile PROBLEM.dat [SWEEPS [METHOD]]
//
// METHOD: only rows whose name begins so.
// Prints a table for docs/stored-problems.md: method, best natural residual e, work, seconds.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/cat.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "solver/measure/natural_residual.h"
#include "solver/named_solvers.h"

namespace solfec {
namespace {

constexpr double kGoal = 1e-12;
constexpr int kNewtonSteps = 500;    // at least
constexpr int kSweepsPerStep = 200;  // that are worth a Newton step, about

/// Reactions on their way and what they cost.
struct State {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  double residual = 1.0;
  int iterations = 0;
  int newton_steps = 0;
};

class Study {
 public:
  Study(StoredProblem problem, int sweeps, std::string only)
      : problem_(std::move(problem)), sweeps_(sweeps), only_(std::move(only)) {}

  void print() const {
    std::printf("| method | best e | sweeps | Newton steps | s |\n|---|---|---|---|---|\n");
    for (const NamedSolver& solver : named_solvers()) {
      if (!one_contact_variant(solver.name)) {
        row(std::string(solver.name), [&] { return chain({solver.name}); });
      }
    }
    row("nncg, then auto", [&] { return chain({"nncg", "auto"}); });
    row("nncg, then newton-variational", [&] { return chain({"nncg", "newton-variational"}); });
    row("nncg, then newton-hybrid", [&] { return chain({"nncg", "newton-hybrid"}); });
    row("newton-variational, then nncg", [&] { return chain({"newton-variational", "nncg"}); });
    row("nncg, then newton-fixed-point", [&] { return chain({"nncg", "newton-fixed-point"}); });
    row("friction 0.2 to 1 in steps of 0.1, nncg", [&] { return friction_steps(); });
    row("proximal point, weights 1 to 1e-3, nncg", [&] { return proximal_point(); });
    row("W made symmetric, nncg (e of that problem)", [&] { return symmetric(); });
    row("ten random orders of the rows, nncg", [&] { return random_orders(); });
  }

 private:
  static bool one_contact_variant(std::string_view name) {
    return name.starts_with("gauss-seidel-") && name != "gauss-seidel-reverse";
  }

  template <typename Method>
  void row(const std::string& name, const Method& method) const {
    if (!name.starts_with(only_)) return;
    const auto start = std::chrono::steady_clock::now();
    const State state = method();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("| %s | %.2g | %d | %d | %.1f |\n", name.c_str(), state.residual, state.iterations,
                state.newton_steps, seconds.count());
    std::fflush(stdout);
  }

  [[nodiscard]] State start() const {
    const auto rows = static_cast<std::size_t>(problem_.row_count());
    return {std::vector<Vec3>(rows), std::vector<Vec3>(rows)};
  }

  /// Goes on from `state` with a solver.
  void go_on(const StoredProblem& stored, std::string_view name, double goal, int budget,
             State& state) const {
    const NamedSolver& solver = *find_solver(name);
    SolvableProblem problem = solvable(stored);
    const ResidualSolution solution =
        solve_to_residual(solver, problem.dynamics, &problem.W, {goal, budget}, state.R, state.U);
    const bool newton = solver.iterations <= kNewtonSteps;
    state.residual = solution.map.natural();
    state.iterations += newton ? 0 : solution.iterations;
    state.newton_steps += newton ? solution.iterations : solution.newton_steps;
  }

  [[nodiscard]] int budget_of(std::string_view name) const {
    const bool newton = find_solver(name)->iterations <= kNewtonSteps;
    return newton ? std::max(kNewtonSteps, sweeps_ / kSweepsPerStep) : sweeps_;
  }

  [[nodiscard]] State chain(std::initializer_list<std::string_view> names) const {
    State state = start();
    for (const std::string_view name : names) {
      go_on(problem_, name, kGoal, budget_of(name), state);
    }
    return state;
  }

  [[nodiscard]] State friction_steps() const {
    State state = start();
    StoredProblem eased = problem_;
    for (int k = 2; k < 10; ++k) {
      for (std::size_t i = 0; i < eased.mu.size(); ++i) eased.mu[i] = 0.1 * k * problem_.mu[i];
      go_on(eased, "nncg", 1e-6, sweeps_ / 10, state);
    }
    go_on(problem_, "nncg", kGoal, sweeps_, state);
    return state;
  }

  /// r <- solution of (W + a) r + q - a r_old; the residual is that of the problem itself.
  [[nodiscard]] State proximal_point() const {
    State state = start();
    State best = state;
    SolvableProblem judge = solvable(problem_);
    const double scale = mean_inverse_mass(judge.dynamics);
    for (double weight = 1.0; weight > 5e-4; weight *= 0.5) {
      for (int step = 0; step < 20; ++step) {
        StoredProblem shifted = problem_;
        const double a = weight * scale;
        for (int i = 0; i < shifted.row_count(); ++i) {
          const auto at = static_cast<std::size_t>(i);
          for (auto k = static_cast<std::size_t>(shifted.W.row_start[at]);
               k < static_cast<std::size_t>(shifted.W.row_start[at + 1]); ++k) {
            if (shifted.W.column[k] == i) shifted.W.block[k] += a * identity();
          }
          shifted.q[at] -= a * state.R[at];
        }
        go_on(shifted, "nncg", 1e-10, sweeps_ / 100, state);
        judge.W.reset(state.R);
        for (int i = 0; i < problem_.row_count(); ++i) {
          const auto at = static_cast<std::size_t>(i);
          state.U[at] = problem_.q[at] + judge.W.gather(i);
        }
        state.residual = natural_residual(judge.dynamics, state.R, state.U);
        if (state.residual < best.residual) best = state;
      }
    }
    best.iterations = state.iterations;
    return best;
  }

  [[nodiscard]] State symmetric() const {
    StoredProblem even = problem_;
    for (int i = 0; i < even.row_count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      for (auto k = static_cast<std::size_t>(even.W.row_start[at]);
           k < static_cast<std::size_t>(even.W.row_start[at + 1]); ++k) {
        const Mat3* const mirror = problem_.W.find(even.W.column[k], i);
        if (mirror != nullptr) even.W.block[k] = 0.5 * (even.W.block[k] + transpose(*mirror));
      }
    }
    State state = start();
    go_on(even, "nncg", kGoal, sweeps_, state);
    return state;
  }

  [[nodiscard]] State random_orders() const {
    State best = start();
    int iterations = 0;
    for (unsigned seed = 1; seed <= 10; ++seed) {
      State state = start();
      go_on(shuffled(seed), "nncg", kGoal, sweeps_, state);
      iterations += state.iterations;
      if (state.residual < best.residual) best = state;
    }
    best.iterations = iterations;
    return best;
  }

  /// The problem with its rows in another order.
  [[nodiscard]] StoredProblem shuffled(unsigned seed) const {
    const auto rows = static_cast<std::size_t>(problem_.row_count());
    std::vector<int> order(rows);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 rng(seed);
    for (std::size_t i = rows; i > 1; --i) std::swap(order[i - 1], order[rng() % i]);
    std::vector<int> place(rows);
    for (std::size_t i = 0; i < rows; ++i) place[std::size_t(order[i])] = int(i);
    StoredProblem other;
    for (const int old : order) {
      const auto at = static_cast<std::size_t>(old);
      std::vector<std::pair<int, Mat3>> entries;
      for (auto k = static_cast<std::size_t>(problem_.W.row_start[at]);
           k < static_cast<std::size_t>(problem_.W.row_start[at + 1]); ++k) {
        entries.emplace_back(place[std::size_t(problem_.W.column[k])], problem_.W.block[k]);
      }
      std::sort(entries.begin(), entries.end(),
                [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& entry : entries) {
        other.W.column.push_back(entry.first);
        other.W.block.push_back(entry.second);
      }
      other.W.row_start.push_back(static_cast<std::int32_t>(other.W.column.size()));
      other.q.push_back(problem_.q[at]);
      other.mu.push_back(problem_.mu[at]);
    }
    return other;
  }

  StoredProblem problem_;
  int sweeps_;
  std::string only_;
};

}  // namespace
}  // namespace solfec

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: bench_rock_pile PROBLEM [SWEEPS [METHOD]]\n", stderr);
    return 64;
  }
  try {
    const int sweeps = argc > 2 ? std::max(100, std::atoi(argv[2])) : 100000;
    solfec::Study(solfec::read_stored_problem(argv[1]), sweeps, argc > 3 ? argv[3] : "").print();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_rock_pile: %s\n", error.what());
    return 65;
  }
  return 0;
}
