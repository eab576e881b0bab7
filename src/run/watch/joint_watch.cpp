#include "run/watch/joint_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/cat.h"
#include "run/report/body_text.h"
#include "run/watch/row_error.h"
#include "run/watch/watched_exchange.h"

namespace solfec {
namespace {

constexpr double kShare = 0.01;       // of the work that passes
constexpr double kNoDistance = 1e-6;  // of lever arms and sizes

bool is_watched(const UserConstraint& constraint) {
  return !is_prescribed(constraint) && constraint.spring.function.empty();
}

/// Whether a spring has a direction that a mesh carries (CONV1, CONV2).
bool turns_with_mesh(const Bodies& bodies, const UserConstraint& constraint) {
  const BodyId carrier = carrier_of(constraint);
  const int index = carrier == 0 ? -1 : bodies.find(carrier);
  return index >= 0 && has_mesh(bodies.refs()[at(index)].kind);
}

/// Energy of a spring with the direction of this step at the begin of it, J.
double stored_at_begin(const UserConstraint& constraint, double step) {
  const double stroke = constraint.spring.row.stroke - 0.5 * step * constraint.V.z;
  return stored_energy(constraint.spring.row, stroke);
}

/// How far the points of a constraint are now from where it holds them, m; 0 for constraints that
/// hold no points.
double distance_apart(const Bodies& bodies, const UserConstraint& constraint) {
  const bool is_link = constraint.kind == ConstraintKind::rigid_link;
  const bool is_direction =
      constraint.kind == ConstraintKind::fixed_direction && !is_joint_row(constraint);
  if (!is_link && !is_direction && constraint.kind != ConstraintKind::fixed_point) return 0.0;
  const Vec3 in_space = is_link ? constraint.slave_reference : constraint.start_point;
  const Vec3 gap =
      point_now(bodies, constraint.master, constraint.master_reference) -
      (constraint.slave == 0 ? in_space
                             : point_now(bodies, constraint.slave, constraint.slave_reference));
  if (is_direction) return std::fabs(dot(constraint.direction, gap) - constraint.length);
  return is_link ? std::fabs(norm(gap) - constraint.length) : norm(gap);
}

/// Energy of the bodies of a constraint, the speed of the faster one, their lever arms and sizes.
struct JointBodies {
  double energy{};  // J
  double speed{};   // m/s
  double reach{};   // m
};

JointBodies bodies_of(const Bodies& bodies, const UserConstraint& constraint) {
  JointBodies both;
  const auto add = [&](BodyId id, Vec3 reference) {
    const int index = id == 0 ? -1 : bodies.find(id);
    if (index < 0) return;
    const BodyRef body = bodies.refs()[at(index)];
    if (!has_inertia(body.kind)) return;
    const Energies energies = bodies.energies(body);
    const BodyCharacteristics characteristics = bodies.characteristics(body);
    both.energy += energies.kinetic + energies.internal;
    both.speed = std::fmax(both.speed, std::sqrt(2.0 * energies.kinetic / characteristics.mass));
    both.reach += norm(reference - characteristics.center) + std::cbrt(characteristics.volume);
  };
  add(constraint.master, constraint.master_reference);
  add(constraint.slave, constraint.slave_reference);
  return both;
}

/// @param given  Whether the turn of the direction gives energy from outside.
void add_step(const JointBodies& both, const UserConstraint& constraint, double step,
              double row_error, bool given, WatchedJoint& joint) {
  const double work =
      0.5 * step * dot(constraint.R - constraint.calming, constraint.U + constraint.V);
  const double stored = stored_at_end(constraint, step);
  if (!joint.begun) {
    joint.stored = stored + work;
  } else if (given) {
    joint.stored += stored_at_begin(constraint, step) - joint.last;
  }
  joint.begun = true;
  joint.last = stored;
  joint.work += work;
  joint.made = joint.work + stored - joint.stored;
  const double reaction = norm(constraint.R);
  joint.passed += step * reaction * both.speed;
  joint.error += step * reaction * row_error;
  joint.least =
      std::fmax(joint.least, kNoDistance * (both.reach + line_length(constraint)) * reaction);
  joint.largest = std::fmax(joint.largest, both.energy - joint.made);
}

bool is_unstable(const WatchedJoint& joint) {
  return joint.apart > 0.0 ||
         joint.made - kShare * joint.passed - joint.error > std::fmax(joint.largest, joint.least);
}

}  // namespace

std::string made_at(const Domain& domain, ConstraintId id, const ScriptLines& lines) {
  const auto constraints = domain.user_constraints();
  std::vector<std::int64_t> keys;
  for (const UserConstraint& one : constraints) keys.push_back(one.id);
  const std::vector<std::string> all = lines.item_lines("constraint", keys);
  const auto found = std::find(keys.begin(), keys.end(), id);
  if (found == keys.end()) return {};
  const std::string& line = all[static_cast<std::size_t>(found - keys.begin())];
  return line.empty() ? line : cat(" (made at ", line, ")");
}

namespace {

/// Advice where a motor without a limit drives some joint, which no step helps where it locks.
std::string motor_advice(const Domain& domain) {
  for (const UserConstraint& one : domain.user_constraints()) {
    const bool forces = one.joint.motor == MotorKind::speed || one.joint.motor == MotorKind::place;
    if (!forces || std::isfinite(one.joint.motor_limit)) continue;
    return cat("; or the MOTOR of ", body_name(domain, one.master), " and ",
               partner_name(domain, one.slave),
               ", which has no limit, drives a mechanism that cannot move in this way: one through "
               "a point where it locks, or a body that others hold; then give it 'limit'");
  }
  return {};
}

std::string text_of(const Domain& domain, const UserConstraint& constraint,
                    const WatchedJoint& joint, double step, const ScriptLines& lines) {
  const std::string partner =
      partner_name(domain, constraint.slave) + made_at(domain, constraint.id, lines);
  if (joint.apart > 0.0) {
    return cat("the ", name_of(constraint.kind), " to ", partner, " has come apart by ",
               short_number(joint.apart), " m, more than the size of what it joins: the step ",
               short_number(step),
               " s is too long for its bodies, or the criteria of the solver are too loose; take a "
               "shorter step, or masses that differ less",
               motor_advice(domain));
  }
  return cat("the ", name_of(constraint.kind), " to ", partner, " makes energy, ",
             short_number(joint.made), " J; its bodies have had ", short_number(joint.largest),
             " J from elsewhere: the step ", short_number(step),
             " s is too long for how fast it turns; take a shorter one", motor_advice(domain));
}

}  // namespace

/// Gives each constraint its place in the list; that of a new one is empty.
void JointWatch::keep_present(std::span<const UserConstraint> constraints) {
  const bool same = std::equal(
      constraints.begin(), constraints.end(), watched_.begin(), watched_.end(),
      [](const UserConstraint& one, const WatchedJoint& joint) { return one.id == joint.id; });
  if (same) return;
  std::vector<WatchedJoint> old;
  old.swap(watched_);
  const auto before = [](const WatchedJoint& a, const WatchedJoint& b) { return a.id < b.id; };
  std::sort(old.begin(), old.end(), before);
  for (const UserConstraint& constraint : constraints) {
    WatchedJoint joint;
    joint.id = constraint.id;
    const auto found = std::lower_bound(old.begin(), old.end(), joint, before);
    watched_.push_back(found != old.end() && found->id == joint.id ? *found : joint);
  }
}

ConstraintId JointWatch::add(const Bodies& bodies, std::span<const UserConstraint> constraints,
                             double step, double row_error) {
  keep_present(constraints);
  ConstraintId first = 0;
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    WatchedJoint& joint = watched_[k];
    if (!is_watched(constraints[k])) continue;
    const JointBodies both = bodies_of(bodies, constraints[k]);
    add_step(both, constraints[k], step, row_error, turns_with_mesh(bodies, constraints[k]), joint);
    const double apart = both.reach > 0.0 ? distance_apart(bodies, constraints[k]) : 0.0;
    joint.apart = apart > both.reach + std::fabs(constraints[k].length) ? apart : 0.0;
    if (is_unstable(joint) && (first == 0 || joint.id < first)) first = joint.id;
  }
  return first;
}

ConstraintId JointWatch::find_unstable(const Domain& domain, double residual) {
  const auto constraints = domain.user_constraints();
  const bool on_ranks = domain.ranks() != nullptr;
  const double own_count = constraints.empty() ? 0.0 : 1.0;
  const double any = on_ranks ? domain.comm().all_reduce(Reduction::largest, own_count) : own_count;
  if (any == 0.0) return 0;
  const LocalDynamics& problem = domain.local_dynamics();
  const double error =
      std::fmax(row_speed_error(domain, residual).value_or(0.0), problem.speed_error_bound);
  const ConstraintId own = add(domain.bodies, constraints, problem.step, error);
  if (!on_ranks) return own;
  constexpr ConstraintId kNone = std::numeric_limits<ConstraintId>::max();
  const ConstraintId first = domain.comm().all_reduce(Reduction::least, own == 0 ? kNone : own);
  return first == kNone ? 0 : first;
}

BodyId JointWatch::master(const Domain& domain, ConstraintId id) const {
  BodyId own = 0;
  for (const UserConstraint& constraint : domain.user_constraints()) {
    if (constraint.id == id) own = constraint.master;
  }
  return domain.ranks() ? domain.comm().all_reduce(Reduction::largest, own) : own;
}

std::string JointWatch::text(const Domain& domain, ConstraintId id, double step,
                             const ScriptLines& lines) const {
  std::string own;
  const auto constraints = domain.user_constraints();
  for (std::size_t k = 0; k < constraints.size() && k < watched_.size(); ++k) {
    if (constraints[k].id == id) own = text_of(domain, constraints[k], watched_[k], step, lines);
  }
  return domain.ranks() ? text_of_ranks(domain.comm(), own) : own;
}

}  // namespace solfec
