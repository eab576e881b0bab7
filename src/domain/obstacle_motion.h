#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"
#include "domain/ranks/obstacle_loads.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Moves obstacles whose points have prescribed motions (constraints of kind velocity_direction).
///
/// Each constraint asks for velocities of one point along one direction at the start and at the end
/// of a step, w0 and w1, and for a displacement of it. In a dynamic step that is h/2 (w0 + w1), the
/// way of a body that sticks to the point, and of a prescribed displacement D(t + h), which
/// FollowedDisplacement makes the same. The rigid motion of the obstacle is, of all that fulfil
/// them, the one that turns least and then shifts least from the motion that INITIAL_VELOCITY gave:
/// one point translates the obstacle, three points or more may also turn it. A Newton iteration on
/// the finite rotation finds the place at the end.
///
/// Where more points are driven than a rigid body has motions for, sums of trapezia contradict each
/// other in third order of the step. Then all rows ask for the exact places, ∫ v or ∬ a, and these
/// must not contradict each other by more than a tolerance. A quasi-static step asks for exact
/// places as well, and its velocity is constant.
class ObstacleMotion {
 public:
  struct Step {
    double start{};      // t, s
    double length{};     // h, s
    double tolerance{};  // distance by which points may miss their places, m
    bool quasi_static = false;
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
    Vec3 direction;        // unit
    Vec3 arm;              // from the centre of the obstacle at the start of the step, m
    double shift{};        // displacement of the point in this step, m
    double exact_shift{};  // likewise, to the exact place
    double miss{};         // what it lacks of that, m
    double start_speed{};  // w0 and w1 along the direction, m/s
    double end_speed{};
    Vec3 linear;   // shift of the centre, dimensionless
    Vec3 angular;  // turn, 1/m
  };
  struct Velocity {
    Vec3 linear;
    Vec3 angular;
  };
  struct Driven {
    int body{};  // index into bodies.ids() in `drive`; copies of other ranks' bodies come later
    BodyId id{};
    int begin{};  // rows
    int end{};
    Vec3 center;  // at mid-step, m
  };

  void collect(const Bodies& bodies, std::span<const UserConstraint> constraints, const Step& step);
  static void find_influence(std::span<Row> rows, const Mat3& turned);
  static const Row* follow(std::span<Row> rows, Vec3& shift, Mat3& turned);
  static const Row* find_place(std::span<Row> rows, const BodyRecord& record, const Step& step,
                               Vec3& shift, Mat3& turned);
  static Velocity velocity_of(std::span<const Row> rows, const BodyRecord& record,
                              const Mat3& turned, double Row::*speed);

  std::vector<Row> rows_;  // by obstacle
  std::vector<Driven> driven_;
};

}  // namespace solfec
