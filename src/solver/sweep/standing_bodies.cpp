#include "solver/sweep/standing_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "solver/interior_point/cone_iterates.h"
#include "solver/law/law.h"
#include "solver/law/row_quantities.h"
#include "solver/measure/merit.h"
#include "solver/measure/row_residual.h"
#include "solver/row/row_linearisation.h"
#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

/// One step of bodies that may stand.
class StandingBodies {
 public:
  StandingBodies(const StagedProblem& staged, NewtonDirection& direction,
                 const StandingSettings& settings, int most_sweeps, StandingWorkspace& work)
      : problem_(staged.rows),
        blocks_(staged.blocks),
        criteria_(staged.criteria),
        direction_(direction),
        settings_(settings),
        most_sweeps_(most_sweeps),
        work_(work),
        scale_(mean_inverse_mass(staged.rows)) {}

  StandingResult run(std::span<Vec3> R) {
    if (!begin(R)) return result_;
    project();
    if (!result_.stands) find_deep_reactions(R);
    if (result_.stands) std::copy(work_.R.begin(), work_.R.end(), R.begin());
    return result_;
  }

 private:
  /// Sets what the turns start from, cheap questions first. @return Whether they are worth a try.
  bool begin(std::span<const Vec3> R) {
    work_.R.assign(R.begin(), R.end());
    const bool has_accuracy = std::isfinite(criteria_.accuracy);
    if (has_accuracy && !find_still_rows(criteria_.accuracy)) return false;
    if (!is_affordable()) return false;
    work_.U.resize(R.size());
    work_.W.start(problem_, blocks_);
    const double excess = update();
    result_.before = result_.after = excess;
    if (!(excess > settings_.tolerance) || !std::isfinite(excess)) return false;
    if (!has_accuracy && !find_still_rows(map_.worst / excess)) return false;
    if (!(excess > bearable())) return false;
    for (int i = 0; i < problem_.size(); ++i) {
      const bool left_out = work_.stiffness[at(i)] == 0.0;
      if (left_out && is_signorini(problem_.law[at(i)].kind)) work_.R[at(i)] = {};
    }
    update();
    return true;
  }

  /// Whether the factorisations cost no more than they may.
  bool is_affordable() {
    if (!direction_.is_complete()) return false;
    const double cost = direction_.cost_in_sweeps();
    const double most = settings_.work * most_sweeps_ / cost;
    most_factorisations_ = static_cast<int>(std::min<double>(settings_.most_factorisations, most));
    return cost <= settings_.most_cost && most_factorisations_ > 0;
  }

  /// Excess that is left alone. Criteria may be so strict that the rounding of the linear system
  /// leaves more than the tolerance; bodies that are left alone must not become too fast for being
  /// still, or sweeps would go on with them for ever.
  [[nodiscard]] double bearable() const {
    double fastest = 0.0;
    for (const Vec3& B : problem_.B) fastest = std::max(fastest, norm(B));
    const double rounding = settings_.rounding * fastest / accuracy_;
    return std::max(settings_.tolerance,
                    std::min(rounding, settings_.still_part * settings_.still));
  }

  /// @param accuracy  Error of velocity that suffices, m/s.
  /// @return Whether the contacts that take part were at rest at the start of the step.
  bool find_still_rows(double accuracy) {
    accuracy_ = accuracy;
    set_stiffness();
    return are_still();
  }

  /// Contacts that carry nothing and have a gap to close are left out. One that carries keeps the
  /// gap that errors of earlier steps have left.
  void set_stiffness() {
    work_.stiffness.assign(work_.R.size(), 0.0);
    work_.others.clear();
    work_.others.reserve(work_.R.size());
    for (int i = 0; i < problem_.size(); ++i) {
      const RowLaw& law = problem_.law[at(i)];
      const Mat3& W = problem_.W_diagonal[at(i)];
      if (stays_at_rest(law, W)) continue;
      if (!is_signorini(law.kind)) {
        work_.others.push_back(i);
        continue;
      }
      const bool carries = work_.R[at(i)].z > 0.0;
      const double most = carries ? accuracy_ : settings_.tolerance * accuracy_;
      if (law.velocity_shift > most) continue;
      work_.stiffness[at(i)] = 3.0 / (settings_.compliance * trace(W));
    }
  }

  [[nodiscard]] bool are_still() const {
    bool any = false;
    for (std::size_t i = 0; i < work_.R.size(); ++i) {
      if (work_.stiffness[i] == 0.0) continue;
      any = true;
      if (!(norm(problem_.V[i]) <= settings_.still * accuracy_)) return false;
    }
    return any;
  }

  /// U = B + W R. @return Excess over the criteria.
  double update() {
    work_.W.update(work_.R, work_.U);
    const Residual residual = residual_for(criteria_, problem_, work_.R, work_.U);
    map_ = residual.map;
    return criteria_.excess(map_, residual.merit);
  }

  /// Turns of linear solutions and projections.
  void project() {
    const std::size_t size = work_.R.size();
    work_.rows.assign(size, {});
    work_.dR.assign(size, {});
    work_.slack.assign(size, {});
    for (std::size_t i = 0; i < size; ++i) {
      const double stiffness = work_.stiffness[i];
      work_.rows[i].E = diagonal(stiffness, stiffness, stiffness);
    }
    for (const int i : work_.others) {
      work_.rows[at(i)].E = linearise_row(problem_, i, work_.R[at(i)], work_.U[at(i)]).E;
    }
    ++result_.factorisations;
    int turns = 0;
    while (turns < settings_.most_projections && !result_.stands) {
      for (std::size_t i = 0; i < size; ++i) {
        work_.rows[i].k = work_.stiffness[i] * (work_.U[i] - work_.slack[i]);
      }
      for (const int i : work_.others) {
        work_.rows[at(i)].k = linearise_row(problem_, i, work_.R[at(i)], work_.U[at(i)]).k;
      }
      const bool first = turns++ == 0;
      ++result_.projections;
      const bool solved =
          first ? direction_.step(work_.rows, work_.dR) : direction_.again(work_.rows, work_.dR);
      if (!solved) return;
      const bool projected = take_turn();
      const bool knows_U = !projected && work_.others.empty();
      if (!knows_U) result_.after = update();
      if (!(error() <= settings_.tolerance * accuracy_)) continue;
      if (knows_U) result_.after = update();
      result_.stands = result_.after <= 1.0;
    }
  }

  /// R, U and the slack after a linear solution.
  /// @return Whether a reaction was outside of its cone; then U is that before its projection.
  bool take_turn() {
    bool projected = false;
    for (std::size_t i = 0; i < work_.R.size(); ++i) {
      const double stiffness = work_.stiffness[i];
      if (stiffness == 0.0) continue;
      const RowLaw& law = problem_.law[i];
      const Vec3 before = stiffness * work_.slack[i];
      const Vec3 found = work_.R[i] + work_.dR[i];
      const Vec3 inside = law_of(law.kind).project(law, found - before);
      const Vec3 change = inside - found;
      work_.U[i] = (before - work_.dR[i]) / stiffness;
      work_.slack[i] = change / stiffness;
      work_.R[i] = inside;
      projected = projected || change != Vec3{};
    }
    for (const int i : work_.others) work_.R[at(i)] += work_.dR[at(i)];
    return projected;
  }

  /// Largest error of velocity of a row, m/s.
  [[nodiscard]] double error() const {
    double largest = 0.0;
    for (const int i : work_.others) {
      const std::size_t k = at(i);
      const Vec3 miss = natural_row_residual(problem_, i, scale_, work_.R[k], work_.U[k]);
      largest = std::max(largest, norm(miss));
    }
    for (std::size_t i = 0; i < work_.U.size(); ++i) {
      if (work_.stiffness[i] == 0.0) continue;
      const double moved = norm(work_.slack[i]) / settings_.compliance;
      largest = std::max({largest, moved, norm(work_.U[i])});
    }
    return largest;
  }

  /// Finds the reactions by an interior point method, from the reactions of the step before. Its
  /// reactions lie deep in their cones long before they are exact, and the turns that start from
  /// there are exact at once.
  void find_deep_reactions(std::span<const Vec3> R) {
    std::copy(R.begin(), R.end(), work_.R.begin());
    ConeIterates iterates(problem_, blocks_, direction_, settings_.systems, work_.R, work_.U);
    iterates.leave_slip_out();
    iterates.start(iterates.free_error(natural_violation(problem_, work_.R, work_.U)));
    double goal = settings_.handover * result_.before;
    for (int starts = 1; !result_.stands;) {
      const bool led_on = advance(iterates, std::max(goal, settings_.interior_tolerance));
      const double excess = result_.after;
      project_deep_reactions();
      if (result_.stands) return;
      result_.after = excess;
      result_.stands = excess <= settings_.interior_tolerance;
      const bool spent = result_.factorisations >= most_factorisations_;
      if (led_on && !spent) {
        goal = settings_.handover * excess;
      } else if (!spent && starts++ < settings_.most_starts) {
        iterates.start(settings_.widening * iterates.error());
      } else {
        break;
      }
    }
    result_.stands = result_.after <= 1.0;
  }

  /// Steps of the interior point to an excess. @return Whether further steps may lead on.
  bool advance(ConeIterates& iterates, double goal) {
    result_.after = std::numeric_limits<double>::infinity();
    while (result_.factorisations < most_factorisations_ && iterates.step()) {
      ++result_.factorisations;
      const Residual residual = residual_for(criteria_, problem_, work_.R, work_.U);
      result_.after = criteria_.excess(residual.map, residual.merit);
      if (result_.after <= goal) return true;
      if (iterates.was_short()) return false;
    }
    return false;
  }

  /// Turns from the reactions of the interior point, which are kept where the bodies do not stand.
  void project_deep_reactions() {
    if (result_.factorisations >= most_factorisations_ || !std::isfinite(result_.after)) return;
    work_.deep.assign(work_.R.begin(), work_.R.end());
    project();
    if (result_.stands) return;
    std::copy(work_.deep.begin(), work_.deep.end(), work_.R.begin());
    update();
  }

  const LocalDynamics& problem_;
  BlockCsrOperator* blocks_;
  const Criteria& criteria_;
  NewtonDirection& direction_;
  const StandingSettings& settings_;
  int most_sweeps_;
  int most_factorisations_ = 0;
  StandingWorkspace& work_;
  StandingResult result_;
  NaturalViolation map_;
  double accuracy_ = 0.0;  // m/s
  double scale_;           // s/kg, of natural_row_residual
};

}  // namespace

StandingResult solve_standing(const StagedProblem& staged, NewtonDirection& direction,
                              const StandingSettings& settings, int most_sweeps,
                              StandingWorkspace& work, std::span<Vec3> R) {
  if (staged.rows.quasi_static || !staged.rows.shared.one_rank()) return {};
  // Stored problems, whose criteria have a bound over velocities, do not say whether bodies move.
  if (std::isfinite(staged.criteria.velocities)) return {};
  return StandingBodies(staged, direction, settings, most_sweeps, work).run(R);
}

}  // namespace solfec
