#include "constraint/joint_row.h"

#include <cmath>
#include <numbers>

#include "base/check.h"
#include "math/rotation.h"

namespace solfec {

Mat3 rotation_of(const Bodies& bodies, const JointEnds& ends, bool master) {
  if (master) return bodies.gradient(ends.master);
  return ends.slave_in_space ? identity() : bodies.gradient(ends.slave);
}

JointRowPlace place_row(const Bodies& bodies, const JointEnds& ends, Vec3 reference,
                        const JointRow& row, Vec3 gap) {
  SOLFEC_ASSERT(row.kind != JointRowKind::none);
  JointRowPlace place;
  place.point = bodies.current_point(ends.master, reference);
  const bool takes_gap = row.kind == JointRowKind::guide && !ends.slave_in_space;
  place.slave_point = takes_gap ? place.point - gap : place.point;
  place.slave_reference = ends.slave_in_space
                              ? place.slave_point
                              : bodies.reference_point(ends.slave, place.slave_point);
  const Vec3 axis = normalized(rotation_of(bodies, ends, row.axis_of_master) * row.axis);
  if (row.kind == JointRowKind::turn) {
    const Vec3 mark = normalized(rotation_of(bodies, ends, true) * row.master_mark);
    const Vec3 from = rotation_of(bodies, ends, false) * row.slave_mark;
    place.normal = normalized(cross(axis, mark));
    place.value = std::atan2(dot(axis, cross(from, mark)), dot(from, mark));
    return place;
  }
  const Vec3 origin =
      ends.slave_in_space ? row.origin : bodies.current_point(ends.slave, row.origin);
  place.normal = axis;
  place.value = dot(axis, place.point - origin);
  return place;
}

namespace {

/// Motion of one end of a joint.
struct EndMotion {
  Vec3 center;
  Vec3 linear;
  Vec3 angular;
};

/// Axial vector of the skew part of a matrix.
Vec3 axial(const Mat3& m) {
  return {0.5 * (m(2, 1) - m(1, 2)), 0.5 * (m(0, 2) - m(2, 0)), 0.5 * (m(1, 0) - m(0, 1))};
}

/// @param start  With the velocities of the start of the step, else the present ones.
EndMotion motion_of(const Bodies& bodies, const JointEnds& ends, bool master, bool start) {
  if (!master && ends.slave_in_space) return {};
  const BodyRef body = master ? ends.master : ends.slave;
  const BodyMotion motion = bodies.motion(body);
  if (!start) {
    return {motion.center, motion.linear, axial(motion.rate * transpose(motion.gradient))};
  }
  const Vec3 X = motion.reference_center;
  const Vec3 v = bodies.start_velocity(body, X);
  const auto along = [&](Vec3 e) { return bodies.start_velocity(body, X + e) - v; };
  const Mat3 rate = from_columns(along({1, 0, 0}), along({0, 1, 0}), along({0, 0, 1}));
  return {motion.center, v, axial(rate * transpose(motion.gradient))};
}

double rate_along(const JointRow& row, Vec3 axis, Vec3 point, const EndMotion& master,
                  const EndMotion& slave) {
  if (row.kind == JointRowKind::turn) return dot(axis, master.angular - slave.angular);
  return dot(axis, master.linear + cross(master.angular, point - master.center) - slave.linear -
                       cross(slave.angular, point - slave.center));
}

}  // namespace

double coordinate_rate(const Bodies& bodies, const JointEnds& ends, Vec3 reference,
                       const JointRow& row) {
  const Vec3 axis = rotation_of(bodies, ends, row.axis_of_master) * row.axis;
  return rate_along(row, axis, bodies.current_point(ends.master, reference),
                    motion_of(bodies, ends, true, false), motion_of(bodies, ends, false, false));
}

double start_rate(const Bodies& bodies, const JointEnds& ends, Vec3 reference, const JointRow& row,
                  double step) {
  EndMotion master = motion_of(bodies, ends, true, true);
  EndMotion slave = motion_of(bodies, ends, false, true);
  const double half = 0.5 * step;
  const auto turned_back = [&](const EndMotion& motion, Vec3 v) {
    return exponential_map(-half * motion.angular) * v;
  };
  const Vec3 axis = turned_back(row.axis_of_master ? master : slave,
                                rotation_of(bodies, ends, row.axis_of_master) * row.axis);
  const Vec3 arm =
      turned_back(master, bodies.current_point(ends.master, reference) - master.center);
  master.center -= half * master.linear;
  slave.center -= half * slave.linear;
  return rate_along(row, axis, master.center + arm, master, slave);
}

double unwound(double angle, double last) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return angle + kTurn * std::round((last - angle) / kTurn);
}

}  // namespace solfec
