#pragma once

#include <string>

#include "language/python/pybind.h"

namespace solfec {

/// Data of a CALLBACK as JSON, so that result frames can hold it: a dict or a list, or a tuple in
/// which dicts and lists are saved and everything else is null. Entries of a dict that JSON does
/// not know (a BODY, say) are left out; a warning names them once.
/// @return '' when there is nothing to save.
std::string saved_data(const py::object& data);

/// Puts saved data back into the dicts and lists of `data`, which stay the same objects. A list
/// that stands where the dict has a tuple becomes a tuple.
void restore_data(const std::string& text, const py::object& data);

}  // namespace solfec
