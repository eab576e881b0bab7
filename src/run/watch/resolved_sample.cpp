#include "run/watch/resolved_sample.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "base/count.h"
#include "run/report/body_text.h"
#include "run/report/decade_median.h"
#include "run/watch/body_extent.h"

namespace solfec {

namespace {

bool is_met(const SolveReport& report) {
  return report.status == SolveStatus::ok && report.missed == Miss::nothing;
}

/// Work of a solution in sweeps.
double sweeps_of(const SolveReport& report) {
  double sweeps = 0.0;
  for (const StageRecord& stage : report.stages) sweeps += stage.work;
  return std::max(sweeps, static_cast<double>(report.iterations));
}

/// Sweeps that the work of an iteration is worth, from a solution that the solver has ended; at
/// least 1.
double sweeps_per_iteration(const SolveReport& report) {
  return std::max(1.0, sweeps_of(report) / std::max(1, report.iterations));
}

/// Bound of the motion of points of a body whose velocities differ, m/s.
double largest_difference(std::span<const double> a, std::span<const double> b, double reach) {
  const auto square = [&](std::size_t from, std::size_t to) {
    double sum = 0.0;
    for (std::size_t k = from; k < to; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
  };
  const std::size_t linear = a.size() - 3;  // the velocity of the centre comes last
  return std::sqrt(square(linear, a.size())) + reach * std::sqrt(square(0, linear));
}

}  // namespace

void ResolvedSample::begin_step(long long step, double planned, double time) {
  const int done = count(motions_);
  due_ = done < settings_.steps &&
         static_cast<double>(step) >= (done + 0.5) / settings_.steps * planned;
  time_ = time;
  pending_motion_.clear();
  pending_missed_.clear();
}

void ResolvedSample::end_step() {
  motions_.insert(motions_.end(), pending_motion_.begin(), pending_motion_.end());
  missed_.insert(missed_.end(), pending_missed_.begin(), pending_missed_.end());
  pending_motion_.clear();
  pending_missed_.clear();
}

void ResolvedSample::note_start(std::span<const Vec3> R) { start_.assign(R.begin(), R.end()); }

void ResolvedSample::look_at(const WatchedSolution& watched) {
  pending_motion_.clear();
  pending_missed_.clear();
  if (watched.problem.size() == 0 || watched.problem.body_space.has_factored_slots()) return;
  work_ += (sweeps_of(watched.solver.report()) + settings_.of_step) * watched.problem.size();
  if (!is_met(watched.solver.report())) solve_longer(watched);
  if (due_) solve_tighter(watched);
}

/// @param[in,out] spent  Visits.
/// @return Whether the other solver has met its criteria.
bool ResolvedSample::solve_again(const WatchedSolution& watched, ConstraintSolver& other,
                                 double& spent) {
  again_.R = start_;
  again_.U.resize(start_.size());
  fallback_.solve_step(other, watched.problem, watched.has_links, again_);
  spent += sweeps_of(other.report()) * watched.problem.size();
  return is_met(other.report());
}

void ResolvedSample::solve_tighter(const WatchedSolution& watched) {
  const double left = settings_.start + settings_.share * work_ - spent_;
  const double sweeps = std::min(left / watched.problem.size(), 1e6);
  if (!(sweeps >= settings_.least_sweeps)) return;
  const double affordable = sweeps / sweeps_per_iteration(watched.solver.report());
  if (!(affordable >= 1.0)) return;
  const int most = std::min(static_cast<int>(affordable),
                            std::max(settings_.usual_sweeps, watched.solver.most_iterations()));
  const auto other = watched.solver.varied({.errors = settings_.tighter, .iterations = most});
  if (!other) return;
  Motion motion{.time = time_};
  motion.solved = solve_again(watched, *other, spent_);
  if (motion.solved) find_motion(watched, motion);
  pending_motion_.assign(1, motion);
}

void ResolvedSample::find_motion(const WatchedSolution& watched, Motion& motion) const {
  const BodyVelocities& found = watched.solution.velocities;
  const BodyVelocities& better = again_.velocities;
  const double step = watched.problem.step;
  const Bodies& bodies = watched.bodies;
  const auto note = [&](BodyId id, double difference) {
    if (!(step * difference > motion.off)) return;
    motion.off = step * difference;
    motion.body = id;
  };
  for (const BodyRecord& record : bodies.records()) {
    const BodyRef ref = bodies.ref(record.id);
    const int slot = watched.slots[ref];
    if (slot < 0) continue;
    if (is_mesh(watched.problem.body_space.slot_kind(slot))) {
      const std::span<const NodeSlot> a = found.node_velocities(slot);
      const std::span<const NodeSlot> b = better.node_velocities(slot);
      for (std::size_t k = 0; k < a.size(); ++k) {
        note(record.id,
             std::hypot(a[k].v[0] - b[k].v[0], a[k].v[1] - b[k].v[1], a[k].v[2] - b[k].v[2]));
      }
      continue;
    }
    const double reach = reach_from(*record.pieces, bodies.motion(ref).reference_center);
    note(record.id,
         largest_difference(found.slot_velocity(slot), better.slot_velocity(slot), reach));
  }
}

void ResolvedSample::solve_longer(const WatchedSolution& watched) {
  const int given = watched.solver.most_iterations();
  if (given == 0 || count(missed_) >= settings_.missed_steps) return;
  if (watched.solver.report().no_solution) return;
  const double rows = watched.problem.size() * sweeps_per_iteration(watched.solver.report());
  const double allowed = settings_.missed_start + settings_.missed_share * work_;
  const double most =
      std::max(std::ldexp(given, settings_.doublings), static_cast<double>(settings_.usual_sweeps));
  const double least = std::max(settings_.least_multiple * given, settings_.usual_sweeps);
  if (missed_spent_ + 2.0 * std::min(least, most) * rows > allowed) return;  // of all tries
  Missed missed;
  for (double tries = 2.0 * given; missed.enough == 0 && tries < 2.0 * most; tries *= 2.0) {
    const double iterations = std::min(tries, most);
    if (missed_spent_ + iterations * rows > allowed) break;
    const auto other = watched.solver.varied({.iterations = static_cast<int>(iterations)});
    if (!other) return;
    missed.tried = static_cast<int>(iterations);
    if (solve_again(watched, *other, missed_spent_)) missed.enough = missed.tried;
  }
  if (missed.tried == 0) return;
  if (missed.enough == 0) missed.by_interior_point = solves_by_interior_point(watched);
  pending_missed_.assign(1, missed);
}

/// Whether INTERIOR_POINT_SOLVER meets a speed that the criteria of the solver allow.
bool ResolvedSample::solves_by_interior_point(const WatchedSolution& watched) {
  const double speed = watched.solver.report().criteria.accuracy;
  if (!std::isfinite(speed)) return false;
  InteriorParams params;
  params.accuracy = {.speed = speed, .share_of_weight = 0.0};
  InteriorPointSolver other(params);
  return solve_again(watched, other, missed_spent_);
}

std::string ResolvedSample::motion_text(const Domain& domain) const {
  const Motion* worst = nullptr;
  int solved = 0;
  for (const Motion& motion : motions_) {
    if (!motion.solved) continue;
    ++solved;
    if (worst == nullptr || motion.off > worst->off) worst = &motion;
  }
  const int unsolved = count(motions_) - solved;
  const double times = std::round(1.0 / settings_.tighter);
  std::string text;
  if (worst != nullptr) {
    text = cat("against a sample of ", solved, solved == 1 ? " step" : " steps", " solved ",
               short_number(times), " times tighter bodies ");
    if (worst->body == 0) {
      text += "moved alike";
    } else {
      text += cat("were off by at most ", short_number(to_two_digits(worst->off)), " m in a step, ",
                  body_text(domain, worst->body), " at t=", short_number(worst->time), " s");
    }
  }
  if (unsolved == 0) return text;
  return text + cat(text.empty() ? "" : "; ", unsolved, unsolved == 1 ? " step" : " steps",
                    " of the sample could not be solved ", short_number(times),
                    " times tighter within the work that is spent on it");
}

std::string ResolvedSample::advice() const {
  if (missed_.empty()) return "";
  int enough = 0;
  int interior = 0;
  int needed = 0;
  int tried = 0;
  for (const Missed& missed : missed_) {
    if (missed.enough > 0) ++enough;
    needed = std::max(needed, missed.enough);
    if (missed.enough > 0) continue;
    tried = tried == 0 ? missed.tried : std::min(tried, missed.tried);
    if (missed.by_interior_point) ++interior;
  }
  const int all = count(missed_);
  const int rest = all - enough;
  const auto for_some = [&](int some, const char* every) {
    if (all == 1) return std::string();
    return some == all ? cat(" for ", every, all) : cat(" for ", some, " of ", all);
  };
  std::string text =
      cat(all, all == 1 ? " missed step was" : " missed steps were", " solved again: ");
  if (enough > 0) text += cat("maxiter ", needed, " would have sufficed", for_some(enough, "all "));
  if (rest == 0) return text;
  text +=
      cat(enough > 0 ? "; " : "", "maxiter ", tried, " did not suffice", for_some(rest, "any of "));
  if (interior == rest) return text + ", INTERIOR_POINT_SOLVER did";
  if (interior > 0) text += cat(", INTERIOR_POINT_SOLVER did", for_some(interior, "all "));
  return text + ": loosen the criteria of the solver or take a shorter step";
}

}  // namespace solfec
