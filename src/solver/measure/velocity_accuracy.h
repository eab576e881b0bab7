#pragma once

#include <string_view>

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Error of velocity that the rows of the solution may keep, as the user says it: a speed, or a
/// share of |g| h, the speed that gravity gives a body in the step. An error of 1e-4 of |g| h lets
/// a body that should rest gain in each step what it would gain at 1e-4 of gravity. How the errors
/// of single rows are judged stands at accuracy_excess (criteria.h).
struct VelocityAccuracy {
  static constexpr double kDefaultShare = 1e-3;  // of |g| h, where nothing else is asked for
  // Part of |B - V| of a row on a mesh that counts at least, however slow the row is: a mesh that
  // rests under a load has V near 0.
  static constexpr double kLeastOfChange = 1e-3;
  // Part of a share of |g| h that bonds of meshes leave: at a node of a stiff mesh an error of
  // velocity of 1e-3 |g| h is a hundredth of what its bond carries, and such errors add up to
  // vibrations that break bonds at 0.99 of their strength.
  static constexpr double kAtBondsOfMeshes = 0.1;

  // Part of the largest |V| of all rows that is rounding: a disc that turns steadily about its
  // centre has a row there that nothing changes but rounding.
  static constexpr double kRounding = 1e-14;
  // Times the largest rounding of a row that is rounding of all: bodies that spin together have
  // fast points on both sides of rows whose V is near 0.
  static constexpr double kRoundings = 4.0;

  double speed = 0.0;            // m/s; 0: not given
  double share_of_weight = 0.0;  // of |g| h; 0: not given

  [[nodiscard]] bool is_given() const { return speed > 0.0 || share_of_weight > 0.0; }
  /// In a step, m/s; 0: none, also where there is no gravity to be a share of.
  /// @param weight_speed  |g| h, m/s.
  [[nodiscard]] double in_step(double weight_speed) const {
    return speed > 0.0 ? speed : share_of_weight * weight_speed;
  }
  /// For the rows of a step. Dynamics without gravity take a share of what other forces and joints
  /// do instead, which no moving frame changes: the largest |B - V| of the rows, the velocity that
  /// a motor or a press fit gives its row, or 2 |V| of rows that reverse V, where bodies turn about
  /// a joint. Rows on meshes count |V| where it is smaller: the elastic forces of a mesh that
  /// reactions hold pressed together give its free motion far larger velocities than the mesh ever
  /// has. Bonds of meshes leave kAtBondsOfMeshes of a share. At least kRounding of the largest |V|,
  /// and kRoundings times the largest rounding of a row, is left. Where nothing changes velocities
  /// but impacts, a share of the largest velocity at which a contact closes. Collective.
  [[nodiscard]] double in_step(const LocalDynamics& problem) const;
};

/// @throws InputError naming solver, rule and value.
void validate(const VelocityAccuracy& accuracy, std::string_view solver);

}  // namespace solfec
