#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "constraint/joint_row.h"
#include "constraint/prescribed_motion.h"
#include "constraint/spring.h"
#include "local_dynamics/constraint_kind.h"
#include "local_dynamics/local_dynamics.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// A constraint that the user put: one row between a point of the master and a point of the slave,
/// or of space when the slave is 0. Relative velocities are master minus slave.
struct UserConstraint {
  ConstraintId id{};
  ConstraintKind kind{};
  BodyId master{};
  BodyId slave{};            // 0: a point fixed in space
  Vec3 master_reference;     // reference point of the master, m
  Vec3 slave_reference;      // reference point of the slave, or the fixed spatial point, m
  Vec3 direction;            // fixed and velocity_direction: unit spatial, does not change; spring:
                             // likewise when it was made, zero without one of its own
  double length{};           // rigid_link: length to keep; spring, and fixed_direction of two
                             // bodies: distance along the direction at the beginning, m
  double strength{};         // fixed_point, rigid_link: reaction above which it breaks, N; 0: none
  PrescribedMotion motion;   // velocity_direction; drive: of its motor, by the unit of the row
  Spring spring;             // spring and drive
  JointRow joint;            // of a row that a joint consists of
  Vec3 start_point;          // master's point when the constraint was made, m
  double target{};           // velocity_direction: U_N of the current step, m/s
  bool in_callback = false;  // put by a function that RUN called

  // placement at mid-step, written by `place_constraint`
  Vec3 point;        // master's point, m
  Vec3 slave_point;  // slave's point, m
  Mat3 frame;        // columns t1, t2, n
  bool turns{};      // the force turns within the step (solver/law/turning_force.h)
  Vec3 turning;      // quasi-static: what turning bodies add to the velocity H u of the row, m/s

  Vec3 R;        // reaction of the last step in the local frame, N
  Vec3 U;        // relative velocity at the end and at the start of the last step, m/s
  Vec3 V;        // before errors of velocities were taken away
  Vec3 calming;  // part of R that has taken them away, N; known in the process that has made the
                 // step
  double merit{};
};

/// Fixes a reference point of a body. The checks of all makers are the caller's.
UserConstraint make_fixed_point(BodyId body, Vec3 point);
/// Fixes the motion of a reference point along a spatial direction (not zero, normalised here).
UserConstraint make_fixed_direction(BodyId body, Vec3 point, Vec3 direction);
/// Fixes the motion of two reference points against each other along a spatial direction (not zero,
/// normalised here). Body 2 may be 0: its point is then fixed in space.
UserConstraint make_fixed_direction(BodyId body1, BodyId body2, Vec3 point1, Vec3 point2,
                                    Vec3 direction);
/// Prescribes the motion of a reference point along a spatial direction (not zero, normalised
/// here).
UserConstraint make_prescribed_motion(BodyId body, Vec3 point, Vec3 direction,
                                      const PrescribedMotion& motion);
/// Keeps the distance of two reference points; a point closer than `tolerance` (m) to its partner
/// makes a two-body fixed point instead. Either body may be 0: its point is then fixed in space.
UserConstraint make_rigid_link(BodyId body1, BodyId body2, Vec3 point1, Vec3 point2,
                               double tolerance);

/// Puts a spring between two reference points, of which either body may be 0: its point is then
/// fixed in space. The stroke is what n·(x1 - x2) changes by.
/// @param direction  n, not zero, normalised here; without meaning when it is between_points, for
///                   which the points must differ. Master stands for body 1 in `spring`.
UserConstraint make_spring(BodyId body1, BodyId body2, Vec3 point1, Vec3 point2, Spring spring,
                           Vec3 direction);

/// Gap of the fixed point of a joint, which its guides need; they follow it in lists of
/// constraints.
class JointGap {
 public:
  /// Keeps the gap of a fixed point. @param gap  Master's point minus the slave's, m.
  void set(ConstraintId fixed_point, Vec3 gap) {
    joint_ = fixed_point;
    gap_ = gap;
  }
  /// Returns the gap of the joint of a row; zero where its points are not held together.
  [[nodiscard]] Vec3 of(const UserConstraint& row) const {
    const bool is_row = row.joint.kind != JointRowKind::none;
    return is_row && row.joint.joint == joint_ ? gap_ : Vec3{};
  }

 private:
  ConstraintId joint_{};
  Vec3 gap_;
};

/// Place where a reference point of a body is now; body 0 is space, whose points stay.
/// @pre the body is there.
Vec3 point_now(const Bodies& bodies, BodyId body, Vec3 reference);

/// Moves the points of a constraint with its bodies and renews the frame: global axes for fixed
/// points, the direction for fixed directions, the link from slave to master for rigid links, the
/// direction of a spring, whose stroke is set too; rows of joints as constraint/joint_row.h tells.
/// @param gap  Of the fixed point that was placed last.
void place_constraint(const Bodies& bodies, UserConstraint& constraint, const JointGap& gap = {});

/// Places a new constraint and remembers where it begins, at time t.
void begin_constraint(const Bodies& bodies, double t, UserConstraint& constraint);

/// Points at which the reaction of a placed constraint acts, m.
struct ForcePoints {
  Vec3 master;
  Vec3 slave;
};

/// Returns the points of the constraint, but for a spring whose direction n a body carries (CONV1,
/// CONV2): the force acts on that body where the other one has its point, as the push of a slide
/// does. The relative velocity of these points along n is then the rate of the stroke
/// n·(x_m - x_s) with the turn of n, and the pair of forces has no moment. Where bodies deform, the
/// rate misses the strain of the carrier over the line between the points; one with a mesh gets the
/// force at its own point, since the other one is none of its points.
ForcePoints force_points(const Bodies& bodies, const UserConstraint& constraint);

/// Bodies of a constraint; the master is there.
JointEnds ends_of(const Bodies& bodies, const UserConstraint& constraint);

/// Finds the coordinate of a row of a joint and its rate in the present placement of its bodies;
/// turns are counted from the last coordinate, so a body turns less than half a turn in between.
void measure_joint(const Bodies& bodies, UserConstraint& constraint);

/// Kinds that may have a strength.
constexpr bool may_break(ConstraintKind kind) {
  return kind == ConstraintKind::fixed_point || kind == ConstraintKind::rigid_link;
}

/// Values of the law of a constraint that was placed, in row i of a problem whose V is known.
void set_law(const UserConstraint& constraint, int i, LocalDynamics& problem);

/// Energy that a spring of a number or a table has stored at the end of a dynamic step of the
/// length h (s), beyond that at stroke 0, J; 0 for other constraints.
double stored_at_end(const UserConstraint& constraint, double step);

/// How a constraint was put, in words and numbers, so that a script can be compared with stored
/// results.
/// @param series_text  Text of a time series; two that differ have different texts.
std::string definition_text(const UserConstraint& constraint,
                            const std::function<std::string(const TimeSeries&)>& series_text);

/// Whether a row of a joint is placed by constraint/joint_row.h.
inline bool is_joint_row(const UserConstraint& constraint) {
  return constraint.joint.kind != JointRowKind::none;
}

inline bool is_spring(const UserConstraint& constraint) {
  return constraint.kind == ConstraintKind::spring;
}

/// Whether a motion is prescribed or a motor may drive, so that the reaction brings energy.
inline bool is_prescribed(const UserConstraint& constraint) {
  return constraint.kind == ConstraintKind::velocity_direction ||
         constraint.kind == ConstraintKind::drive;
}

/// Whether the force of a constraint has the direction of the line between its points.
inline bool is_along_line(const UserConstraint& constraint) {
  return constraint.kind == ConstraintKind::rigid_link ||
         (is_spring(constraint) && constraint.spring.direction == SpringDirection::between_points);
}

/// The body that carries the direction of a spring (CONV1, CONV2), 0 without one.
inline BodyId carrier_of(const UserConstraint& constraint) {
  if (!is_spring(constraint) || !is_carried(constraint.spring.direction)) return 0;
  return constraint.spring.direction == SpringDirection::with_master ? constraint.master
                                                                     : constraint.slave;
}

/// Length of the line between the points of a constraint as they are placed, m.
inline double line_length(const UserConstraint& constraint) {
  return norm(constraint.point - constraint.slave_point);
}

/// Length of the line where the force of the constraint turns within the step, else 0, m: that of a
/// StrokeStep.
inline double turning_length(const UserConstraint& constraint) {
  return constraint.turns ? line_length(constraint) : 0.0;
}

/// Displacement of the master's point along the direction since the constraint was made, m.
inline double displacement_along(const UserConstraint& constraint) {
  return dot(constraint.direction, constraint.point - constraint.start_point);
}

}  // namespace solfec
