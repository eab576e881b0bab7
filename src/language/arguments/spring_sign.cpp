#include "language/arguments/spring_sign.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.h"
#include "run/run_errors.h"

namespace solfec {

namespace {

constexpr double kRounding = 1e-12;  // of the forces: less is no growth

/// Force at a stroke (m) and a velocity (m/s), N; none when the function cannot tell yet.
std::optional<double> force_at(const ForceFunction& function, double stroke, double velocity) {
  const std::array<double, 1> q{stroke};
  const std::array<double, 1> u{velocity};
  std::array<double, 1> force{};
  try {
    function({q, u, function.simulation->time(), function.simulation->step_bound()}, force);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;  // KeyboardInterrupt, SystemExit
    return std::nullopt;
  } catch (const NumericalError&) {
    return std::nullopt;
  }
  return force[0];
}

/// Whether one force is larger than another by more than rounding.
bool is_larger(double one, double other) {
  return one - other > kRounding * (std::fabs(one) + std::fabs(other));
}

}  // namespace

bool grows_along_stroke(const ForceFunction& function, double way) {
  const std::optional<double> shorter = force_at(function, -way, 0.0);
  const std::optional<double> longer = shorter ? force_at(function, way, 0.0) : std::nullopt;
  return longer && is_larger(*longer, *shorter);
}

bool grows_along_velocity(const ForceFunction& function, double speed) {
  try {
    const std::optional<double> against = force_at(function, 0.0, -speed);
    const std::optional<double> along = against ? force_at(function, 0.0, speed) : std::nullopt;
    return along && is_larger(*along, *against);
  } catch (const InputError&) {  // no number: told when the function is called
    return false;
  }
}

bool drives_apart(const TimeSeries& table) {
  constexpr double kPart = 1e-3;  // of the first way to both sides
  double way = std::numeric_limits<double>::infinity();
  for (const double stroke : table.times()) {
    if (stroke != 0.0) way = std::fmin(way, std::fabs(stroke));
  }
  return is_larger(table.value(-kPart * way), table.value(kPart * way));
}

}  // namespace solfec
