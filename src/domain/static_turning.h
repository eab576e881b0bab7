#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "math/vec3.h"

namespace solfec {

/// Keeps joints together in quasi-static steps in which bodies turn.
///
/// The row of a joint is linear in the velocities u of the step, but rigid bodies and obstacles
/// turn by exp(h ω). With the place g of the row, the next solution of the step asks for
///
///   H u + c = 0   with   c = (g(q_t + h u_k) - g(q_t)) / h - H u_k
///
/// of the present solution u_k, so that g(q_t + h u) = g(q_t) once u has settled. Each solution
/// multiplies the error of u by about the angle of the step. Prescribed motions of points and
/// coordinates of drives get a c of their own. Springs keep the strokes of their tangents.
class StaticTurning {
 public:
  /// Changes of c that matter, as ways within the step over the arm of the row.
  static constexpr double kWay = 1e-10;

  /// Before the first solution of a step: c = 0.
  void begin(std::span<UserConstraint> constraints);

  /// Renews c after a solution whose velocity changes are in the bodies.
  /// @param step  h, s.
  /// @return Whether the rows have to be solved again: c has changed, and changes less and less.
  bool renew(Bodies& bodies, double step, std::span<UserConstraint> constraints);

  /// Whether c fits to the last solution, so that the joints of the step stay together.
  [[nodiscard]] bool is_settled() const { return change_ <= kWay; }

 private:
  void note_start(const Bodies& bodies, double step, std::span<const UserConstraint> constraints);

  std::vector<Vec3> start_;     // g(q_t) of each row of points, m
  std::vector<Vec3> straight_;  // g(q_t) + h H u_k of each constraint, m; along n as z
  std::vector<double> arm_;     // of each constraint, m; 0: it has no c
  double change_ = 0.0;         // the largest of the last call
  RigidSet::Placement rigid_;   // of all bodies, to be restored, likewise below
  std::vector<Vec3> angular_;
  std::vector<Vec3> linear_;
  ObstacleSet::Placement obstacles_;
};

}  // namespace solfec
