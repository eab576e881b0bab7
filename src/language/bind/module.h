#pragma once

#include "language/python/pybind.h"

namespace solfec {

/// Fills a module with the input language: all commands, object types and exceptions. Used for the
/// module _solfec inside the program and for the extension module of ordinary Python.
void fill_module(py::module_& module);

}  // namespace solfec
