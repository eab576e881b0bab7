#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "body/bodies.h"
#include "local_dynamics/spring_row.h"
#include "math/vec3.h"

namespace solfec {

/// Where the direction n of a spring comes from.
enum class SpringDirection : std::uint8_t {
  between_points,  // along the line from slave to master point
  fixed,           // stays in space
  with_master,     // turns with the master
  with_slave
};

/// As the layout of files shows it.
constexpr std::string_view name_of(SpringDirection item) {
  switch (item) {
    case SpringDirection::between_points:
      return "BETWEEN_POINTS";
    case SpringDirection::fixed:
      return "FIXED";
    case SpringDirection::with_master:
      return "WITH_MASTER";
    case SpringDirection::with_slave:
      return "WITH_SLAVE";
  }
  return {};
}

/// Whether a direction turns with a body.
constexpr bool is_carried(SpringDirection item) {
  return item == SpringDirection::with_master || item == SpringDirection::with_slave;
}

/// Places of the passes of a step at which the line of a row lay below the function of the user and
/// above it, nearest to each other.
struct SpringBracket {
  struct Side {
    double stroke{};  // mean of the step, m
    double line{};    // force of the line there, N
    double miss{};    // force of the function beyond it, N
    bool is_known = false;
    bool is_last = false;  // of the last pass
  };
  static constexpr int kMostPasses = 40;  // with a function that jumps: 20 halve the bracket often

  Side below;  // the function is below the line
  Side above;
  int passes = 0;  // of the present step, 0 once the line has the force of the function

  /// Whether the step has ended with a force that the function does not have.
  [[nodiscard]] bool has_failed() const { return passes >= kMostPasses; }
  /// How far the force of the last pass was off, N.
  [[nodiscard]] double error() const;
};

/// Spring as PUT_SPRING gives it, with the values of its law in the current step. The stroke s is
/// the change of n·(x_master - x_slave) since the spring was put, m.
struct Spring {
  SpringDirection direction = SpringDirection::between_points;
  Vec3 carried;            // with_master and with_slave: n in the reference of that body
  std::string function;    // name of the user's function whose tangent is `row`, '': none
  double damping_force{};  // N, what f(s, v) - f(s, 0) was in the last step
  SpringRow row;           // of a number or a table: all but `stroke` stays
  SpringBracket bracket;   // of the function, in the present step
};

/// Law of a constant stiffness (N/m), or of a table of forces (N) over strokes (m).
Spring make_linear_spring(double stiffness);
Spring make_table_spring(std::shared_ptr<const TimeSeries> table);

/// n of a spring whose body turns with it, from n in space, and back.
/// @param reference  Point of the spring on the body, m.
Vec3 carried_direction(const Bodies& bodies, BodyRef body, Vec3 reference, Vec3 direction);
/// n in space from what the body carries.
Vec3 current_direction(const Bodies& bodies, BodyRef body, Vec3 reference, Vec3 carried);

/// k of the law of a row where it is, N/m.
double present_stiffness(const SpringRow& row);

/// Step of a row as the law sees it.
struct StrokeStep {
  double step{};  // h, s
  bool quasi_static = false;
  double length{};  // m, of the line between the points when the force turns in the step; else 0
};

/// Mean stroke (m) and velocity (m/s) of a step in which a row moved with V and U, as the law has
/// them (solver/law/spring_damper.h).
struct StrokeState {
  double stroke{};
  double velocity{};
};
StrokeState mean_state(const SpringRow& row, const StrokeStep& step, Vec3 V, Vec3 U);

/// Mean force of a table over a step, N.
double mean_table_force(const SpringRow& row, const StrokeStep& step, Vec3 V, Vec3 U);

/// Stroke at the end of a dynamic step, m, as the law has it.
double end_stroke(const SpringRow& row, const StrokeStep& step, Vec3 V, Vec3 U);

/// Energy that a spring of a number or a table has at a stroke (m) beyond that at stroke 0, J.
double stored_energy(const SpringRow& row, double stroke);

}  // namespace solfec
