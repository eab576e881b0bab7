#pragma once

#include <span>
#include <string_view>

#include "language/python/pybind.h"
#include "run/simulation.h"

namespace solfec {

/// q, u, time and step, as a FORCE shows the state to its function.
py::tuple whole_state(const ForceCallbackInput& input);

/// User's function of a FORCE: called as function(data..., q, u, time, step) within a time step; or
/// that of another command, which shows it something else.
struct ForceFunction {
  Simulation* simulation;  // owns this
  BodyId body;             // that it acts on
  py::function function;
  py::object data;  // null: none
  std::string_view command = "FORCE";
  py::tuple (*state)(const ForceCallbackInput& input) = whole_state;

  /// Stores what the function returns.
  /// @throws InputError naming function and body when it returns something else than load.size()
  ///         numbers, or a number for one, NumericalError when one is not finite; Python exceptions
  ///         pass through.
  void operator()(const ForceCallbackInput& input, std::span<double> load) const;

 private:
  [[nodiscard]] std::string name() const;
};

}  // namespace solfec
