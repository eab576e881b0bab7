#pragma once

#include <string>

#include "language/arguments/objects.h"
#include "language/arguments/solver_objects.h"
#include "run/run_session.h"

namespace solfec {

/// Solver of a RUN, and what decides whether the RUN goes on when a step does not converge.
struct RunSolver {
  ConstraintSolver* solver = nullptr;  // inside the Python object, which the caller keeps
  FailureHook on_failure;
};

/// Returns the solver inside a solver object. @throws InputError (type) for another object.
RunSolver run_solver_of(const Value& value, Domain& domain);

/// Whether what a function of the user returns lets a RUN go on: nothing and what is true do.
bool goes_on(const py::object& result);

/// Raises the exceptions by which a script learns that the user or the system has ended a RUN.
/// @param command  That ran.
void raise_when_stopped(RunEnd end, const std::string& command);

}  // namespace solfec
