#include "language/arguments/run_solver.h"

#include "base/cat.h"
#include "language/arguments/session.h"
#include "language/python/errors.h"

namespace solfec {

bool goes_on(const py::object& result) {
  if (result.is_none()) return true;
  const int truth = PyObject_IsTrue(result.ptr());
  if (truth < 0) throw py::error_already_set();
  return truth != 0;
}

namespace {

/// Returns the hook that decides, as a Gauss-Seidel object wants it, whether a run goes on when a
/// step does not converge.
FailureHook failure_hook(const py::object& solver, const GaussSeidelObject& settings,
                         Domain& domain) {
  return [&settings, &domain, solver](const SolveReport& /*report*/) {
    if (settings.failure == FailurePolicy::carry_on) return true;
    if (settings.failure == FailurePolicy::exit) return false;
    domain.make_whole();  // for the function of the user
    const CallbackScope scope(Inside::run);
    const auto function = py::reinterpret_borrow<py::function>(settings.callback);
    return goes_on(call_with_data("GAUSS_SEIDEL_SOLVER", function, py::make_tuple(solver),
                                  settings.data, py::tuple()));
  };
}

}  // namespace

void raise_when_stopped(RunEnd end, const std::string& command) {
  if (end == RunEnd::interrupted) {
    PyErr_SetString(PyExc_KeyboardInterrupt, cat(command, " was interrupted").c_str());
    throw py::error_already_set();
  }
  const auto leave = [](int code) {
    PyErr_SetObject(PyExc_SystemExit, py::int_(code).ptr());
    throw py::error_already_set();
  };
  if (end == RunEnd::terminated) leave(kExitTerminate);
  if (end == RunEnd::hung_up) leave(kExitHangUp);
  if (end == RunEnd::wall_time) leave(kExitWallTime);
}

RunSolver run_solver_of(const Value& value, Domain& domain) {
  const FailureHook go_on = [](const SolveReport& /*report*/) { return true; };
  if (holds<GaussSeidelObject>(value.object())) {
    auto& object = value.as<GaussSeidelObject>();
    return {&object.solver, failure_hook(value.object(), object, domain)};
  }
  if (holds<PenaltyObject>(value.object())) return {&value.as<PenaltyObject>().solver, go_on};
  if (holds<NewtonObject>(value.object())) return {&value.as<NewtonObject>().solver, go_on};
  if (holds<BodySpaceObject>(value.object())) return {&value.as<BodySpaceObject>().solver, go_on};
  if (holds<InteriorPointObject>(value.object())) {
    return {&value.as<InteriorPointObject>().solver, go_on};
  }
  value.fail_type();
}

}  // namespace solfec
