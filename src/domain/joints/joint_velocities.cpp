#include "domain/joints/joint_velocities.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/count.h"
#include "domain/joints/joint_impulses.h"

namespace solfec {

namespace {

constexpr double kFits = 1e-12;      // of the speeds of the rows: velocities that fit
constexpr double kTold = 1e-6;       // of these: a forbidden velocity that is worth a word
constexpr double kRounding = 1e-14;  // of these: no more than errors of sums
constexpr double kSettled = 1e-16;   // of these: where iterations end that make velocities fit
constexpr double kCalm = 1e-11;      // of these: what may change its sign in each step
constexpr double kCalmed = 1e-13;    // of these: where iterations for that end

constexpr double kAtCentre = 1e-2;  // of the size of a body: nearer to its centre no speed is less

constexpr double kNoSpeed = 1e-60;  // m/s; products of four smaller speeds underflow

/// A bound of the speed of a body at a distance (m) from its centre, m/s.
double speed_at(const BodyMotion& motion, double distance) {
  double rate = 0.0;
  for (const double entry : motion.rate.m) rate += entry * entry;
  return norm(motion.linear) + std::sqrt(rate) * distance;
}

/// A bound of the speed of a body in the surroundings of a point, m/s. A joint at the centre of a
/// body with inertia is off it by rounding of the body's size.
double speed_near(const Bodies& bodies, BodyRef body, Vec3 reference) {
  const BodyMotion motion = bodies.motion(body);
  const double distance = norm(reference - motion.reference_center);
  if (!has_inertia(body.kind)) return speed_at(motion, distance);
  const double side = std::cbrt(bodies.characteristics(body).volume);
  return speed_at(motion, std::max(distance, kAtCentre * side));
}

/// Inverse of the mobility along n, as a matrix; zero where nothing can move.
Mat3 inverse_along(Vec3 n, const Mat3& mobility) {
  const double along = dot(n, mobility * n);
  return along > 0.0 ? (1.0 / along) * outer(n, n) : Mat3{};
}

/// Stops bodies of rows that are slower than a limit, m/s.
template <class Rows>
void stop_slow_bodies(const Rows& rows, double limit, Bodies& bodies) {
  const auto stop = [&](const auto& end) {
    if (end.in_space || !has_inertia(end.body.kind)) return;
    const double size = std::cbrt(bodies.characteristics(end.body).volume);
    const double speed = speed_at(bodies.motion(end.body), size);
    if (speed > 0.0 && speed < limit) bodies.set_rigid_velocity(end.body, {}, {});
  };
  for (const auto& row : rows) {
    stop(row.master);
    stop(row.slave);
  }
}

void sort_by_id(std::vector<JointImpulse>& impulses) {
  std::sort(impulses.begin(), impulses.end(), [](const JointImpulse& a, const JointImpulse& b) {
    return a.constraint < b.constraint;
  });
}

}  // namespace

bool is_calmed(const UserConstraint& constraint) {
  const MotorKind motor = constraint.joint.motor;
  const bool is_motor = constraint.kind == ConstraintKind::drive &&
                        (motor == MotorKind::speed || motor == MotorKind::place);
  return is_motor || !is_elastic(constraint.kind);
}

void JointVelocities::list_rows(const Bodies& bodies, std::span<const UserConstraint> constraints,
                                double time, bool motors) {
  rows_.clear();
  const auto end_of = [&](BodyId id, Vec3 reference) {
    if (id == 0) return End{true, {}, reference, {.current = reference, .arm = {}, .mesh = {}}};
    const BodyRef body = bodies.ref(id);
    return End{false, body, reference, bodies.point(body, reference)};
  };
  const auto mobility = [&](const End& end) {
    return end.in_space ? Mat3{} : bodies.mobility(end.body, end.point);
  };
  JointGap gap;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const UserConstraint& constraint = constraints[i];
    const bool is_motor = is_elastic(constraint.kind);
    if (is_motor && !(motors && is_calmed(constraint))) continue;
    Row row;
    row.is_motor = is_motor;
    row.is_guide = is_joint_row(constraint);
    row.constraint = i;
    row.master = end_of(constraint.master, constraint.master_reference);
    row.slave = end_of(constraint.slave, constraint.slave_reference);
    JointRowPlace guide;
    if (is_joint_row(constraint)) {
      guide = place_row(bodies, ends_of(bodies, constraint), constraint.master_reference,
                        constraint.joint, gap.of(constraint));
      row.slave = end_of(constraint.slave, guide.slave_reference);
    }
    row.is_point = constraint.kind == ConstraintKind::fixed_point;
    if (row.is_point) {
      gap.set(constraint.id, row.master.point.current - row.slave.point.current);
    }
    const Mat3 both = mobility(row.master) + mobility(row.slave);
    if (!(trace(both) > 0.0)) continue;  // obstacles
    row.n = is_joint_row(constraint) ? guide.normal : constraint.direction;
    if (constraint.kind == ConstraintKind::rigid_link) {
      const Vec3 link = row.master.point.current - row.slave.point.current;
      if (!(norm(link) > 0.0)) continue;
      row.n = normalized(link);
    }
    row.inverse = row.is_point ? inverse(both) : inverse_along(row.n, both);
    if (constraint.kind == ConstraintKind::velocity_direction) {
      row.target = constraint.motion.kind == MotionKind::displacement
                       ? dot(row.n, bodies.velocity(row.master.body, row.master.reference))
                       : constraint.motion.velocity(time);
    }
    rows_.push_back(row);
  }
}

void JointVelocities::find_residuals(const Bodies& bodies) {
  const auto velocity = [&](const End& end) {
    return end.in_space ? Vec3{} : bodies.velocity(end.body, end.reference);
  };
  for (Row& row : rows_) {
    const Vec3 relative = velocity(row.master) - velocity(row.slave);
    const Vec3 e = row.is_point ? -relative : (row.target - dot(row.n, relative)) * row.n;
    row.residual = e - row.left;
  }
}

double JointVelocities::largest_residual() const {
  double largest = 0.0;
  for (const Row& row : rows_) largest = std::max(largest, norm(row.residual));
  return largest;
}

/// Adds M⁻¹ Hᵀ of impulses of the rows to the velocities, and finds the residuals.
/// @param impulse  Of a row by its index, N s.
template <class Impulse>
void JointVelocities::kick(Bodies& bodies, const Impulse& impulse) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const Vec3 p = impulse(i);
    if (!row.master.in_space) bodies.kick(row.master.body, row.master.point, p);
    if (!row.slave.in_space) bodies.kick(row.slave.body, row.slave.point, -p);
  }
  find_residuals(bodies);
}

void JointVelocities::iterate(Bodies& bodies, double tolerance) {
  const bool guided =
      std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.is_guide; });
  iterate_impulses(bodies, factors_, rows_, tolerance, guided,
                   [&](const auto& impulse) { kick(bodies, impulse); });
}

void JointVelocities::note_given(std::span<const BodyId> bodies) {
  given_.insert(bodies.begin(), bodies.end());
}

/// Whether a body of the constraint was noted.
bool JointVelocities::is_given(const UserConstraint& constraint) const {
  return given_.count(constraint.master) != 0 || given_.count(constraint.slave) != 0;
}

void JointVelocities::note_forbidden(std::span<const UserConstraint> constraints, double size) {
  for (const Row& row : rows_) {
    const UserConstraint& constraint = constraints[row.constraint];
    if (constraint.kind == ConstraintKind::velocity_direction || !is_given(constraint)) continue;
    const double speed = norm(row.residual);
    if (!(speed > kTold * size) || !(speed > forbidden_.speed)) continue;
    forbidden_.speed = speed;
    forbidden_.constraint = constraint.id;
  }
}

std::span<const BodyRef> JointVelocities::bodies_of_rows() {
  std::vector<BodyRef>& all = joined_;
  all.clear();
  for (const Row& row : rows_) {
    for (const End* end : {&row.master, &row.slave}) {
      if (!end->in_space && has_inertia(end->body.kind)) all.push_back(end->body);
    }
  }
  const auto key = [](BodyRef body) { return std::tuple(body.kind, body.slot); };
  std::sort(all.begin(), all.end(), [&](BodyRef a, BodyRef b) { return key(a) < key(b); });
  const auto same = [&](BodyRef a, BodyRef b) { return key(a) == key(b); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

double JointVelocities::largest_speed(const Bodies& bodies) const {
  double size = 0.0;
  for (const Row& row : rows_) {
    size = std::max(size, std::fabs(row.target));
    for (const End* end : {&row.master, &row.slave}) {
      if (end->in_space) continue;
      size = std::max(size, speed_near(bodies, end->body, end->reference));
    }
  }
  return size;
}

/// Applies the impulses that the residuals ask for.
/// @param account  Of the energies of bodies, to which the work of the impulses goes.
/// @return Kinetic energy that has gone, J.
double JointVelocities::apply(Bodies& bodies, std::span<const UserConstraint> constraints,
                              double tolerance, double Energies::*account) {
  iterate(bodies, tolerance);
  double gone = 0.0;
  for (const BodyRef body : bodies_of_rows()) {
    const double before = bodies.energies(body).kinetic;
    bodies.update_energies(body);
    Energies energy = bodies.energies(body);
    energy.*account += energy.kinetic - before;
    gone += before - energy.kinetic;
    bodies.set_energies(body, energy);
  }
  for (const Row& row : rows_) {
    if (row.is_motor) continue;
    impulses_.push_back({constraints[row.constraint].id, row.impulse});
  }
  sort_by_id(impulses_);
  return gone;
}

void JointVelocities::add_impulses(std::span<const JointImpulse> impulses) {
  impulses_.insert(impulses_.end(), impulses.begin(), impulses.end());
  sort_by_id(impulses_);
}

void JointVelocities::settle(Bodies& bodies, std::span<const UserConstraint> constraints,
                             double time) {
  forbidden_ = {};
  impulses_.clear();
  calming_ = false;
  list_rows(bodies, constraints, time);
  find_residuals(bodies);
  const double size = largest_speed(bodies);
  if (!(largest_residual() > kFits * size)) return;
  note_forbidden(constraints, size);
  forbidden_.energy = apply(bodies, constraints, kSettled * size, &Energies::external);
}

void JointVelocities::leave_meshes_out() {
  const auto is_mesh = [](const End& end) { return !end.in_space && has_mesh(end.body.kind); };
  std::erase_if(rows_, [&](const Row& row) { return is_mesh(row.master) || is_mesh(row.slave); });
}

void JointVelocities::begin_step(const Bodies& bodies, std::span<const UserConstraint> constraints,
                                 double time) {
  start_.clear();
  list_rows(bodies, constraints, time);
  leave_meshes_out();
  find_residuals(bodies);
  for (const Row& row : rows_) {
    const Vec3 e = row.is_point ? row.residual : Vec3{dot(row.n, row.residual), 0.0, 0.0};
    start_.emplace_back(constraints[row.constraint].id, e);
  }
  start_kinetic_ = 0.0;
  for (const BodyRef body : bodies_of_rows()) start_kinetic_ += bodies.energies(body).kinetic;
}

void JointVelocities::end_step(Bodies& bodies, std::span<const UserConstraint> constraints,
                               double time, double load_speed) {
  calming_ = true;
  calmed_ = {0.0, start_.empty() ? 0.0 : start_kinetic_};
  if (start_.empty()) return;
  list_rows(bodies, constraints, time, true);
  leave_meshes_out();
  find_residuals(bodies);
  auto before = start_.begin();
  for (Row& row : rows_) {
    if (row.is_motor) {
      row.left = std::exchange(row.residual, {});
      continue;
    }
    const ConstraintId id = constraints[row.constraint].id;
    before = std::find_if(before, start_.end(), [&](const auto& one) { return one.first == id; });
    if (before == start_.end()) return;  // the rows are others
    const Vec3 e = row.is_point ? before->second : before->second.x * row.n;
    row.left = 0.5 * (row.residual + e);
    row.residual -= row.left;
  }
  const double size = std::fmax(largest_speed(bodies), load_speed);
  // speeds this small beside those that joints have stopped in this step are rounding
  const double nothing = std::fmax(kNoSpeed, kRounding * forbidden_.speed);
  if (size < nothing) {
    stop_slow_bodies(rows_, nothing, bodies);
    return;
  }
  if (!(largest_residual() > kCalm * size)) return;
  calmed_.taken = apply(bodies, constraints, kCalmed * size, &Energies::numerical);
  double left = 0.0;
  for (const BodyRef body : bodies_of_rows()) {
    const double by_loads = 0.5 * bodies.characteristics(body).mass * load_speed * load_speed;
    left += std::fmax(bodies.energies(body).kinetic, by_loads);
  }
  calmed_.kinetic = std::fmax(calmed_.kinetic, left);
}

void JointVelocities::add_to_reactions(std::span<UserConstraint> constraints, double step) {
  if (impulses_.empty()) return;
  for (UserConstraint& constraint : constraints) {
    const auto found =
        std::lower_bound(impulses_.begin(), impulses_.end(), constraint.id,
                         [](const auto& one, ConstraintId id) { return one.constraint < id; });
    if (found == impulses_.end() || found->constraint != constraint.id) continue;
    const Vec3 local = transposed_times(constraint.frame, found->impulse / step);
    constraint.R += local;
    if (calming_) constraint.calming = local;
  }
  impulses_.clear();
}

}  // namespace solfec
