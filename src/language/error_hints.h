#pragma once

#include <string>

#include "language/python/pybind.h"

namespace solfec {

/// Words to add to an error of Python about a name or a member that does not exist: the nearest
/// name of the language, how to reach in this program what a foreign name stands for, or the
/// members of the type. '' for other errors.
std::string hint_of(const py::error_already_set& error);

/// Writes types as a script does: "'_solfec.BODY' object" becomes "BODY object". What Python 3.13
/// adds about the __dict__ of such an object is left out.
std::string with_plain_types(std::string text);

}  // namespace solfec
