#include "language/value.h"

#include <array>
#include <cmath>
#include <limits>

#include "language/nearest.h"
#include "language/number_array.h"

namespace solfec {

namespace {

/// Sets `number`; false when the object has no float value. Python errors other than a wrong type
/// (e.g. of a user's __float__) are passed on.
bool to_double(py::handle object, double& number) {
  if (PyFloat_Check(object.ptr())) {
    number = PyFloat_AS_DOUBLE(object.ptr());
    return true;
  }
  if (!is_number(object)) return false;
  number = PyFloat_AsDouble(object.ptr());
  if (number != -1.0 || PyErr_Occurred() == nullptr) return true;
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0 &&
      PyErr_ExceptionMatches(PyExc_OverflowError) == 0) {
    throw py::error_already_set();
  }
  PyErr_Clear();
  return false;
}

/// Sets `number`; false when the object is no integer (a float with an integer value is one).
bool to_integer(py::handle object, double& number) {
  if (!to_double(object, number)) return false;
  return std::isfinite(number) && number == std::floor(number);
}

bool fits_int(double number) {
  return number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max();
}

bool in_range(ValueKind kind, double number) {
  if (!std::isfinite(number)) return false;
  switch (kind) {
    case ValueKind::positive:
      return number > 0.0;
    case ValueKind::non_negative:
    case ValueKind::natural:
      return number >= 0.0;
    case ValueKind::fraction:
      return number >= 0.0 && number <= 1.0;
    case ValueKind::count:
      return number >= 1.0;
    default:
      return true;
  }
}

}  // namespace

bool is_number(py::handle object) {
  const PyNumberMethods* const methods = Py_TYPE(object.ptr())->tp_as_number;
  if (methods == nullptr) return false;
  return methods->nb_float != nullptr || methods->nb_index != nullptr;
}

bool is_sequence(py::handle object) {
  PyObject* const raw = object.ptr();
  if (PyUnicode_Check(raw) || PyBytes_Check(raw) || PyByteArray_Check(raw)) return false;
  return PyList_Check(raw) || PyTuple_Check(raw) || PySequence_Check(raw);
}

bool read_numbers(py::handle object, std::vector<double>& numbers) {
  numbers.clear();
  if (read_number_array(object, numbers)) return true;
  if (!is_sequence(object)) return false;
  const auto items =
      py::reinterpret_steal<py::object>(PySequence_Fast(object.ptr(), "not a sequence"));
  if (!items) throw py::error_already_set();
  const Py_ssize_t n = PySequence_Fast_GET_SIZE(items.ptr());
  numbers.reserve(static_cast<std::size_t>(n));
  for (Py_ssize_t i = 0; i < n; ++i) {
    double number = 0.0;
    // Not a macro over the whole list: a user's __float__ may change its length.
    if (i >= PySequence_Fast_GET_SIZE(items.ptr())) return false;
    const auto item = py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(items.ptr(), i));
    if (!to_double(item, number)) return false;
    numbers.push_back(number);
  }
  return true;
}

std::string shown(py::handle object) {
  constexpr std::size_t kMost = 60;
  if (!object || object.is_none()) return "None";
  const std::string type = Py_TYPE(object.ptr())->tp_name;
  const bool plain =
      PyUnicode_Check(object.ptr()) || PyLong_Check(object.ptr()) || PyFloat_Check(object.ptr());
  const std::string name = type.substr(type.rfind('.') + 1);
  if (!plain) {
    const bool vowel = std::string_view("aeiouAEIOU").find(name[0]) != std::string_view::npos;
    return cat(vowel ? "an " : "a ", name);
  }
  auto text = py::repr(object).cast<std::string>();
  if (text.size() > kMost) text = text.substr(0, kMost - 3) + "...";
  return text;
}

void Value::fail_type() const {
  throw InputError(
      cat("'", spec_->name, "' must be ", describe_kind(*spec_), ", got ", shown(object_)),
      InputErrorKind::type);
}

void Value::fail_value() const {
  const std::string unit = spec_->unit.empty() ? "" : cat(" ", spec_->unit);
  throw InputError(
      cat("'", spec_->name, "' must be ", describe_kind(*spec_), ", got ", shown(object_), unit));
}

void Value::fail(std::string_view rule, InputErrorKind kind) const {
  throw InputError(cat("'", spec_->name, "' ", rule), kind);
}

double Value::number() const {
  double number = 0.0;
  if (!to_double(object_, number)) fail_type();
  if (!std::isfinite(number)) fail(cat("must be finite, got ", shown(object_)));
  if (!in_range(spec_->kind, number)) fail_value();
  return number;
}

double Value::number_or(double otherwise) const { return given() ? number() : otherwise; }

int Value::integer() const {
  double number = 0.0;
  if (!to_integer(object_, number)) fail_type();
  if (!fits_int(number)) fail(cat("must fit into 32 bits, got ", shown(object_)));
  if (!in_range(spec_->kind, number)) fail_value();
  return static_cast<int>(number);
}

int Value::integer_or(int otherwise) const { return given() ? integer() : otherwise; }

std::vector<double> Value::numbers() const {
  std::vector<double> numbers;
  if (!read_numbers(object_, numbers)) fail_type();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) fail(cat("must be finite, entry ", i, " is ", numbers[i]));
  }
  if (spec_->kind == ValueKind::vector6 && numbers.size() != 6) {
    fail(cat("must have 6 elements, got ", numbers.size()));
  }
  return numbers;
}

namespace {

void check_size(const Value& value, std::size_t found, std::size_t wanted) {
  if (found != wanted) value.fail(cat("must have ", wanted, " elements, got ", found));
}

}  // namespace

Vec3 Value::vector3() const {
  const std::vector<double> entries = numbers();
  check_size(*this, entries.size(), 3);
  return {entries[0], entries[1], entries[2]};
}

Mat3 Value::matrix9() const {
  const std::vector<double> entries = numbers();
  check_size(*this, entries.size(), 9);
  Mat3 matrix;
  for (std::size_t i = 0; i < 9; ++i) matrix.m[i] = entries[i];
  return matrix;
}

std::vector<int> Value::integers() const {
  std::vector<double> numbers;
  double single = 0.0;
  if (spec_->kind == ValueKind::integer_or_list && to_double(object_, single)) {
    numbers.push_back(single);
  } else if (!read_numbers(object_, numbers)) {
    fail_type();
  }
  std::vector<int> result;
  result.reserve(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i]) || numbers[i] != std::floor(numbers[i])) {
      fail(cat("must have integer entries, entry ", i, " is ", numbers[i]), InputErrorKind::type);
    }
    if (!fits_int(numbers[i])) fail(cat("must fit into 32 bits, entry ", i, " is ", numbers[i]));
    result.push_back(static_cast<int>(numbers[i]));
  }
  return result;
}

std::string Value::text() const {
  if (!PyUnicode_Check(object_.ptr())) fail_type();
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object_.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();
    fail("must be valid text");
  }
  std::string result(text, static_cast<std::size_t>(size));
  if (result.find('\0') != std::string::npos) fail("must not contain a null character");
  return result;
}

std::string Value::text_or(const std::string& otherwise) const {
  return given() ? text() : otherwise;
}

int Value::choice() const {
  const std::string word = text();
  for (std::size_t i = 0; i < spec_->choices.size(); ++i) {
    if (spec_->choices[i] == word) return static_cast<int>(i);
  }
  fail(cat("must be ", describe_kind(*spec_), ", got ", shown(object_),
           suggestion(word, spec_->choices)));
}

int Value::choice_or(int otherwise) const { return given() ? choice() : otherwise; }

bool Value::flag() const {
  const std::string word = text();
  if (word != "ON" && word != "OFF") fail_value();
  return word == "ON";
}

bool Value::flag_or(bool otherwise) const { return given() ? flag() : otherwise; }

py::function Value::function() const {
  if (PyCallable_Check(object_.ptr()) == 0) fail_type();
  return py::reinterpret_borrow<py::function>(object_);
}

py::tuple to_tuple(Vec3 v) { return py::make_tuple(v.x, v.y, v.z); }

py::tuple to_tuple(std::span<const double> numbers) {
  py::tuple result(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) result[i] = numbers[i];
  return result;
}

py::list to_list(std::span<const double> numbers) {
  py::list result(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) result[i] = numbers[i];
  return result;
}

}  // namespace solfec
