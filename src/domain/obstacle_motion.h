#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/contact_point.h"
#include "domain/ranks/obstacle_loads.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Moves obstacles whose points have prescribed motions (constraints of kind velocity_direction).
///
/// Each constraint asks for a displacement of one point along one direction by the end of the step.
/// The rigid motion of the obstacle is, of all that fulfil them, the one that turns least and then
/// shifts least from the motion that INITIAL_VELOCITY gave: one point translates the obstacle,
/// three points or more may also turn it. The velocity of the obstacle is constant over the step;
/// places at the ends of the steps are exact, because a Newton iteration on the finite rotation
/// finds it.
class ObstacleMotion {
 public:
  struct Step {
    double start{};      // t, s
    double length{};     // h, s
    double tolerance{};  // distance by which points may miss their places, m
  };

  /// Writes the velocities of the driven obstacles for a step.
  /// @throws InputError naming the obstacle when its motions are not those of a rigid body.
  void drive(Bodies& bodies, std::span<const UserConstraint> constraints, const Step& step);

  /// Writes the reactions of the driven rows: the forces that move the obstacles of the last
  /// `drive` against their contacts, by virtual power with its map from rows to motions.
  /// @param contacts   With the reactions of the step.
  /// @param of_others  What contacts of other ranks do to the obstacles of this one.
  void write_reactions(std::span<const ContactPoint> contacts,
                       std::span<const ObstacleLoad> of_others,
                       std::span<UserConstraint> constraints) const;

 private:
  /// One driven row and what a unit of displacement along it does to its obstacle.
  struct Row {
    int body{};  // index into bodies.ids()
    std::size_t constraint{};
    Vec3 direction;  // unit
    Vec3 arm;        // from the centre of the obstacle at the start of the step, m
    double shift{};  // displacement of the point in this step, m
    double miss{};   // what it lacks of that, m
    Vec3 linear;     // shift of the centre, dimensionless
    Vec3 angular;    // turn, 1/m
  };
  struct Driven {
    int body{};  // index into bodies.ids() in `drive`; copies of other ranks' bodies come later
    BodyId id{};
    int begin{};  // rows
    int end{};
    Vec3 center;  // at mid-step, m
  };

  void collect(const Bodies& bodies, std::span<const UserConstraint> constraints, double target);
  static void find_influence(std::span<Row> rows, const Mat3& turned);
  static const Row* follow(std::span<Row> rows, Vec3& shift, Mat3& turned);

  std::vector<Row> rows_;  // by obstacle
  std::vector<Driven> driven_;
};

}  // namespace solfec
