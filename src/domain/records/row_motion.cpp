#include "domain/records/row_motion.h"

#include <algorithm>
#include <utility>

#include "archive/archive_error.h"
#include "archive/bit_difference.h"
#include "base/cat.h"

namespace solfec {

// Python repeats these operations one by one (python/solfec_results/row_motion.py): a sum in
// another order would give other bits.

namespace {

/// Change of the velocity of a body at a contact from mid-step to an end of the step.
Vec3 turned_to_end(const RowMotion& body, Vec3 arm, const RowMotion& other, Vec3 other_arm,
                   Vec3 normal, double step) {
  const double half = 0.5 * step;
  const double angle_squared = half * half * dot(body.start_angular, body.start_angular);
  const double size = norm(arm);
  const double sizes = size + norm(other_arm);
  const double share = sizes > 0.0 ? size / sizes : 0.0;
  const Vec3 way =
      half / (1.0 + angle_squared) * (share * (other.start_linear - body.start_linear));
  const Vec3 change = cross(body.start_angular, way);
  return change - dot(change, normal) * normal;
}

/// Center of a body half a step before the end of the step.
Vec3 mid_step(Vec3 center, Vec3 linear, double step) { return center - 0.5 * step * linear; }

Vec3 finite_or_zero(Vec3 velocity) { return is_finite(velocity) ? velocity : Vec3{}; }

/// Velocities of a body at one end of the step.
struct EndVelocities {
  Vec3 RowMotion::*linear;
  Vec3 RowMotion::*angular;
};

/// Relative velocity of a contact at one end of the step.
/// @param step  h at the end of the step; -h at its start, which turns the change about.
Vec3 expected_at(const EndVelocities& end, const RowMotion& master, const RowMotion& slave,
                 const ConstraintRecord& row, double step) {
  const Vec3 normal = row.frame.column(2);
  const Vec3 a = row.point - master.center;
  const Vec3 b = row.point - slave.center;
  Vec3 of_master = master.*end.linear + cross(master.*end.angular, a);
  Vec3 of_slave = slave.*end.linear + cross(slave.*end.angular, b);
  if (master.has_inertia && slave.has_inertia) {
    of_master += turned_to_end(master, a, slave, b, normal, step);
    of_slave += turned_to_end(slave, b, master, a, normal, step);
  }
  return finite_or_zero(transposed_times(row.frame, of_master - of_slave));
}

}  // namespace

Vec3 expected_start(const RowMotion& master, const RowMotion& slave, const ConstraintRecord& row,
                    double step) {
  return expected_at({&RowMotion::start_linear, &RowMotion::start_angular}, master, slave, row,
                     -step);
}

Vec3 expected_end(const RowMotion& master, const RowMotion& slave, const ConstraintRecord& row,
                  double step) {
  return expected_at({&RowMotion::linear, &RowMotion::angular}, master, slave, row, step);
}

BitDifference bit_difference(Vec3 value, Vec3 expected) {
  return {bit_difference(value.x, expected.x), bit_difference(value.y, expected.y),
          bit_difference(value.z, expected.z)};
}

Vec3 from_bit_difference(const BitDifference& difference, Vec3 expected) {
  return {from_bit_difference(difference[0], expected.x),
          from_bit_difference(difference[1], expected.y),
          from_bit_difference(difference[2], expected.z)};
}

void RowMotions::set(std::vector<RowMotion> motions, double step) {
  motions_ = std::move(motions);
  step_ = step;
  last_master_ = last_slave_ = 0;
}

void RowMotions::set(std::span<const StoredMotion> stored, double step) {
  std::vector<RowMotion> motions;
  motions.reserve(stored.size());
  for (const StoredMotion& each : stored) {
    if (each.body <= (motions.empty() ? 0 : motions.back().body)) {
      throw ArchiveError(cat("the motion of body ", each.body, " is out of order"));
    }
    const RowMotion state = state_of(each.body);
    RowMotion& motion = motions.emplace_back();
    motion.body = each.body;
    motion.has_inertia = each.has_inertia;
    motion.linear = from_bit_difference(each.linear, state.linear);
    motion.angular = from_bit_difference(each.angular, state.angular);
    motion.center = from_bit_difference(each.center, mid_step(state.center, motion.linear, step));
    motion.start_linear = from_bit_difference(each.start_linear, motion.linear);
    motion.start_angular = from_bit_difference(each.start_angular, motion.angular);
  }
  set(std::move(motions), step);
}

std::vector<StoredMotion> RowMotions::stored() const {
  std::vector<StoredMotion> all;
  all.reserve(motions_.size());
  for (const RowMotion& motion : motions_) {
    const RowMotion state = state_of(motion.body);
    all.push_back(
        {.body = motion.body,
         .has_inertia = motion.has_inertia,
         .center = bit_difference(motion.center, mid_step(state.center, motion.linear, step_)),
         .linear = bit_difference(motion.linear, state.linear),
         .angular = bit_difference(motion.angular, state.angular),
         .start_linear = bit_difference(motion.start_linear, motion.linear),
         .start_angular = bit_difference(motion.start_angular, motion.angular)});
  }
  return all;
}

Vec3 RowMotions::start_of(const ConstraintRecord& row) const {
  const RowMotion* const master = find(row.master, last_master_);
  const RowMotion* const slave = find(row.slave, last_slave_);
  if (master == nullptr || slave == nullptr) return {};
  return expected_start(*master, *slave, row, step_);
}

Vec3 RowMotions::end_of(const ConstraintRecord& row) const {
  const RowMotion* const master = find(row.master, last_master_);
  const RowMotion* const slave = find(row.slave, last_slave_);
  if (master == nullptr || slave == nullptr) return {};
  return expected_end(*master, *slave, row, step_);
}

/// Center and velocities of a body at the end of the step, zero where its state is not there.
RowMotion RowMotions::state_of(BodyId body) const {
  RowMotion motion;
  const int index = states_.find(body);
  if (index < 0) return motion;
  const auto i = static_cast<std::size_t>(index);
  const BodyKind kind = states_.bodies[i].kind;
  if (kind != BodyKind::rigid && kind != BodyKind::obstacle) return motion;
  const std::span<const double> numbers = states_.numbers_of(i);
  const auto vector = [&](std::size_t k) {
    return Vec3{numbers[k], numbers[k + 1], numbers[k + 2]};
  };
  Mat3 rotation;
  std::copy_n(numbers.begin(), 9, rotation.m);
  motion.center = vector(9);
  motion.angular = kind == BodyKind::rigid ? rotation * vector(12) : vector(12);
  motion.linear = vector(15);
  return motion;
}

/// Motion of a body, null when there is none. @param[in,out] last  Index that was found last.
const RowMotion* RowMotions::find(BodyId body, std::size_t& last) const {
  if (last < motions_.size() && motions_[last].body == body) return &motions_[last];
  const auto at =
      std::lower_bound(motions_.begin(), motions_.end(), body,
                       [](const RowMotion& motion, BodyId wanted) { return motion.body < wanted; });
  if (at == motions_.end() || at->body != body) return nullptr;
  last = static_cast<std::size_t>(at - motions_.begin());
  return &*at;
}

}  // namespace solfec
