#pragma once

#include <vector>

#include "domain/loads/loads.h"
#include "language/python/pybind.h"
#include "run/settings/function_input.h"

namespace solfec {

/// Numbers, texts and time series that a function of the user takes from the script: variables
/// outside of it, its default values and the data of its command. Functions that it calls count as
/// parts of it. Methods and objects that can be called count with what their object holds, partial
/// functions with their arguments, objects, classes and modules of the script with the attributes
/// that the code names.
///
/// Variables and attributes that the function itself sets are left out, and so are objects without
/// a value of their own, such as bodies and files. Objects that cannot be looked into are told by
/// their type (is_unknown). A digest of the code, without its texts, comes
/// last; its name holds the version of Python, whose compilers differ. No code of the user runs.
///
/// @param data  Data of the command, null: none.
std::vector<FunctionInput> function_inputs(const py::function& function, const py::object& data);

/// Inputs of the function of a load or spring.
std::vector<FunctionInput> inputs_of(const CallbackForce& force);

}  // namespace solfec
