// One step of a domain, which is made part by part (docs/time-step.md).

#include <limits>
#include <optional>
#include <utility>

#include "assembly/assembly.h"
#include "base/check.h"
#include "constraint/followed_displacement.h"
#include "domain/bonds/bond_anchors.h"
#include "domain/domain.h"
#include "domain/joints/joint_drives.h"
#include "domain/joints/motor_braking.h"
#include "domain/loads/spring_functions.h"
#include "integrator/quasi_static.h"

namespace solfec {

// The parts of a step (Domain::step), each with the phase that its time counts for:
// predict_step
//   settle_velocities      -       velocities that joints forbid, when some were given
//   prepare_bonds          CONDET  cohesive bonds at time 0, anchors of all bonds
//   settle_ranks           PARBAL  bodies get their ranks, where there are several
//   note_velocities        -       velocities that joints forbid at the start
//   move_half_step         TIMINT  motion of obstacles, first half step, loads, free velocity
//   bring_ghosts           PARBAL  copies of bodies of other ranks that own ones may touch
//   place_constraints      CONUPD  user constraints at q½, tangents of functions of springs
// detect_step
//   find_contacts          CONDET  contacts at q½
// form_rows                LOCDYN  rows
// solve_step
//   solve_rows             CONSOL, LOCDYN  reactions; rows anew where a scheme asks for it
//   find_impulses          CONSOL  bonds evened out; impulses of impacts, where they are asked for
// close_step
//   end_step               TIMINT  velocities with reactions, second half step, projections,
//   calming
// What a function of the user throws leaves the bodies as they were.

FinishReport Domain::step(ConstraintSolver& solver, double step) {
  predict_step(solver, step);
  detect_step(step);
  form_rows(solver, step);
  return close_step(solver, step, solve_step(solver, step));
}

/// Runs a part of a step; when it throws, the bodies get back what they had before the step.
template <typename Work>
auto Domain::or_take_back(const Work& work) {
  try {
    return work();
  } catch (...) {
    take_back_step();
    throw;
  }
}

void Domain::predict_step(const ConstraintSolver& solver, double step, bool keeps_start) {
  check_impacts(solver);
  settle_velocities();
  expect(solver);
  if (has_built_overlaps() && built_.is_due(time_)) detect_contacts(0.0);
  prepare_bonds();
  if (ranks_) settle_ranks();
  note_velocities();
  step_start_.reset();
  // functions of springs may raise when rows are solved
  if (keeps_start || has_spring_functions(loads.callbacks)) step_start_.emplace(bodies);
  or_take_back([&] {
    move_half_step(step);
    if (ranks_) bring_ghosts(step);
    place_constraints(step);
  });
}

void Domain::take_back_step() {
  if (!step_start_) return;
  step_start_->restore(bodies);
  step_start_.reset();
}

void Domain::detect_step(double step) {
  or_take_back([&] {
    find_contacts(step);
    if (ranks_) ranks_->share_rows(ranked_model());
    if (analysis_ == Analysis::quasi_static) {
      passes_.find_groups(bodies, constraints_, std::as_const(contacts_).points(), ranks_.get());
    }
  });
}

void Domain::form_rows(const ConstraintSolver& solver, double step) {
  or_take_back([&] {
    assemble_rows(solver, step);
    if (analysis_ == Analysis::dynamic) return;
    const PhaseScope scope(timers, Phase::LOCDYN);
    passes_.note_start(solution_.R);
    if (solver.has_springs_only()) {
      passes_.bound(bodies, std::as_const(contacts_).points(), problem_);
    }
  });
}

bool Domain::solve_step(ConstraintSolver& solver, double step) {
  return or_take_back([&] {
    if (!solve_rows(solver, step)) return false;
    find_impulses(solver, step);
    return true;
  });
}

FinishReport Domain::close_step(const ConstraintSolver& solver, double step, bool solved) {
  step_start_.reset();
  if (!solved) return failed_step(solver.report());
  const FinishReport report = end_step(solver, step);
  time_ += step;
  timers.count_step();
  return report;
}

/// Nothing has moved in a quasi-static step that no pass has solved. Its body is the one that is
/// out of balance, or else one of the row that the solver has missed most.
FinishReport Domain::failed_step(const SolveReport& solution) {
  FinishReport report;
  report.failed = true;
  passes_.write(report);
  if (!(report.out_of_balance > passes_.wanted())) {
    rows_match_ = true;
    const RowPlace place = row_place(solution.worst_row);
    report.unbalanced = first_of_ranks(place.slave != 0 ? place.slave : place.master);
  }
  if (!ranks_) start_.restore(bodies);  // velocities of obstacles
  forget_rows();
  return report;
}

/// Rows of the present linearisation, with the reactions to start from.
void Domain::assemble_rows(const ConstraintSolver& solver, double step) {
  const PhaseScope scope(timers, Phase::LOCDYN);
  const bool dynamic = analysis_ == Analysis::dynamic;
  const double gravity = norm(loads.gravity_at(time_ + (dynamic ? 0.5 * step : step)));
  problem_.weight_speed =
      dynamic ? gravity * step : passes_.speed_of(bodies, gravity, ranks_.get());
  if (!dynamic) problem_.speed_error_bound = passes_.speed_error_bound(bodies, ranks_.get());
  assemble(
      {bodies, constraints_, std::as_const(contacts_).points(), surface_materials, step, !dynamic,
       contact_params.prediction, contact_params.tolerance, contacts_.spreads(),
       ranks_ ? ranks_->shared_bodies() : std::span<const BodyId>{},
       least_bounce(contact_params, problem_.weight_speed), dynamic ? step : passes_.push(),
       solver.accuracy(problem_.weight_speed), passes_.turning().of_contacts(),
       pieces_.has_hollows(), &contacts_.memories(), ranks_ ? &ranks_->shared_meshes() : nullptr},
      assembly_, problem_, solution_.R);
  if (dynamic) {
    problem_.speed_error_bound = row_error_bound(step, solver.accuracy(problem_.weight_speed));
  }
  solution_.U.resize(solution_.R.size());
  if (ranks_) {
    ranks_->share_slots(assembly_.slots, problem_.body_space.slot_count(), bodies, problem_.shared);
  }
}

/// Reactions of the rows that form_rows has made; rows and reactions again as long as a scheme that
/// was linearised for them asks for it.
/// @return False: a quasi-static step that no pass has solved.
bool Domain::solve_rows(ConstraintSolver& solver, double step) {
  constexpr int kMostLinearisations = 12;  // in a row; StaticRepeat bounds quasi-static passes
  const bool dynamic = analysis_ == Analysis::dynamic;
  const double time = time_ + (dynamic ? 0.5 * step : step);
  double miss = std::numeric_limits<double>::infinity();
  PassVerdict verdict = PassVerdict::again;
  int linearisations = 1;
  for (int pass = 1;; ++pass) {
    if (pass > 1) assemble_rows(solver, step);
    {
      const PhaseScope scope(timers, Phase::CONSOL);
      if (dynamic) {
        solve_dynamic_rows(solver);
      } else {
        passes_.solve(solver, problem_, solution_);
      }
    }
    timers.add(solver.report().timers);
    const PhaseScope scope(timers, Phase::TIMINT);
    write_velocity_changes(problem_, solution_, assembly_, bodies);
    const bool again = needs_other_pass(step, time, linearisations < kMostLinearisations, miss);
    ++linearisations;
    if (!again) {
      if (dynamic) return true;
      const StaticRows rows{
          loads,       time,        constraints_, std::as_const(contacts_).points(),
          solution_.R, solution_.U, solver};
      verdict = passes_.judge(bodies, rows, ranks_.get());
      if (verdict == PassVerdict::done) return true;
      linearisations = 1;
    }
    store_reactions();  // to start from, or those before the step
    if (verdict == PassVerdict::failed) return false;
  }
}

void Domain::solve_dynamic_rows(ConstraintSolver& solver) {
  const bool watches = !ranks_ && problem_.rolling.empty();
  SolutionWatch* const watch = watches ? solution_watch : nullptr;
  if (watch != nullptr) watch->note_start(solution_.R);
  const auto solve = [&] { fallback_.solve_step(solver, problem_, has_links_, solution_); };
  solve();
  const bool again = bounce_limit_.run(problem_, solution_, solve);
  if (watch == nullptr || again) return;
  watch->look_at({solver, problem_, solution_, bodies, assembly_.slots, has_links_});
}

/// Whether what was linearised for the rows has to be so anew; on some rank. After many passes
/// springs alone ask, whose function may jump.
bool Domain::needs_other_pass(double step, double time, bool all_ask, double& miss) {
  bool again =
      linearise_springs_again(bodies, problem_, solution_, time, loads.callbacks, constraints_);
  const bool dynamic = analysis_ == Analysis::dynamic;
  if (all_ask && (!solution_.R.empty() || ranks_)) {
    const bool moves_on =
        dynamic ? is_worth_a_pass(find_miss(step), miss)
                : passes_.turning().renew(bodies, step, constraints_,
                                          std::as_const(contacts_).points(), solution_.R);
    again = moves_on || again;
  }
  if (all_ask && dynamic) {
    const PullingForces forces{loads, time, step, constraints_, solution_.R};
    again = pulled_bodies_.renew(bodies, forces, ranks_.get()) || again;
  }
  if (all_ask && !links_turn_ && pulls_too_much(step, solution_.R)) {
    turn_links(step, true);
    again = true;
  }
  if (ranks_) again = comm_->all_reduce(Reduction::largest, again ? 1 : 0) != 0;
  if (!again) return false;
  if (dynamic) linearise_again(bodies, step);
  if (ranks_) ranks_->refresh_ghosts(bodies);
  return true;
}

void Domain::drive_obstacles(double step) {
  const bool quasi_static = analysis_ == Analysis::quasi_static;
  obstacle_motion_.drive(bodies, constraints_,
                         {time_, step, contact_params.tolerance, quasi_static});
}

void Domain::place_constraints(double step) {
  const PhaseScope scope(timers, Phase::CONUPD);
  const bool quasi_static = analysis_ == Analysis::quasi_static;
  JointGap gap;
  for (UserConstraint& constraint : constraints_) {
    place_constraint(bodies, constraint, gap);
    if (constraint.kind == ConstraintKind::fixed_point) {
      gap.set(constraint.id, constraint.point - constraint.slave_point);
    }
    if (constraint.kind != ConstraintKind::velocity_direction) continue;
    constraint.target = prescribed_end_velocity(constraint.motion, displacement_along(constraint),
                                                time_, step, quasi_static);
  }
  if (quasi_static) {
    passes_.turning().begin(constraints_);
  } else if (ranks_) {
    ranks_->place_joint_rows(ranked_model());
  } else {
    joint_velocities_.upkeep().place_rows(bodies, constraints_);
  }
  set_drives(bodies, {time_, step, quasi_static}, constraints_);
  const double time = time_ + (quasi_static ? step : 0.5 * step);
  linearise_springs(bodies, {time, step, quasi_static}, loads.callbacks, constraints_);
  turn_links(step, pulls_too_much(step, {}));
  if (!quasi_static) pulled_bodies_.begin(bodies, {loads, time, step, constraints_}, ranks_.get());
}

void Domain::store_reactions() {
  std::size_t row = 0;
  for (UserConstraint& constraint : constraints_) constraint.R = solution_.R[row++];
  for (ContactPoint& contact : contacts_.points()) contact.state.R = solution_.R[row++];
}

/// Work of the couples against rolling, as of friction: half of it in the book of each body.
void Domain::add_rolling_work(double step) {
  const std::size_t first = constraints_.size();
  for (std::size_t k = 0; k < problem_.rolling.size(); ++k) {
    const RollingRow& row = problem_.rolling[k];
    const Vec3 mean = 0.5 * (solution_.spins[k] + row.V);
    const double work = step * dot(mean, solution_.couples[k]);
    const ContactPoint& contact = std::as_const(contacts_).points()[at(row.row) - first];
    for (const int index : {contact.master, contact.slave}) {
      bodies.add_contact_work(bodies.refs()[at(index)], 0.0, 0.5 * work);
    }
  }
}

void Domain::store_solution(std::span<const int> broken_bonds, double step) {
  store_reactions();
  std::size_t row = 0;
  for (UserConstraint& constraint : constraints_) {
    constraint.U = solution_.U[row];
    constraint.V = problem_.V[row];
    constraint.calming = {};
    book_damping(constraint, step, problem_.quasi_static, bodies);
    finish_drive(step, problem_.quasi_static, constraint, bodies);
    ++row;
  }
  joint_velocities_.add_to_reactions(constraints_, step);
  bonds_ = false;
  auto next = broken_bonds.begin();
  for (ContactPoint& contact : contacts_.points()) {
    ContactState& state = contact.state;
    state.U = solution_.U[row];
    state.V = problem_.V[row];
    const bool breaks = next != broken_bonds.end() && *next == static_cast<int>(row);
    if (breaks) ++next;
    const RowLaw& law = problem_.law[row];
    // that work is meant, like the work of a prescribed displacement
    const bool presses = law.pressed && law.velocity_shift < 0.0;
    state.bonded = law.bonded && !breaks;
    bonds_ = bonds_ || state.bonded;
    ++row;
    if (state.R == Vec3{}) continue;
    const Vec3 mean = analysis_ == Analysis::dynamic ? 0.5 * (state.U + state.V) : state.U;
    const double normal = presses ? 0.0 : step * mean.z * state.R.z;
    const double tangential = step * (mean.x * state.R.x + mean.y * state.R.y);
    for (const int index : {contact.master, contact.slave}) {
      bodies.add_contact_work(bodies.refs()[at(index)], 0.5 * normal, 0.5 * tangential);
    }
  }
  add_rolling_work(step);
  age_bonds(problem_, solution_.U, contacts_.points(), contacts_.memories());
  rows_match_ = true;
  constraint_records_stale_ = true;
}

}  // namespace solfec
