#include "language/arguments/stops.h"

#include <limits>
#include <vector>

#include "base/cat.h"

namespace solfec {

namespace {

/// Reads two items of a list or tuple; None becomes the infinity of its side.
/// @return false when they are no pair of numbers and None.
bool read_open_pair(const py::object& object, std::vector<double>& numbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!py::isinstance<py::list>(object) && !py::isinstance<py::tuple>(object)) return false;
  if (py::len(object) != 2) return false;
  numbers = {-kInfinity, kInfinity};
  std::size_t side = 0;
  for (const auto& item : object) {
    if (!item.is_none() && !read_number(item, numbers[side])) return false;
    ++side;
  }
  return true;
}

}  // namespace

std::optional<Stops> stops_of(const Value& limits, std::string_view unit) {
  if (!limits.given() || limits.object().is_none()) return std::nullopt;
  std::vector<double> numbers;
  if (!read_numbers(limits.object(), numbers) && !read_open_pair(limits.object(), numbers)) {
    limits.fail_type();
  }
  if (numbers.size() != 2) limits.fail(cat("must have 2 elements, got ", numbers.size()));
  if (!(numbers[0] <= 0.0 && numbers[1] >= 0.0)) {
    limits.fail(
        cat("must be (lower <= 0, upper >= 0), got (", numbers[0], ", ", numbers[1], ") ", unit));
  }
  return Stops{numbers[0], numbers[1]};
}

}  // namespace solfec
