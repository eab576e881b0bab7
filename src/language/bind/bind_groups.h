#pragma once

#include "language/bind/bind.h"

namespace solfec {

/// Each binds the commands and types of one topic; object types come before the commands that use
/// them.
void bind_shapes(py::module_& module);
void bind_solids(py::module_& module);
void bind_transforms(py::module_& module);
void bind_solfec(py::module_& module);
void bind_materials(py::module_& module);
void bind_time_series(py::module_& module);
void bind_bodies(py::module_& module);
void bind_loads(py::module_& module);
void bind_constraints(py::module_& module);
void bind_joints(py::module_& module);
void bind_solvers(py::module_& module);
void bind_running(py::module_& module);
/// The loop over the steps of an analysis that a script runs itself.
void bind_time_loop(py::module_& module);
void bind_utilities(py::module_& module);
void bind_results(py::module_& module);
void bind_history(py::module_& module);
void bind_export(py::module_& module);
void bind_modal(py::module_& module);
/// Bodies that begin with a state of stored results.
void bind_initial_state(py::module_& module);
/// Commands of the later language that are accepted here.
void bind_later_commands(py::module_& module);
/// Names of the later language that only say that they are not built.
void bind_newer_names(py::module_& module);

}  // namespace solfec
