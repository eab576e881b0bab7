#pragma once

#include <limits>
#include <memory>

#include "math/time_series.h"

namespace solfec {

/// Values of the law of a row of kind spring or drive (solver/law/spring_damper.h); the stroke s is
/// what the distance of its points along n has changed by since it was put.
///
/// With a table the force is that of the table, else the line
///   f(s, v) = force + stiffness (s - at_stroke) + damping (v - at_velocity).
struct SpringRow {
  double stroke{};                          // at the placement of the row, m
  std::shared_ptr<const TimeSeries> table;  // stroke, m -> force, N; null: the line
  double least_force{};                     // of the table, N
  double most_force{};
  double force{};        // N
  double stiffness{};    // N/m, >= 0
  double damping{};      // N s/m, >= 0
  double end_share{};    // of the force at the end of the step in that of the step, in [0, 1]
  double at_stroke{};    // m
  double at_velocity{};  // m/s
  double lower = -std::numeric_limits<double>::infinity();  // stops, m, <= 0
  double upper = std::numeric_limits<double>::infinity();   // m, >= 0
  double friction{};        // N, >= 0: what dry friction holds along n
  double motor_limit{};     // N, >= 0, may be infinite: what a motor has to reach its velocity
  double motor_velocity{};  // m/s, that U_N is to be
  double push{};            // N, along the growing stroke, beside the springs
  double turning{};  // m/s: V_N - turning and U_N + turning are the rates of the stroke at the
                     // ends of a step in which n turns with a body
};

}  // namespace solfec
