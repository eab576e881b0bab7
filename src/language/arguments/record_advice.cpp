#include "language/arguments/record_advice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/cat.h"
#include "base/whole_file.h"
#include "language/python/pybind.h"
#include "language/python/system_text.h"

namespace solfec {

namespace {

constexpr int kLongestHeader = 10;  // lines; records have 4

struct Unit {
  std::string_view name;    // in the header
  std::string_view factor;  // to SI units, as Python
};
constexpr std::array<Unit, 4> kUnits{
    {{"G", "9.81 * "}, {"CM/S/S", "0.01 * "}, {"CM/S", "0.01 * "}, {"CM", "0.01 * "}}};

/// Numbers among the words of a line, where '=' and ',' part words as blanks do.
std::vector<double> numbers_in(std::string line) {
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '=' || c == ','; }, ' ');
  std::vector<double> numbers;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    double number = 0.0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error == std::errc{} && stop == end) numbers.push_back(number);
  }
  return numbers;
}

/// The word after "UNITS OF" without a full stop or comma; "" when there is none.
std::string unit_in(const std::string& line) {
  constexpr std::string_view kBefore = "UNITS OF ";
  const std::size_t at = line.find(kBefore);
  if (at == std::string::npos) return "";
  std::istringstream words(line.substr(at + kBefore.size()));
  std::string unit;
  words >> unit;
  while (!unit.empty() && (unit.back() == '.' || unit.back() == ',')) unit.pop_back();
  return unit;
}

std::string_view factor_of(const std::string& unit) {
  for (const Unit& one : kUnits) {
    if (one.name == unit) return one.factor;
  }
  return "";
}

/// The path as a Python string.
std::string quoted_path(const std::string& path) { return to_system(py::repr(from_system(path))); }

std::string advice(const std::string& path, int header, double step, const std::string& unit) {
  const std::string in_units = unit.empty() ? "" : cat(", in units of ", unit);
  return cat("; the file is a record of PEER NGA: line ", header,
             " has the number of values, NPTS, and their step, DT = ", step,
             " s; values follow row by row", in_units,
             ". solfec.quake reads accelerations (docs/earthquakes.md). Read it by values = [",
             factor_of(unit), "float(word) for word in ' '.join(open(", quoted_path(path),
             ").readlines()[", header, ":]).split()] and TIME_SERIES([(i * ", step,
             ", value) for i, value in enumerate(values)])");
}

}  // namespace

std::string record_advice(const std::string& path) {
  if (is_special_file(path)) return "";
  std::ifstream file(path);
  std::string unit;
  std::string line;
  for (int number = 1; number <= kLongestHeader && std::getline(file, line); ++number) {
    if (unit.empty()) unit = unit_in(line);
    if (line.find("NPTS") == std::string::npos || line.find("DT") == std::string::npos) continue;
    const std::vector<double> numbers = numbers_in(line);
    const bool has_both = numbers.size() >= 2 && numbers[1] > 0.0;
    return has_both ? advice(path, number, numbers[1], unit) : "";
  }
  return "";
}

}  // namespace solfec
