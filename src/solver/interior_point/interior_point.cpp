#include "solver/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "local_dynamics/constraint_kind.h"
#include "solver/law/row_quantities.h"
#include "solver/measure/merit.h"
#include "solver/measure/proportion.h"
#include "solver/measure/row_residual.h"

namespace solfec {

InteriorPointResult solve_interior_point(const LocalDynamics& problem, BlockCsrOperator* blocks,
                                         NewtonDirection& direction,
                                         const InteriorPointParams& params, std::span<Vec3> R,
                                         std::span<Vec3> U) {
  InteriorPointResult result;
  ConeIterates iterates(problem, blocks, direction, params.systems, R, U);
  std::vector<Vec3> best;
  double least = 0.0;  // e of them
  Residual residual;
  const auto look = [&] {
    residual = residual_for(params.criteria, problem, R, U);
    result.met = params.criteria.missed(0.0, residual.map, residual.merit) == Miss::nothing;
    const double e = residual.map.natural();
    if (!best.empty() && !(e < least) && !result.met) return;
    least = e;
    best.assign(R.begin(), R.end());
  };
  look();
  if (!result.met && std::isfinite(least)) {
    iterates.start(iterates.free_error(residual.map));
    while (!result.met && result.iterations < params.most_iterations && iterates.step()) {
      ++result.iterations;
      look();
      result.history.push_back({result.iterations, residual.map.natural()});
    }
  }
  std::copy(best.begin(), best.end(), R.begin());
  iterates.update();
  return result;
}

namespace {

// A convex solution whose steps become too short starts again: so far from the borders of the cones
// over its error of velocity, while that falls by
constexpr double kConvexWidening = 3.0;
constexpr double kConvexGain = 0.5;

/// Largest error of a row that is no contact of Signorini and Coulomb, m/s.
double error_of_others(const LocalDynamics& problem, double scale, std::span<const Vec3> R,
                       std::span<const Vec3> U) {
  double worst = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const RowLaw& law = problem.law[at];
    if (is_signorini(law.kind) || is_open(law)) continue;
    worst = std::fmax(worst, norm(natural_row_residual(problem, i, scale, R[at], U[at])));
  }
  return worst;
}

}  // namespace

ConvexResult solve_convex(const LocalDynamics& problem, BlockCsrOperator* blocks,
                          NewtonDirection& direction, const ConvexParams& params, std::span<Vec3> R,
                          std::span<Vec3> U) {
  ConeIterates iterates(problem, blocks, direction, params.systems, R, U);
  const NaturalViolation map = natural_violation(problem, R, U);
  ConvexResult result;
  result.error = std::numeric_limits<double>::infinity();
  result.scale = map.scale;
  if (!std::isfinite(map.natural())) return result;
  const double mobility = mean_inverse_mass(problem);
  iterates.leave_slip_out();
  std::vector<Vec3> best(R.begin(), R.end());
  const auto may_go_on = [&] { return !result.met && result.iterations < params.most_iterations; };
  const auto descend = [&] {
    while (may_go_on() && iterates.step()) {
      ++result.iterations;
      const double error = std::fmax(iterates.error(), error_of_others(problem, mobility, R, U));
      result.history.push_back({result.iterations, error / result.scale});
      if (!(error < result.error)) continue;
      result.error = error;
      result.met = error <= params.error;
      best.assign(R.begin(), R.end());
    }
  };
  double start = iterates.free_error(map);
  bool gains = true;
  while (gains && may_go_on()) {
    const double before = result.error;
    iterates.start(start);
    descend();
    std::copy(best.begin(), best.end(), R.begin());
    iterates.update();
    start = kConvexWidening * std::fmax(result.error, params.error);
    gains = result.error < kConvexGain * before;
  }
  return result;
}

namespace {

/// One solution by rounds.
class RoundSolution {
 public:
  RoundSolution(const LocalDynamics& problem, const RoundParams& params,
                const FinishingSweeps& finish, ConeIterates& iterates)
      : problem_(problem),
        params_(params),
        rounds_(params.rounds),
        finish_(finish),
        iterates_(iterates),
        R_(iterates.reactions()) {}

  InteriorPointResult run() {
    look();
    if (!std::isfinite(map_.natural()) || !(excess_ > 0.0)) return result_;
    iterates_.start(iterates_.free_error(map_));
    exact_iterations();
    if (!result_.met) rounds();
    const std::vector<Vec3>& found = result_.met ? swept_ : best_;
    std::copy(found.begin(), found.end(), R_.begin());
    return result_;
  }

 private:
  /// Convex problems in turn with sweeps, from the best reactions of the iterations before.
  void rounds() {
    move_to(best_);
    iterates_.keep_slip();
    iterates_.start(rounds_.widening * std::max(map_.worst, bound()));
    double goal = rounds_.first_error * bound();
    double least = excess_;
    int vain = 0;  // rounds in a row that have not gained
    int slow = 0;  // the same since the last round with the derivative of s
    bool follows = false;
    Place start;
    while ((rounds_.vain_rounds == 0 || vain < rounds_.vain_rounds) && may_go_on()) {
      if (!converge(goal, follows) || ends_round()) break;
      const bool gains = excess_ < rounds_.gain * least;
      least = std::min(least, excess_);
      vain = gains ? 0 : vain + 1;
      slow = gains || follows ? 0 : slow + 1;
      const bool leads_away = follows && !(excess_ < start.excess);
      const double change =
          leads_away ? return_to(start) : std::max(iterates_.keep_slip(), bound());
      follows = rounds_.slow_rounds > 0 && slow >= rounds_.slow_rounds;
      if (follows) {
        start = {{R_.begin(), R_.end()}, excess_, change};
        iterates_.follow_slip();
      }
      iterates_.start(rounds_.widening * change);
      goal = std::max(rounds_.narrowing * change, bound());
    }
  }

  /// Reactions from which a round with the derivative of s goes.
  struct Place {
    std::vector<Vec3> R;
    double excess{};
    double change{};  // of the slip in the round before, m/s
  };

  /// Takes a round with the derivative of s back. @return Change of the slip in the round before.
  double return_to(const Place& place) {
    move_to(place.R);
    iterates_.keep_slip();
    return place.change;
  }

  /// Sweeps from the reactions of a round, to which the iterates return where sweeps lead away, if
  /// they may; then those of the round may meet the criteria.
  /// @return Whether the criteria are met.
  bool ends_round() {
    if (!rounds_.of_better) {
      if (sweep(rounds_.round_sweeps)) return true;
      move_to(swept_);
      return false;
    }
    look();
    const double before = excess_;
    if (sweep(rounds_.round_sweeps)) return true;
    if (before <= 1.0 && sweep(0)) return true;
    const std::vector<Vec3> found(R_.begin(), R_.end());
    move_to(swept_);
    if (!(excess_ <= before)) move_to(found);
    return false;
  }

  void move_to(const std::vector<Vec3>& reactions) {
    std::copy(reactions.begin(), reactions.end(), R_.begin());
    iterates_.update();
    look();
  }

  [[nodiscard]] bool may_go_on() const { return result_.iterations < params_.most_iterations; }

  /// Measures the reactions of the iterates and keeps the best ones.
  void look() {
    const Residual residual = residual_for(params_.criteria, problem_, R_, iterates_.velocities());
    map_ = residual.map;
    excess_ = params_.criteria.excess(map_, residual.merit);
    result_.history.push_back({result_.iterations, map_.natural()});
    if (best_.empty()) first_ = map_;
    const bool by_velocities = std::isfinite(params_.criteria.velocities);
    if (!(map_.natural() < least_) || !(by_velocities || in_proportion(map_, first_))) return;
    least_ = map_.natural();
    best_.assign(R_.begin(), R_.end());
  }

  /// Largest error of velocity of a row that the criteria allow, if errors fall alike, m/s.
  [[nodiscard]] double bound() const { return excess_ > 0.0 ? map_.worst / excess_ : map_.worst; }

  /// Sweeps from the reactions of the iterates, which stay. @return Whether the criteria are met.
  bool sweep(int sweeps) {
    swept_.assign(R_.begin(), R_.end());
    result_.met = finish_(swept_, sweeps).met;
    return result_.met;
  }

  /// Iterations with the derivative of s.
  void exact_iterations() {
    int short_steps = 0;
    const int last = std::min(rounds_.exact_iterations, params_.most_iterations);
    while (result_.iterations < last && short_steps < rounds_.short_steps && iterates_.step()) {
      ++result_.iterations;
      if (iterates_.was_short()) ++short_steps;
      look();
      if (!(excess_ < rounds_.near)) continue;
      if (excess_ <= 1.0 && sweep(0)) return;
      if (sweep(rounds_.near_sweeps)) return;
    }
  }

  /// Iterations of one round, until the errors of its problem are small. Short steps with the
  /// derivative of s end them, as they end those before the rounds.
  /// @return false when no step leads on from the start of the round.
  bool converge(double goal, bool follows) {
    int short_steps = 0;
    for (int k = 0; k < rounds_.round_iterations && may_go_on(); ++k) {
      if (!iterates_.step()) return k > 0;
      ++result_.iterations;
      if (iterates_.error() < goal) break;
      if (follows && iterates_.was_short() && ++short_steps == rounds_.short_steps) break;
    }
    return true;
  }

  const LocalDynamics& problem_;
  const RoundParams& params_;
  const InteriorRounds& rounds_;
  const FinishingSweeps& finish_;
  ConeIterates& iterates_;
  std::span<Vec3> R_;
  InteriorPointResult result_;
  NaturalViolation map_;                                    // of the iterates
  NaturalViolation first_;                                  // of the warm start
  double excess_{};                                         // of their errors over the criteria
  double least_ = std::numeric_limits<double>::infinity();  // e of the best reactions
  std::vector<Vec3> best_;
  std::vector<Vec3> swept_;
};

}  // namespace

InteriorPointResult solve_by_rounds(const LocalDynamics& problem, BlockCsrOperator* blocks,
                                    NewtonDirection& direction, const RoundParams& params,
                                    const FinishingSweeps& finish, std::span<Vec3> R) {
  std::vector<Vec3> U(R.size());
  ConeIterates iterates(problem, blocks, direction, params.systems, R, U);
  return RoundSolution(problem, params, finish, iterates).run();
}

}  // namespace solfec
