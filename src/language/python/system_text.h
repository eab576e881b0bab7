#pragma once

#include "language/python/pybind.h"

namespace solfec {

/// Text of a path or a word of the command line between the system, where it is any bytes, and
/// Python; bytes that are no UTF-8 survive both ways.
py::str from_system(const std::string& text);
std::string to_system(py::handle text);

}  // namespace solfec
