#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "math/vec3.h"

namespace solfec {

enum class JointKind : std::uint8_t { ball, hinge, slider, cylindrical, universal, weld };

/// As the commands are called.
constexpr std::string_view name_of(JointKind item) {
  switch (item) {
    case JointKind::ball:
      return "BALL";
    case JointKind::hinge:
      return "HINGE";
    case JointKind::slider:
      return "SLIDER";
    case JointKind::cylindrical:
      return "CYLINDRICAL";
    case JointKind::universal:
      return "UNIVERSAL";
    case JointKind::weld:
      return "WELD";
  }
  return {};
}

/// Free coordinates of a kind of joint: body 1 turns and travels against body 2.
struct JointFreedom {
  bool travels = false;  // along the axis
  int turns = 0;         // with an angle: about the axis, of a universal joint about both
};
constexpr JointFreedom freedom_of(JointKind kind) {
  switch (kind) {
    case JointKind::hinge:
      return {false, 1};
    case JointKind::slider:
      return {true, 0};
    case JointKind::cylindrical:
      return {true, 1};
    case JointKind::universal:
      return {false, 2};
    case JointKind::ball:
    case JointKind::weld:
      break;
  }
  return {};
}

/// Springs, stops and friction along one free coordinate of a joint, m and N or rad and N m.
struct JointResistance {
  Spring spring;  // of forces or torques; its row has stops and damping, too
  double friction{};
};

/// Resistances of the coordinates of a joint, in the order of its drives: a travel comes first.
using JointResistances = std::array<JointResistance, 2>;

/// A joint between two bodies: a composition of rows of existing kinds, which all act at the places
/// where the joint stands when it is made. Its id is that of its first row.
struct Joint {
  ConstraintId id{};
  JointKind kind{};
  BodyId body1{};  // 0: fixed in space
  BodyId body2{};
  Vec3 point;         // m, when it is made
  Vec3 axis;          // unit, likewise; of a universal joint the axis of body 1
  Vec3 axis2;         // universal: that of body 2, perpendicular to `axis`
  double size = 1.0;  // radius of the rows of its angles, m
  bool reversed{};    // body 2 is the master of the rows: body 1 has no inertia
  int rows{};         // ids id .. id + rows - 1
  int drives{};       // the last ones of these: travel first, then angles

  [[nodiscard]] ConstraintId drive(int which) const { return id + rows - drives + which; }
  /// Whether a drive is of the travel, else it is of an angle.
  [[nodiscard]] bool drives_travel(int which) const {
    return which == 0 && freedom_of(kind).travels;
  }
  /// Length of the row of a drive per unit of its coordinate, m per rad, or 1 of a travel.
  [[nodiscard]] double lever(int which) const { return drives_travel(which) ? 1.0 : size; }
};

/// Rows of a joint between rigid bodies, obstacles and space, of which one at least has inertia; of
/// a ball joint also other bodies. With the axis a and two vectors t1, t2 perpendicular to it, all
/// of the slave:
///
///   ball         point P fixed to the slave (3)
///   hinge        ball at P, guides along a at P + L t1 and at P + L t2 (5)
///   weld         ball at P, guides along t1, t2 at P + L a and along t2 at P + L t1 (6)
///   cylindrical  guides along t1, t2 at P and at P + L a (4)
///   slider       cylindrical and a guide along t2 at P + L t1 (5)
///   universal    ball and a guide along the slave's axis at P + L times the master's (4)
///
/// and one drive for each free coordinate that `freedom_of` lists. Each row has a lever L of its
/// own with which turning counts as much in its mobility as shifting does, and t1 and t2 are those
/// about which the bodies turn independently: else rows of slender bodies would all but depend on
/// each other. No result depends on the levers. Those of a hinge lie across the axis: at the end of
/// one along it, a guide sees what points of the ball have drifted apart by times the rate of the
/// angle, and in a planar linkage of hinges rows would contradict each other by that.
/// @param[in,out] joint  Gets `size`, `reversed`, `rows` and `drives`. Its id is not needed.
/// @param resistances    Those of drives that the kind does not have are not read.
std::vector<UserConstraint> rows_of(const Bodies& bodies, const JointResistances& resistances,
                                    Joint& joint);

}  // namespace solfec
