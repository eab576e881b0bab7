#pragma once

#include <set>
#include <string>

#include "language/python/pybind.h"

namespace solfec {

/// Names in the code of a function of Python.
struct CodeNames {
  std::set<std::string> globals;            // that it reads
  std::set<std::string> attributes;         // of any objects, that it reads
  std::set<std::string> stored;             // variables outside of it that it sets
  std::set<std::string> stored_attributes;  // likewise, of any objects
};

/// Names in a code object without those in the functions within it. Each code is looked at once.
const CodeNames& names_of_code(py::handle code);

/// Dict of the values that an object itself holds, null without one. No code of the user runs.
PyObject* own_values(py::handle object);

/// Names of the values that an object holds, in its dict or in slots of its class.
std::set<std::string> own_names(py::handle object);

/// Attribute of an object, module or class as it is stored: a value in its dict or slot, or what
/// its class has under this name (a function, a property, a value). No code of the user runs.
/// @return Null without such an attribute.
py::object stored_attribute(py::handle object, const std::string& name);

/// True for a module or function of Python's library or of an installed package.
bool is_of_library(py::handle object);

}  // namespace solfec
