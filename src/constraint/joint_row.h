#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "base/ids.h"
#include "body/bodies.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// How a row of a joint follows the two bodies of the joint.
enum class JointRowKind : std::uint8_t {
  none,   // no row of a joint, or its points that stay together, a fixed point
  guide,  // keeps a point of the master in a plane of the slave
  slide,  // drives the master along an axis of the slave
  turn    // drives the master about an axis
};

/// As the layout of files shows it.
constexpr std::string_view name_of(JointRowKind item) {
  switch (item) {
    case JointRowKind::none:
      return "NONE";
    case JointRowKind::guide:
      return "GUIDE";
    case JointRowKind::slide:
      return "SLIDE";
    case JointRowKind::turn:
      return "TURN";
  }
  return {};
}

/// Quantity that MOTOR prescribes for the free coordinate of a joint.
enum class MotorKind : std::uint8_t { none, speed, place, force };

/// As the layout of files shows it.
constexpr std::string_view name_of(MotorKind item) {
  switch (item) {
    case MotorKind::none:
      return "NONE";
    case MotorKind::speed:
      return "SPEED";
    case MotorKind::place:
      return "PLACE";
    case MotorKind::force:
      return "FORCE";
  }
  return {};
}

/// Row of a joint between rigid bodies, obstacles and space (docs/joints.md). The row acts at a
/// point P of the master and at the point of the slave that P meets at the moment, along n:
///
///   guide  g = n·(x_P - x_O) = 0    n and the point O are the slave's
///   slide  s = n·(x_P - x_O)        likewise; s is the travel, m
///   turn   s = r θ, n = a x e_m     e_m is the unit vector from the axis a to P, of the master;
///                                   θ is the angle from e_s, of the slave, to e_m about a
///
/// The rate of g and s is the relative velocity of the two points along n: the slave's point is the
/// one that is met, so the turn of n about O is in it. Where a fixed point of the joint holds O,
/// its gap at mid-step, of order h², is taken off the slave's point of a guide: the rate of g is
/// then that of the fixed point along n and of the relative turn, and bodies that are joined twice
/// see no contradiction.
struct JointRow {
  ConstraintId joint{};  // id of the first row of the joint; 0: no row of a joint
  JointRowKind kind{};
  bool axis_of_master = false;  // turn: a belongs to the master, else to the slave
  Vec3 origin;                  // O in the reference of the slave, m; a point of space without one
  Vec3 axis;                    // n or a in the reference of its body, unit
  Vec3 master_mark;             // turn: e_m and e_s in the reference of their bodies, unit
  Vec3 slave_mark;
  double radius = 1.0;  // turn: r, m

  // what MOTOR gives a slide or a turn beside its motion, in m and N of the row
  MotorKind motor{};
  double motor_limit = std::numeric_limits<double>::infinity();  // N
  double gain{};  // place: speed per distance from the place, 1/s; 0: reaches it in each step

  // state
  double coordinate{};   // travel, m, or angle with its turns, rad, of the last placement
  double rate{};         // of the coordinate at the end of the last step, m/s or rad/s
  double motor_force{};  // mean force of the motor over the last step, N
  double power{};        // likewise of its power, W
};

/// Length of a row per unit of its coordinate: the radius of a turn, m, or 1.
inline double lever_of(const JointRow& row) {
  return row.kind == JointRowKind::turn ? row.radius : 1.0;
}

/// Bodies of a row; `slave_in_space`: there is no slave.
struct JointEnds {
  BodyRef master;
  BodyRef slave;
  bool slave_in_space = false;
};

/// Row of a joint in the present placement of its bodies.
struct JointRowPlace {
  Vec3 point;            // x_P, m
  Vec3 slave_point;      // the slave's, m: there, or a gap off
  Vec3 slave_reference;  // its reference, m
  Vec3 normal;           // n
  double value{};        // g or travel, m; angle in (-π, π], rad
};

/// Rotation of a body of a joint, identity of space.
Mat3 rotation_of(const Bodies& bodies, const JointEnds& ends, bool master);

/// Places a row whose kind is not `none`.
/// @param reference  P in the reference of the master, m.
/// @param gap        Of the fixed point of the joint, from the slave's to the master's, m.
JointRowPlace place_row(const Bodies& bodies, const JointEnds& ends, Vec3 reference,
                        const JointRow& row, Vec3 gap = {});

/// Rate of the coordinate of a slide or a turn in the present placement, m/s or rad/s.
double coordinate_rate(const Bodies& bodies, const JointEnds& ends, Vec3 reference,
                       const JointRow& row);

/// Rate of the coordinate at the start of a dynamic step, m/s or rad/s. The bodies stand at
/// mid-step, where their velocities of the start have taken them in half of the step.
/// @param step  Length of the step, s.
double start_rate(const Bodies& bodies, const JointEnds& ends, Vec3 reference, const JointRow& row,
                  double step);

/// The angle that differs from `angle` by whole turns and is nearest to `last`, rad.
double unwound(double angle, double last);

}  // namespace solfec
