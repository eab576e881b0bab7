#pragma once

#include "local_dynamics/constraint_kind.h"
#include "math/vec3.h"

namespace solfec {

/// Values of the law of one row; plain numbers, never pointers to materials.
struct RowLaw {
  ConstraintKind kind{};
  bool open{};              // contact with a positive gap in a dynamic step: R = 0 unless bonded
  bool bonded{};            // cohesive bond alive
  bool pressed{};           // a press fit: the law, not the projection, opens its overlap
  double friction{};        // mu, dimensionless, >= 0
  double velocity_shift{};  // m/s; dynamic: e min(0, V_N), of press fits minus the speed of
                            // opening; quasi-static: max(gap, 0) / h
  double cohesion{};        // N, cohesion times area while bonded, else 0
  double gap{};             // m, negative when overlapping
  double spring{};          // N/m
  double dashpot{};         // N s/m; negative: minus the multiple of critical damping
  double target{};          // velocity_direction: m/s; rigid_link: length of the link, m
  Vec3 link;                // rigid_link: vector from slave to master point in the local frame, m
  bool turns{};             // rigid_link, spring: R has the direction of the mean chord
                            // (solver/law/turning_force.h); then `link` is that of a spring too
  double power = 1.0;       // of the spring (Hertz: 1.5), >= 0
};

}  // namespace solfec
