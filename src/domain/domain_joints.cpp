#include <algorithm>
#include <array>
#include <cmath>

#include "domain/bonds/bond_anchors.h"
#include "domain/bonds/bond_error.h"
#include "domain/domain.h"
#include "domain/joints/joint_drives.h"

// What a domain does about the velocities of its joints (domain/joints/joint_velocities.h).

namespace solfec {

namespace {

/// Velocity that loads give the rows of constraints of all ranks in the step, m/s. Collective.
/// @param constraints  Of this rank, whose rows are the first ones; the last of them may have come
///                     after the rows were made.
double load_speed(const LocalDynamics& problem, std::size_t constraints, Comm& comm) {
  double largest = 0.0;
  for (std::size_t i = 0; i < std::min(constraints, problem.V.size()); ++i) {
    largest = std::fmax(largest, norm(problem.B[i] - problem.V[i]));
  }
  return comm.all_reduce(Reduction::largest, largest);
}

}  // namespace

/// Error of velocity that rows may keep in a dynamic step, m/s: where links turn, and where bodies
/// with joints have a weight. 0: no bound.
double Domain::joint_error_bound() const {
  const bool keeps_errors = problem_.weight_speed > 0.0 && has_constraints(reverses_velocity);
  if (!links_turn_ && !keeps_errors) return 0.0;
  double speed = 0.0;
  const std::size_t rows = links_turn_ ? constraints_.size() : problem_.V.size();
  for (std::size_t i = 0; i < rows; ++i) speed = std::fmax(speed, norm(problem_.V[i]));
  return LinkTurning::error_bound(problem_.weight_speed,
                                  comm_->all_reduce(Reduction::largest, speed), links_turn_);
}

/// Error of velocity that rows may keep in a dynamic step for the sake of joints, of thin bodies
/// and of bonds, m/s. 0: no bound.
///
/// A thin body turns about its edge by an error of its place, so errors of a step are to be small
/// beside its thickness: a part of the tolerance of contacts, where the accuracy asks for less.
/// @param accuracy  E that the solver asks for, m/s.
double Domain::row_error_bound(double step, double accuracy) const {
  double joints = joint_error_bound();
  constexpr double kOfTolerance = 0.1;  // of a thousandth of the least extent of a body, usually
  const double thin = kOfTolerance * contact_params.tolerance / step;
  if (thin < accuracy) joints = joints > 0.0 ? std::fmin(joints, thin) : thin;
  if (!has_cohesion(surface_materials)) return joints;
  const double bonds =
      comm_->all_reduce(Reduction::least, bond_error_bound(problem_, contact_params.tolerance));
  if (!std::isfinite(bonds)) return joints;
  return joints > 0.0 ? std::fmin(joints, bonds) : bonds;
}

void Domain::note_given_velocities(std::initializer_list<BodyId> whose) {
  velocities_are_given_ = true;
  joint_velocities_.note_given({whose.begin(), whose.size()});
}

void Domain::forget_given_velocities() {
  velocities_are_given_ = false;
  joint_velocities_.forget_given();
}

/// Velocities that were given, or that new joints see, are made those that joints allow.
void Domain::settle_velocities() {
  if (!velocities_are_given_) return;
  if (analysis_ == Analysis::dynamic) {
    make_whole();
    joint_velocities_.settle(bodies, constraints_, time_);
  }
  forget_given_velocities();
}

/// Whether steps end with `calm_velocities`.
bool Domain::calms_velocities() const {
  return analysis_ == Analysis::dynamic && has_constraints(reverses_velocity);
}

/// Notes what joints forbid at the start of a step.
void Domain::note_velocities() {
  if (!calms_velocities()) return;
  if (ranks_) {
    ranks_->note_start(ranked_model());
  } else {
    joint_velocities_.begin_step(bodies, constraints_, time_);
  }
}

/// Whether any rank has a user constraint of such a kind.
bool Domain::has_constraints(bool (*is)(ConstraintKind)) const {
  const auto any = [&](std::span<const UserConstraint> constraints) {
    return std::any_of(constraints.begin(), constraints.end(),
                       [&](const UserConstraint& one) { return is(one.kind); });
  };
  return any(constraints_) || (ranks_ && any(ranks_->others()));
}

/// Velocities at the end of a step: those that joints allow, where a drive has met a stop, and no
/// errors that would change their sign in the next step.
void Domain::calm_velocities(double step) {
  if (has_hit_stops(step)) {
    make_whole();
    joint_velocities_.settle(bodies, constraints_, time_ + step);
    (void)joint_velocities_.take_forbidden();  // they were not given
  } else if (calms_velocities()) {
    const double by_loads = load_speed(problem_, constraints_.size(), *comm_);
    if (ranks_) {
      ranks_->calm_velocities(ranked_model(), time_, time_ + step, by_loads, joint_velocities_);
    } else {
      joint_velocities_.end_step(bodies, constraints_, time_ + step, by_loads);
    }
  } else {
    return;
  }
  joint_velocities_.add_to_reactions(constraints_, step);
}

CalmedEnergy Domain::take_calmed() {
  const CalmedEnergy own = joint_velocities_.take_calmed();
  if (!ranks_ || !calms_velocities()) return own;
  std::array<double, 2> sums{own.taken, own.kinetic};
  comm_->all_reduce(Reduction::sum, std::span<double>(sums));
  return {sums[0], sums[1]};
}

/// Whether a drive of any rank has met a stop in a step.
bool Domain::has_hit_stops(double step) const {
  const auto is_drive = [](ConstraintKind kind) { return kind == ConstraintKind::drive; };
  if (analysis_ != Analysis::dynamic || !has_constraints(is_drive)) return false;
  const bool hit = std::any_of(constraints_.begin(), constraints_.end(),
                               [&](const auto& one) { return has_hit_stop(step, one); });
  return ranks_ ? comm_->all_reduce(Reduction::largest, hit ? 1 : 0) != 0 : hit;
}

}  // namespace solfec
