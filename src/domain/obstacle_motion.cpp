#include "domain/obstacle_motion.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "constraint/followed_displacement.h"
#include "integrator/rigid_step.h"
#include "math/pseudo_inverse.h"
#include "math/rotation.h"

namespace solfec {

namespace {

// `drive` lists the rows of each obstacle (collect), starts from the motion that INITIAL_VELOCITY
// gave, and follows the rows by Newton's iteration on the finite rotation (find_place, follow),
// each step with the influence of the rows at the present rotation (find_influence). With the
// influence at the start and at the end it finds the velocities there (velocity_of). The last
// influence then says what the rows' share of the contact forces is (write_reactions).

constexpr double kRank = 1e-12;      // eigenvalues below this part of the largest possible are zero
constexpr double kRounding = 1e-15;  // of arms and shifts
constexpr double kFulfilled = 1e-12;  // of these: a miss that is rounding
constexpr int kMaxIterations = 30;    // a few do, unless the motions contradict each other

}  // namespace

void ObstacleMotion::collect(const Bodies& bodies, std::span<const UserConstraint> constraints,
                             const Step& step) {
  rows_.clear();
  driven_.clear();
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const UserConstraint& constraint = constraints[i];
    if (constraint.kind != ConstraintKind::velocity_direction) continue;
    const int body = bodies.find(constraint.master);
    const BodyRef ref = bodies.refs()[static_cast<std::size_t>(body)];
    if (has_inertia(ref.kind)) continue;
    const Vec3 point = bodies.current_point(ref, constraint.master_reference);
    Row row;
    row.body = body;
    row.constraint = i;
    row.direction = constraint.direction;
    row.arm = point - bodies.motion(ref).center;
    const PrescribedMotion& motion = constraint.motion;
    const double end = step.start + step.length;
    row.exact_shift =
        motion.displacement(end) - dot(constraint.direction, point - constraint.start_point);
    const BodyRecord& record = bodies.table().row(body).record;
    const double given =
        dot(constraint.direction, record.given_linear + cross(record.given_angular, row.arm));
    row.start_speed = followed_velocity(motion, step.start, step.length, given);
    row.end_speed = followed_velocity(motion, end, step.length, given);
    const bool by_place = step.quasi_static || motion.kind == MotionKind::displacement;
    row.shift = by_place ? row.exact_shift : 0.5 * step.length * (row.start_speed + row.end_speed);
    rows_.push_back(row);
  }
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return a.body != b.body ? a.body < b.body : a.constraint < b.constraint;
  });
  for (int i = 0; i < count(rows_); ++i) {
    const int body = rows_[static_cast<std::size_t>(i)].body;
    if (driven_.empty() || driven_.back().body != body) {
      driven_.push_back({body, bodies.ids()[at(body)], i, i, {}});
    }
    driven_.back().end = i + 1;
  }
}

/// Influence of every row. With the rows (n, m), m = Q arm x n, of the equations
/// n · a + m · b = ρ for a shift a and a turn b, the least turn and then the least shift are
///   b = (M'ᵀM')⁺ M'ᵀ ρ,  a = (NᵀN)⁺ Nᵀ (ρ - M b),  M' = (1 - N (NᵀN)⁺ Nᵀ) M,
/// where M' is what no shift can do.
void ObstacleMotion::find_influence(std::span<Row> rows, const Mat3& turned) {
  Mat3 nn;
  Mat3 nm;
  double size = 0.0;
  for (const Row& row : rows) {
    nn += outer(row.direction, row.direction);
    nm += outer(row.direction, cross(turned * row.arm, row.direction));
    size += dot(row.arm, row.arm);
  }
  const Mat3 shift = pseudo_inverse(nn, kRank * count(rows));
  const Mat3 taken = shift * nm;
  Mat3 mm;
  for (Row& row : rows) {
    const Vec3 m = cross(turned * row.arm, row.direction);
    row.angular = m - transposed_times(taken, row.direction);  // row of M'
    mm += outer(row.angular, row.angular);
  }
  const Mat3 turn = pseudo_inverse(mm, kRank * size);
  for (Row& row : rows) {
    row.angular = turn * row.angular;
    row.linear = shift * row.direction - taken * row.angular;
  }
}

/// The velocity nearest to that of INITIAL_VELOCITY that has the speeds of the rows.
/// @param turned  Of the rows' influence.
ObstacleMotion::Velocity ObstacleMotion::velocity_of(std::span<const Row> rows,
                                                     const BodyRecord& record, const Mat3& turned,
                                                     double Row::*speed) {
  const Velocity given{record.given_linear, record.given_angular};
  Velocity velocity = given;
  for (const Row& row : rows) {
    const Vec3 now = given.linear + cross(given.angular, turned * row.arm);
    const double missing = row.*speed - dot(row.direction, now);
    velocity.linear += missing * row.linear;
    velocity.angular += missing * row.angular;
  }
  return velocity;
}

/// Shift and turn of a step. @return The row that misses its place most.
const ObstacleMotion::Row* ObstacleMotion::find_place(std::span<Row> rows, const BodyRecord& record,
                                                      const Step& step, Vec3& shift, Mat3& turned) {
  const auto begin = [&] {
    shift = step.length * record.given_linear;
    turned = exponential_map(step.length * record.given_angular);
  };
  begin();
  const Row* worst = follow(rows, shift, turned);
  double size = norm(shift);
  for (const Row& row : rows) size = std::max(size, norm(row.arm));
  if (worst->miss <= kFulfilled * size) return worst;
  for (Row& row : rows) row.shift = row.exact_shift;
  begin();
  return follow(rows, shift, turned);
}

void ObstacleMotion::drive(Bodies& bodies, std::span<const UserConstraint> constraints,
                           const Step& step) {
  collect(bodies, constraints, step);
  ObstacleSet& set = bodies.obstacles;
  set.stop_driving();
  for (Driven& driven : driven_) {
    const BodyRecord& record = bodies.table().row(driven.body).record;
    const std::span<Row> rows(rows_.data() + driven.begin, rows_.data() + driven.end);
    find_influence(rows, identity());
    const Velocity start = velocity_of(rows, record, identity(), &Row::start_speed);
    Vec3 shift;
    Mat3 turned;
    const Row* worst = find_place(rows, record, step, shift, turned);
    if (!(worst->miss <= step.tolerance)) {
      const Vec3 p = constraints[worst->constraint].master_reference;
      throw InputError(cat("the motions prescribed for ", describe(record),
                           " are not those of a rigid body: at t=", step.start + step.length,
                           " s its point (", p.x, ", ", p.y, ", ", p.z, ") m misses its place by ",
                           worst->miss, " m"));
    }
    const BodyRef obstacle = bodies.refs()[static_cast<std::size_t>(driven.body)];
    const auto i = static_cast<std::size_t>(obstacle.slot);
    driven.center = set.center[i] + 0.5 * shift;
    if (step.quasi_static) {
      bodies.set_rigid_velocity(obstacle, shift / step.length,
                                rotation_vector(turned) / step.length);
      continue;
    }
    const Velocity end = velocity_of(rows, record, turned, &Row::end_speed);
    bodies.set_rigid_velocity(obstacle, end.linear, end.angular);
    set.start_linear[i] = start.linear;
    set.start_angular[i] = start.angular;
    set.driven[i] = 1;
    set.end_center[i] = set.center[i] + shift;
    set.end_rotation[i] = orthonormalized(turned * set.rotation[i]);
  }
}

/// Newton's iteration for the shift and the turn that bring all rows to their places.
/// @return The row that misses its place most.
const ObstacleMotion::Row* ObstacleMotion::follow(std::span<Row> rows, Vec3& shift, Mat3& turned) {
  for (int iteration = 0;; ++iteration) {
    find_influence(rows, turned);
    Vec3 more;
    Vec3 turn;
    double size = norm(shift);
    const Row* worst = rows.data();
    for (Row& row : rows) {
      const double missing = row.shift - dot(row.direction, shift + (turned * row.arm - row.arm));
      row.miss = std::fabs(missing);
      if (row.miss > worst->miss) worst = &row;
      more += missing * row.linear;
      turn += missing * row.angular;
      size = std::max({size, std::fabs(row.shift), norm(row.arm)});
    }
    if (worst->miss <= kRounding * size || iteration == kMaxIterations) return worst;
    shift += more;
    turned = exponential_map(turn) * turned;
  }
}

void ObstacleMotion::write_reactions(std::span<const ContactPoint> contacts,
                                     std::span<const ObstacleLoad> of_others,
                                     std::span<UserConstraint> constraints) const {
  for (const Driven& driven : driven_) {
    Vec3 force;
    Vec3 torque;
    for (const ContactPoint& contact : contacts) {
      const bool is_first = contact.key.first_body == driven.id;
      if (is_first == (contact.key.second_body == driven.id)) continue;
      const double sign = is_first != contact.state.first_is_slave ? 1.0 : -1.0;
      const Vec3 p = sign * (contact.frame * contact.state.R);
      force += p;
      torque += cross(contact.point - driven.center, p);
    }
    for (const ObstacleLoad& load : of_others) {
      if (load.obstacle != driven.id) continue;
      force += load.force;
      torque += load.torque + cross(load.about - driven.center, load.force);
    }
    for (int i = driven.begin; i < driven.end; ++i) {
      const Row& row = rows_[static_cast<std::size_t>(i)];
      constraints[row.constraint].R = {0.0, 0.0,
                                       -dot(force, row.linear) - dot(torque, row.angular)};
    }
  }
}

}  // namespace solfec
