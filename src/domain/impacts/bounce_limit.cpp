#include "domain/impacts/bounce_limit.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/count.h"

namespace solfec {

namespace {

constexpr double kGain = 1e-7;      // of the energy that is exchanged: what rounding can make
constexpr double kMiss = 1e-3;      // of this energy: a loss that needs no larger factor
constexpr double kShortest = 1e-3;  // interval of factors
constexpr int kMostTriesAtEnd = 2;  // that replace one end of an interval before it is halved

/// Largest t in (0, 1) with a + b t + c t² = 0, 1/2 when there is none.
double largest_root(double a, double b, double c) {
  double best = 0.0;
  const double discriminant = b * b - 4.0 * a * c;
  if (discriminant >= 0.0) {
    const double q = b + std::copysign(std::sqrt(discriminant), b);
    for (const double t : {q != 0.0 ? -2.0 * a / q : 0.0, c != 0.0 ? -q / (2.0 * c) : 0.0}) {
      if (t > 0.0 && t < 1.0) best = std::max(best, t);
    }
  }
  return best > 0.0 ? best : 0.5;
}

}  // namespace

/// Bounces and press fits have negative shifts: a gap adds to the velocity that a contact may close
/// with. A press fit does the work that its stress needs.
void BounceLimit::find_bounces(const LocalDynamics& problem) {
  bounce_.clear();
  shift_.clear();
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[at(i)];
    if (law.kind != ConstraintKind::contact || law.open || law.pressed) continue;
    if (!(law.velocity_shift < 0.0)) continue;
    bounce_.push_back(i);
    shift_.push_back(law.velocity_shift);
  }
}

/// Returns the group whose work a row counts for; -1 for joints, press fits and groups without a
/// bounce.
int BounceLimit::working_group(const LocalDynamics& problem, int row) const {
  const RowLaw& law = problem.law[at(row)];
  return law.kind == ConstraintKind::contact && !law.pressed ? connected_.of_row(row) : -1;
}

/// Sums numbers of the groups that have rows on several ranks.
void BounceLimit::join(const LocalDynamics& problem,
                       std::initializer_list<double Group::*> numbers) {
  const auto shared = std::span(groups_).first(at(connected_.shared()));
  if (shared.empty()) return;
  numbers_.clear();
  for (const Group& group : shared) {
    for (const auto number : numbers) numbers_.push_back(group.*number);
  }
  problem.shared.sum(numbers_);
  auto next = numbers_.begin();
  for (Group& group : shared) {
    for (const auto number : numbers) group.*number = *next++;
  }
}

/// Finds work, error and exchanged energy of the groups in a solution.
void BounceLimit::find_works(const LocalDynamics& problem, const LocalSolution& solution) {
  for (Group& group : groups_) group.work = group.error = group.exchanged = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const int number = working_group(problem, i);
    if (number < 0) continue;
    Group& group = groups_[at(number)];
    const Vec3 R = solution.R[at(i)];
    const Vec3 way = 0.5 * problem.step * (solution.U[at(i)] + problem.V[at(i)]);
    group.work += dot(R, way);
    const double exchanged =
        0.5 * problem.step * norm(R) * (norm(solution.U[at(i)]) + norm(problem.V[at(i)]));
    const RowLaw& law = problem.law[at(i)];
    const bool bounces = law.velocity_shift < 0.0 && R.z > 0.0;
    const double miss = bounces ? std::fabs(solution.U[at(i)].z + law.velocity_shift) : 0.0;
    group.exchanged += exchanged;
    group.error += kGain * exchanged + problem.step * R.z * miss;
  }
  join(problem, {&Group::work, &Group::error, &Group::exchanged});
}

bool BounceLimit::some_search(const LocalDynamics& problem) const {
  const bool some = std::any_of(groups_.begin(), groups_.end(),
                                [](const Group& group) { return group.searches; });
  return problem.shared.largest(some ? 1 : 0) != 0;
}

/// Solves with the factors of the groups. Those that search start from nothing: a loose solver
/// would take the reactions that gain for solved.
void BounceLimit::solve_anew(LocalDynamics& problem, LocalSolution& solution,
                             const std::function<void()>& solve) const {
  for (int i = 0; i < problem.size(); ++i) {
    const int group = working_group(problem, i);
    if (group >= 0 && groups_[at(group)].searches) solution.R[at(i)] = {};
  }
  for (std::size_t k = 0; k < bounce_.size(); ++k) {
    const int group = connected_.of_row(bounce_[k]);
    if (group < 0) continue;
    problem.law[at(bounce_[k])].velocity_shift = groups_[at(group)].factor * shift_[k];
  }
  solve();
}

/// Finds the next factors of the groups that search, from the solutions at the ends of their
/// intervals.
void BounceLimit::choose_factors(const LocalDynamics& problem) {
  for (Group& group : groups_) group.linear = group.square = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const int number = working_group(problem, i);
    if (number < 0 || !groups_[at(number)].searches) continue;
    Group& group = groups_[at(number)];
    const Vec3 dR = high_.R[at(i)] - low_.R[at(i)];
    const Vec3 way = 0.5 * problem.step * (low_.U[at(i)] + problem.V[at(i)]);
    const Vec3 change = 0.5 * problem.step * (high_.U[at(i)] - low_.U[at(i)]);
    group.linear += dot(dR, way) + dot(low_.R[at(i)], change);
    group.square += dot(dR, change);
  }
  join(problem, {&Group::linear, &Group::square});
  for (Group& group : groups_) {
    if (!group.searches) continue;
    const bool halves = group.tries_at_end >= kMostTriesAtEnd;
    const double t =
        halves ? 0.5 : largest_root(group.low_work - group.aim, group.linear, group.square);
    group.factor = group.low + t * (group.high - group.low);
  }
}

/// Replaces an end of each interval by the solution of a try, and ends the search of groups that
/// are close enough; those whose try has gained go back to the lower end.
/// @param last  No further try follows.
/// @return Whether the problem has to be solved again, on some rank.
bool BounceLimit::judge(const LocalDynamics& problem, bool last, LocalSolution& solution) {
  find_works(problem, solution);
  for (Group& group : groups_) {
    if (!group.searches) continue;
    const bool gains = !(group.work <= group.error);
    group.tries_at_end = gains == group.gains ? group.tries_at_end + 1 : 1;
    group.gains = gains;
    (gains ? group.high : group.low) = group.factor;
    if (!gains) group.low_work = group.work;
    group.aim = -0.5 * kMiss * group.exchanged;
  }
  const auto is_close = [&](const Group& group) {
    const bool loses_little = !group.gains && group.work >= -kMiss * group.exchanged;
    return last || loses_little || group.high - group.low <= kShortest;
  };
  for (int i = 0; i < problem.size(); ++i) {
    const int number = connected_.of_row(i);
    if (number < 0 || !groups_[at(number)].searches) continue;
    const Group& group = groups_[at(number)];
    End& end = group.gains ? high_ : low_;
    end.R[at(i)] = solution.R[at(i)];
    end.U[at(i)] = solution.U[at(i)];
    if (group.gains && is_close(group)) solution.R[at(i)] = low_.R[at(i)];
  }
  bool again = false;
  for (Group& group : groups_) {
    if (!group.searches) continue;
    group.searches = !is_close(group);
    if (!group.searches) group.factor = group.low;
    again = again || group.searches || group.gains;
  }
  return problem.shared.largest(again ? 1 : 0) != 0;
}

bool BounceLimit::run(LocalDynamics& problem, LocalSolution& solution,
                      const std::function<void()>& solve) {
  find_bounces(problem);
  if (!connected_.find(problem, bounce_)) return false;
  groups_.assign(at(connected_.count()), {});
  find_works(problem, solution);
  for (Group& group : groups_) group.searches = group.work > group.error;
  if (!some_search(problem)) return false;
  high_ = {solution.R, solution.U};
  for (Group& group : groups_) {
    if (group.searches) group.factor = 0.0;
  }
  solve_anew(problem, solution, solve);
  find_works(problem, solution);
  low_ = {solution.R, solution.U};
  for (Group& group : groups_) {
    group.low_work = group.work;
    group.searches = group.searches && group.work <= group.error;  // else no factor helps
  }
  if (!some_search(problem)) return true;
  for (int tries = 1;; ++tries) {
    choose_factors(problem);
    solve_anew(problem, solution, solve);
    if (!judge(problem, tries == kMostTries, solution)) return true;
  }
}

}  // namespace solfec
