#include "language/arguments/accuracy_argument.h"

#include <cmath>

#include "base/cat.h"
#include "language/python/python_numbers.h"

namespace solfec {
namespace {

constexpr const char* kNone = "AUTO";
constexpr const char* kWeight = "GH";

bool is_word(py::handle object, const char* word) {
  return py::isinstance<py::str>(object) && py::cast<std::string>(object) == word;
}

double positive(const Value& value, py::handle object) {
  double number = 0.0;
  if (!read_number(object, number)) value.fail_type();
  if (!(number > 0.0) || !std::isfinite(number)) {
    value.fail(cat("must be positive and finite, got ", number));
  }
  return number;
}

}  // namespace

VelocityAccuracy velocity_accuracy(const Value& value) {
  VelocityAccuracy accuracy;
  if (!value.given() || is_word(value.object(), kNone)) return accuracy;
  if (is_number(value.object())) {
    accuracy.speed = positive(value, value.object());
    return accuracy;
  }
  if (!is_sequence(value.object()) || py::len(value.object()) != 2) value.fail_type();
  const auto pair = py::reinterpret_borrow<py::sequence>(value.object());
  if (!is_word(py::object(pair[1]), kWeight)) value.fail_type();
  accuracy.share_of_weight = positive(value, py::object(pair[0]));
  return accuracy;
}

VelocityAccuracy velocity_accuracy(const Value& value, bool other_criterion) {
  if (value.given() || other_criterion) return velocity_accuracy(value);
  return {.share_of_weight = VelocityAccuracy::kDefaultShare};
}

py::object to_python(const VelocityAccuracy& accuracy) {
  if (accuracy.speed > 0.0) return py::float_(accuracy.speed);
  if (accuracy.share_of_weight > 0.0) return py::make_tuple(accuracy.share_of_weight, kWeight);
  return py::str(kNone);
}

}  // namespace solfec
