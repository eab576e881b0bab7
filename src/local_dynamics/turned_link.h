#pragma once

#include "math/vec3.h"

namespace solfec {

/// Geometry of a link between two points that turns within a dynamic step, in the frame of its row.
///
/// With the link (0, 0, L) of mid-step and its velocities V and U (m/s) it is x0 = (0, 0, L) - h/2
/// V at the start of the step and x1 = (0, 0, L) + h/2 U at its end.
struct TurnedLink {
  double start_excess{};              // |x0| beyond its component along n, m
  double end_excess{};                // |x1| likewise, m
  double slope{};                     // of the mean chord: component of (x0 + x1) / 2 along n, m
  double share{1.0};                  // that component over (|x0| + |x1|) / 2
  Vec3 end_direction{0.0, 0.0, 1.0};  // x1 / |x1|
};

/// @param length  L, m, positive. @param step  h, s.
TurnedLink turn_link(double length, double step, Vec3 V, Vec3 U);

}  // namespace solfec
