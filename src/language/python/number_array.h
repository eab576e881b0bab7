#pragma once

#include "language/python/pybind.h"

namespace solfec {

/// Reads an object with the buffer protocol (a numpy array, array.array) whose items are floating
/// point or integer numbers, of any shape and layout, in C order.
/// @param[out] columns  When given: the last extent of an array of rows, 0 for a flat one.
/// @return false, with `numbers` empty, when the object offers no such buffer.
bool read_number_array(py::handle object, std::vector<double>& numbers,
                       std::size_t* columns = nullptr);

}  // namespace solfec
