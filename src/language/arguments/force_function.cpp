#include "language/arguments/force_function.h"

#include <cmath>

#include "base/check.h"
#include "language/arguments/session.h"
#include "language/arguments/value.h"
#include "run/run_errors.h"

namespace solfec {

py::tuple whole_state(const ForceCallbackInput& input) {
  return py::make_tuple(to_tuple(input.q), to_tuple(input.u), input.time, input.step);
}

void ForceFunction::operator()(const ForceCallbackInput& input, std::span<double> load) const {
  const CallbackScope scope(Inside::step);
  const py::object result = call_with_data(command, function, py::tuple(), data, state(input));
  std::vector<double> numbers(1);
  const bool one = load.size() == 1 && is_number(result) && read_number(result, numbers[0]);
  const std::string wanted = load.size() == 1 ? "a number" : cat(load.size(), " numbers");
  if (!one && !read_numbers(result, numbers)) {
    throw InputError(cat(name(), " must return ", wanted, ", got ", shown(result)),
                     InputErrorKind::type);
  }
  if (numbers.size() != load.size()) {
    throw InputError(cat(name(), " must return ", wanted, ", got ", numbers.size()));
  }
  for (std::size_t i = 0; i < load.size(); ++i) {
    if (!std::isfinite(numbers[i])) {
      throw NumericalError(cat("t=", input.time, " s: ", name(), " returned ", numbers[i]));
    }
    load[i] = numbers[i];
  }
}

std::string ForceFunction::name() const {
  const py::object called = py::getattr(function, "__name__", py::str("?"));
  return cat(command, " callback '", py::str(called).cast<std::string>(), "' of ",
             describe(*simulation->domain.find_record(body)));
}

}  // namespace solfec
