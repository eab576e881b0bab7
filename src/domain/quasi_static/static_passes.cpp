#include "domain/quasi_static/static_passes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/count.h"
#include "integrator/quasi_static.h"

namespace solfec {

namespace {

template <typename Number>
Number joined(Ranks* ranks, Reduction reduction, Number number) {
  return ranks == nullptr ? number : ranks->comm().all_reduce(reduction, number);
}

}  // namespace

void StaticPasses::begin(Bodies& bodies, double step, double tolerance, Ranks* ranks) {
  step_ = step;
  scales_ = static_scales(bodies);
  scales_.largest_load = joined(ranks, Reduction::largest, scales_.largest_load);
  scales_.stiffest = joined(ranks, Reduction::largest, scales_.stiffest);
  scales_.softest = joined(ranks, Reduction::least, scales_.softest);
  scales_.fall = joined(ranks, Reduction::least, scales_.fall);
  scales_.drive = joined(ranks, Reduction::largest, scales_.drive);
  scales_.bodies = joined(ranks, Reduction::sum, scales_.bodies);
  scales_.deformable = joined(ranks, Reduction::largest, scales_.deformable ? 1 : 0) != 0;
  scales_.springs = springs_only_;
  reached_.begin(bodies);
  refines_ = anew_ = is_reached_ = false;
  repeat_.begin(bodies, step, tolerance, scales_);
  asks_ = false;
}

void StaticPasses::find_groups(Bodies& bodies, std::span<const UserConstraint> constraints,
                               std::span<const ContactPoint> contacts, Ranks* ranks) {
  if (!scales_.deformable) return;
  groups_.find(bodies, constraints, contacts, ranks != nullptr);
  repeat_.yield(bodies, groups_.yields());
}

void StaticPasses::bound(const Bodies& bodies, std::span<const ContactPoint> contacts,
                         const LocalDynamics& problem) {
  std::vector<double> stiffness(at(bodies.rigid.size()));
  const auto refs = bodies.refs();
  const std::size_t first = problem.law.size() - contacts.size();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    for (const int index : {contacts[k].master, contacts[k].slave}) {
      const BodyRef body = refs[at(index)];
      if (body.kind == BodyKind::rigid) stiffness[at(body.slot)] += problem.law[first + k].spring;
    }
  }
  repeat_.bound(bodies, stiffness);
}

void StaticPasses::note_start(std::span<const Vec3> R) {
  start_.assign(R.begin(), R.end());
  accepted_ = start_;
}

double StaticPasses::speed_of(const Bodies& bodies, double acceleration, Ranks* ranks) const {
  double push = scales_.deformable ? repeat_.push() : std::numeric_limits<double>::infinity();
  push = joined(ranks, Reduction::least, std::fmin(push, least_push(bodies.rigid)));
  return std::isfinite(push) ? acceleration * push : 0.0;
}

double StaticPasses::speed_error_bound(const Bodies& bodies, Ranks* ranks) const {
  const double wanted = repeat_.wanted();
  const bool meshes = scales_.stiffest > 0.0;
  double bound = std::numeric_limits<double>::infinity();
  if (scales_.deformable) bound = PseudoInertia::kStandingWay * least_size(bodies) / step_;
  if (asks_) {
    bound = std::fmin(bound, repeat_.inertia().sure_error(bodies.rigid, wanted, meshes));
  }
  if (asks_ && !meshes) {
    bound = std::fmin(bound, sure_error(bodies, push(), scales_.largest_load, wanted));
  }
  const double least = joined(ranks, Reduction::least, bound);
  return std::isfinite(least) ? least : 0.0;
}

/// Resultants of prescribed rows on each body, and of the contacts of each obstacle that moves.
void StaticPasses::sum_prescribed(const Bodies& bodies, const StaticRows& rows) {
  prescribed_.rigid.assign(at(bodies.rigid.size()), {});
  prescribed_.pseudo_rigid.assign(at(bodies.pseudo_rigid.size()), {});
  prescribed_.finite_element.assign(at(bodies.finite_element.size()), {});
  on_obstacle_.assign(at(bodies.obstacles.size()), {});
  prescribed_.joints = 0.0;
  std::size_t row = 0;
  for (const UserConstraint& constraint : rows.constraints) {
    const Vec3 R = rows.R[row++];
    prescribed_.joints = std::fmax(prescribed_.joints, norm(R));
    if (constraint.kind != ConstraintKind::velocity_direction) continue;
    const BodyRef body = bodies.ref(constraint.master);
    const Vec3 force = constraint.frame * R;
    if (body.kind == BodyKind::rigid) prescribed_.rigid[at(body.slot)] += force;
    if (body.kind == BodyKind::pseudo_rigid) prescribed_.pseudo_rigid[at(body.slot)] += force;
    if (has_mesh(body.kind)) prescribed_.finite_element[at(body.slot)] += force;
  }
  const auto refs = bodies.refs();
  for (const ContactPoint& contact : rows.contacts) {
    const Vec3 force = contact.frame * rows.R[row++];
    for (const int index : {contact.master, contact.slave}) {
      const BodyRef body = refs[at(index)];
      if (body.kind != BodyKind::obstacle) continue;
      const ObstacleSet& obstacles = bodies.obstacles;
      const bool stands =
          obstacles.linear[at(body.slot)] == Vec3{} && obstacles.angular[at(body.slot)] == Vec3{};
      if (!stands) on_obstacle_[at(body.slot)] += index == contact.master ? force : -force;
    }
  }
  prescribed_.largest = 0.0;
  for (const auto* list : {&prescribed_.rigid, &prescribed_.pseudo_rigid, &on_obstacle_}) {
    for (const Vec3 force : *list)
      prescribed_.largest = std::fmax(prescribed_.largest, norm(force));
  }
}

/// Measures how far each body is from balance after the pass, and finds the farthest one.
void StaticPasses::find_residuals(Bodies& bodies, Ranks* ranks) {
  find_balance(bodies, step_, repeat_.push(), prescribed_, reached_.changes(), balance_);
  double load = std::fmax(largest_load(balance_), prescribed_.largest);
  load = joined(ranks, Reduction::largest, load);
  if (!(load > 0.0)) load = joined(ranks, Reduction::largest, prescribed_.joints);
  set_residuals(load, balance_);
  out_of_balance_ = worst_balance(balance_);
  if (ranks == nullptr) return;
  const double own = out_of_balance_.residual;
  out_of_balance_.residual = joined(ranks, Reduction::largest, own);
  const bool is_own = own == out_of_balance_.residual;
  out_of_balance_.body = ranks->first(is_own ? out_of_balance_.body : 0);
}

/// A solution that has missed its criteria counts where all bodies are rigid when its errors
/// explain no force that is out of balance, and no row is off by a way that matters. It then proves
/// an equilibrium, or that a body has to move. Where bodies deform it counts when no row is off by
/// such a way, as a rough one.
PassResult StaticPasses::find_result(const Bodies& bodies, const SolveReport& report,
                                     Ranks* ranks) const {
  PassResult result;
  result.balance = balance_;
  const auto rigid = at(bodies.rigid.owned());
  for (std::size_t i = 0; i < balance_.size(); ++i) {
    const double residual = balance_[i].residual;
    if (i >= rigid) {
      result.deformable = std::fmax(result.deformable, residual);
      result.resultant = std::fmax(result.resultant, balance_[i].resultant_residual);
    } else if (!repeat_.inertia().moves(static_cast<int>(i))) {
      result.rigid = std::fmax(result.rigid, residual);
      const bool yields = repeat_.inertia().yields(static_cast<int>(i));
      if (!yields) result.standing = std::fmax(result.standing, residual);
    }
  }
  result.rigid = joined(ranks, Reduction::largest, result.rigid);
  result.standing = joined(ranks, Reduction::largest, result.standing);
  result.deformable = joined(ranks, Reduction::largest, result.deformable);
  result.resultant = joined(ranks, Reduction::largest, result.resultant);
  const double error = joined(ranks, Reduction::largest, report.worst_error);
  result.error = joined(ranks, Reduction::largest, standing_error_);
  result.moved = joined(ranks, Reduction::largest, repeat_.deformable_way(bodies));
  const LeastBalance least{repeat_.wanted(), result.error};
  const auto of_rigid = std::span(balance_).first(rigid);
  const PseudoInertia& inertia = repeat_.inertia();
  const bool free = inertia.any_free(bodies.rigid, of_rigid, least);
  const bool unsure = inertia.any_unsure(bodies.rigid, of_rigid, least);
  result.free = joined(ranks, Reduction::largest, free ? 1 : 0) != 0;
  result.unsure = joined(ranks, Reduction::largest, unsure ? 1 : 0) != 0;
  result.solved = joined(ranks, Reduction::least, outcome(report) == SolveStatus::ok ? 1 : 0) != 0;
  const bool is_rough = joined(ranks, Reduction::largest, is_rough_ ? 1 : 0) != 0;
  result.missed = scales_.deformable && !result.solved;
  result.rough = scales_.deformable && (is_rough || !result.solved);
  if (result.solved) return result;
  const double size = joined(ranks, Reduction::least, least_size(bodies));
  result.solved = !result.unsure && step_ * error <= PseudoInertia::kStandingWay * size;
  return result;
}

void StaticPasses::solve(ConstraintSolver& solver, const LocalDynamics& problem,
                         LocalSolution& solution) {
  is_rough_ = false;
  const bool by_sweeps = repeat_.takes_sweeps() && fallback_.solve(solver, problem, solution);
  if (!by_sweeps) solver.solve(problem, solution);
  if (problem.speed_error_bound > 0.0) {
    if (!by_sweeps && solver.report().missed == Miss::accuracy) {
      fallback_.solve(solver, problem, solution);
    }
    is_rough_ = solver.report().missed == Miss::accuracy;
    solver.judge_by_parameters(problem);
  }
  standing_error_ =
      scales_.deformable ? groups_.standing_error(problem, solution) : solver.report().worst_error;
}

PassVerdict StaticPasses::judge(Bodies& bodies, const StaticRows& rows, Ranks* ranks) {
  sum_prescribed(bodies, rows);
  find_residuals(bodies, ranks);
  // Reactions of bodies that a pass has moved far are mostly those of their fictitious inertia.
  constexpr double kMostInertia = 2.0;  // of the load
  if (refines_ && out_of_balance_.residual <= kMostInertia) reach(bodies, rows, ranks);
  PassResult result = find_result(bodies, rows.solver.report(), ranks);
  result.newton = rows.solver.fallback().has_value();
  result.springs = rows.solver.has_springs_only();
  const double unbalanced =
      scales_.stiffest > 0.0 ? result.standing : std::fmax(result.rigid, result.deformable);
  asks_ = asks_ || unbalanced > repeat_.wanted();
  strays_ = refines_ && strays_from_best(bodies, ranks);
  PassVerdict verdict = repeat_.repeat(bodies, result);
  if (refines_) {
    verdict = judge_refinement(bodies, rows, verdict);
  } else if (verdict != PassVerdict::again) {
    verdict = begin_refinement(bodies, rows, verdict, ranks);
  }
  if (verdict == PassVerdict::done) return verdict;
  if (verdict == PassVerdict::failed) {
    undo_static_step(bodies);
    rows.R = start_;
    return verdict;
  }
  turning_.begin_pass();
  if (repeat_.keeps_reactions()) accepted_ = rows.R;
  if (repeat_.excursion() == StaticExcursion::State::marked) marked_ = accepted_;
  if (repeat_.excursion() == StaticExcursion::State::lost) accepted_ = marked_;
  rows.R = accepted_;
  if (ranks != nullptr) ranks->refresh_ghosts(bodies);
  return verdict;
}

/// Whether a pass has left the surroundings of the solution before the refinement.
bool StaticPasses::strays_from_best(const Bodies& bodies, Ranks* ranks) const {
  const double speed = joined(ranks, Reduction::largest, best_.largest_speed());
  const bool strays = best_.strays(bodies.rigid, step_, speed);
  return joined(ranks, Reduction::largest, strays ? 1 : 0) != 0;
}

/// Takes loads and reactions to the places that the pass reaches, and measures the balance there.
/// @return Whether some body turns.
bool StaticPasses::reach(Bodies& bodies, const StaticRows& rows, Ranks* ranks) {
  const bool differs = reached_.renew(
      bodies, {rows.loads, rows.time, step_, rows.constraints, rows.contacts, rows.R}, ranks);
  if (!differs) return false;
  repeat_.hold(bodies, reached_.changes());
  find_residuals(bodies, ranks);
  return true;
}

/// Remembers the solution with what the solver says about it.
void StaticPasses::take_best(const Bodies& bodies, const StaticRows& rows) {
  best_.take(bodies.rigid, rows.R, rows.U);
  best_report_ = rows.solver.report();
  best_balance_ = out_of_balance_;
}

/// Whether contacts would end somewhere else with places that turn in the step; on some rank.
bool StaticPasses::misses_contacts(Bodies& bodies, const StaticRows& rows, Ranks* ranks) {
  const auto R = std::span<const Vec3>(rows.R).subspan(rows.constraints.size());
  const bool misses = turning_.misses_contacts(bodies, step_, rows.contacts, R);
  return joined(ranks, Reduction::largest, misses ? 1 : 0) != 0;
}

/// Once passes have ended with rows and loads of the places where the step begins: whether bodies
/// are in balance where it ends, or passes go on with rows and loads of those places.
PassVerdict StaticPasses::begin_refinement(Bodies& bodies, const StaticRows& rows,
                                           PassVerdict verdict, Ranks* ranks) {
  const bool balanced =
      verdict == PassVerdict::done && out_of_balance_.residual <= repeat_.wanted();
  const bool loaded = scales_.largest_load > 0.0;  // else there is no balance to find
  if (!loaded || scales_.deformable || rows.solver.has_springs_only()) return verdict;
  const bool differs = reach(bodies, rows, ranks);
  const bool stays = balanced && out_of_balance_.residual <= repeat_.wanted() &&
                     !(differs && misses_contacts(bodies, rows, ranks));
  is_reached_ = stays;
  if (stays || !differs) return verdict;
  take_best(bodies, rows);
  best_verdict_ = verdict;
  refines_ = true;
  turning_.take_contacts();
  if (!balanced) return begin_anew(bodies, rows);
  repeat_.refine(bodies);
  return PassVerdict::again;
}

/// Passes from the places of the start with rows and loads of the places reached.
PassVerdict StaticPasses::begin_anew(Bodies& bodies, const StaticRows& rows) {
  anew_ = true;
  rows.R = start_;
  reached_.take_back(bodies);
  turning_.begin(rows.constraints);
  turning_.take_contacts();
  repeat_.begin_anew(bodies);
  return PassVerdict::again;
}

/// Where a refinement leads nowhere another one begins at the places of the start, as springs that
/// carry a weight need where a step overshoots. Where that fails, too, the step ends as it would
/// have ended before and tells how far it is from balance.
PassVerdict StaticPasses::judge_refinement(Bodies& bodies, const StaticRows& rows,
                                           PassVerdict verdict) {
  const bool lost = strays_ || repeat_.has_released();
  if (verdict == PassVerdict::again && !lost) return verdict;
  const bool ends = verdict == PassVerdict::done && !lost;
  if (ends && out_of_balance_.residual <= repeat_.wanted()) {
    is_reached_ = true;
    return verdict;
  }
  const bool better = ends && best_verdict_ == PassVerdict::done &&
                      out_of_balance_.residual < best_balance_.residual;
  if (better) take_best(bodies, rows);
  if (!anew_) return begin_anew(bodies, rows);
  best_.restore(bodies.rigid, rows.R, rows.U);
  rows.solver.restore_report(best_report_);
  out_of_balance_ = best_balance_;
  turning_.begin_pass();  // so places of joints are projected
  return best_verdict_;
}

void StaticPasses::find_reached_rows(Bodies& bodies, std::span<const UserConstraint> constraints,
                                     std::span<const ContactPoint> contacts) {
  rows_.clear();
  if (is_reached_) rows_.find(bodies, step_, constraints, contacts);
}

bool StaticPasses::has_unsettled_joints(Ranks* ranks) const {
  return joined(ranks, Reduction::largest, turning_.is_settled() ? 0 : 1) != 0;
}

void StaticPasses::write(FinishReport& report) const {
  report.out_of_balance = out_of_balance_.residual;
  report.unbalanced = out_of_balance_.body;
  report.repeats = repeat_.repeats();
}

}  // namespace solfec
