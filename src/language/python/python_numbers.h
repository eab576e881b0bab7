#pragma once

#include "language/python/pybind.h"

namespace solfec {

/// Whether an object may be a number for us: it has __float__ or __index__ and is no truth value.
bool is_number(py::handle object);
/// Sets `number`; false when the object has no float value. Python errors other than a wrong type
/// (e.g. of a user's __float__) are passed on.
bool read_number(py::handle object, double& number);
/// Whether an object is a sequence for us: list, tuple, array, but no string.
bool is_sequence(py::handle object);
/// Reads the numbers of any sequence or generator into `numbers`; arrays of doubles or integers in
/// one go.
/// @return false when the object is no flat sequence of numbers.
bool read_numbers(py::handle object, std::vector<double>& numbers);
inline constexpr std::string_view kWrongType = "wrong type";  // of read_rows
/// Reads numbers as read_numbers does, or rows of `columns` numbers each, one after another.
/// @return '' or what is wrong: kWrongType or e.g. "must have rows of 3 numbers, row 0 has 2".
std::string read_rows(py::handle object, std::size_t columns, std::vector<double>& numbers);
/// Python text of an object for messages, at most 60 characters: "'abc'", "-1", "a list".
std::string shown(py::handle object);

/// Tuples and lists that scripts read.
py::tuple to_tuple(std::span<const double> numbers);
/// New object, owned by the caller.
py::list to_list(std::span<const double> numbers);
py::list to_list(std::span<const int> numbers);

}  // namespace solfec
