#pragma once

#include <span>

#include "language/pybind.h"
#include "run/simulation.h"

namespace solfec {

/// User's function of a FORCE: called as function(data..., q, u, time, step) within a time step.
struct ForceFunction {
  Simulation* simulation;  // owns this
  BodyId body;
  py::function function;
  py::object data;  // null: none

  /// Stores what the function returns.
  /// @throws InputError naming function and body when it returns something else than load.size()
  ///         numbers, NumericalError when one is not finite; Python exceptions pass through.
  void operator()(const ForceCallbackInput& input, std::span<double> load) const;

 private:
  [[nodiscard]] std::string name() const;
};

}  // namespace solfec
