#include "language/spring_sign.h"

#include <array>
#include <cmath>
#include <optional>

#include "run/run_errors.h"

namespace solfec {

namespace {

constexpr double kRounding = 1e-12;  // of the forces: less is no growth

/// Force at a stroke, N; none when the function cannot tell yet.
std::optional<double> force_at(const ForceFunction& function, double stroke) {
  const std::array<double, 1> q{stroke};
  const std::array<double, 1> u{0.0};
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

}  // namespace

bool grows_along_stroke(const ForceFunction& function, double way) {
  const std::optional<double> shorter = force_at(function, -way);
  const std::optional<double> longer = shorter ? force_at(function, way) : std::nullopt;
  if (!longer) return false;
  return *longer - *shorter > kRounding * (std::fabs(*longer) + std::fabs(*shorter));
}

}  // namespace solfec
