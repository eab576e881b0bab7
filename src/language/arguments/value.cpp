#include "language/arguments/value.h"

#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include "language/arguments/session.h"
#include "language/python/nearest.h"
#include "language/table/signature.h"

namespace solfec {

namespace {

// A Value converts once, when the call is matched, and checks when it is asked: the getters know
// range and size from the declaration and name the argument in what they throw.

bool is_integral(double number) { return std::isfinite(number) && number == std::floor(number); }

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

void Value::fail_type() const {
  throw InputError(
      cat("'", spec_->name, "' must be ", describe_kind(*spec_), ", got ", shown(original_),
          all_ == nullptr || all_->size() < 2 ? "" : all_arguments(*all_)),
      InputErrorKind::type);
}

void Value::fail_value() const {
  const std::string unit = spec_->unit.empty() ? "" : cat(" ", spec_->unit);
  throw InputError(
      cat("'", spec_->name, "' must be ", describe_kind(*spec_), ", got ", shown(original_), unit));
}

void Value::fail(std::string_view rule, InputErrorKind kind) const {
  const bool is_sentence = !rule.empty() && std::isupper(static_cast<unsigned char>(rule[0])) != 0;
  throw InputError(cat("'", spec_->name, is_sentence ? "': " : "' ", rule), kind);
}

Value::Value(py::object object, const ArgumentSpec& spec, const std::vector<ArgumentSpec>* all)
    : original_(std::move(object)), spec_(&spec), all_(all) {
  if (original_) convert();
}

void Value::convert() {
  switch (spec_->kind) {
    case ValueKind::any:
      object_ = original_;
      return;
    case ValueKind::path:
      object_ = plain_path(original_);
      return;
    case ValueKind::text:
    case ValueKind::choice:
    case ValueKind::flag:
    case ValueKind::callable:
    case ValueKind::object:
      object_ = spec_->takes_path ? plain_path(original_) : plain_object(original_);
      break;
    default:
      object_ = original_;
      convert_numbers();
      return;
  }
  double number = 0.0;
  const bool is_plain_number =
      PyFloat_CheckExact(object_.ptr()) || PyLong_CheckExact(object_.ptr());
  if (is_plain_number && read_number(object_, number)) number_ = number;
  if (PyCallable_Check(object_.ptr()) != 0) function_name_ = solfec::function_name(object_);
}

void Value::convert_numbers() {
  std::vector<double> numbers;
  double number = 0.0;
  switch (spec_->kind) {
    case ValueKind::points:
    case ValueKind::vector6: {
      const std::string wrong = read_rows(original_, 3, numbers);
      if (wrong == kWrongType) fail_type();
      if (!wrong.empty()) fail(wrong);
      break;
    }
    case ValueKind::vector3:
    case ValueKind::matrix9:
    case ValueKind::numbers:
    case ValueKind::integers:
      if (!read_numbers(original_, numbers)) fail_type();
      break;
    case ValueKind::integer_or_list:
      if (read_number(original_, number)) {
        numbers.push_back(number);
      } else if (!read_numbers(original_, numbers)) {
        fail_type();
      }
      break;
    default:
      if (!read_number(original_, number)) fail_type();
      number_ = number;
      return;
  }
  numbers_ = std::make_shared<const std::vector<double>>(std::move(numbers));
}

double Value::number() const {
  if (!number_) fail_type();
  if (!std::isfinite(*number_)) fail(cat("must be finite, got ", shown(original_)));
  if (!in_range(spec_->kind, *number_)) fail_value();
  return *number_;
}

double Value::number_or(double otherwise) const { return given() ? number() : otherwise; }

int Value::integer() const {
  if (!number_ || !is_integral(*number_)) fail_type();
  if (!fits_int(*number_)) fail(cat("must fit into 32 bits, got ", shown(original_)));
  if (!in_range(spec_->kind, *number_)) fail_value();
  return static_cast<int>(*number_);
}

int Value::integer_or(int otherwise) const { return given() ? integer() : otherwise; }

std::vector<double> Value::numbers() const {
  std::vector<double> numbers;
  if (numbers_) {
    numbers = *numbers_;
  } else if (!read_numbers(object_, numbers)) {
    fail_type();
  }
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
  if (!numbers_) fail_type();
  const std::vector<double>& numbers = *numbers_;
  std::vector<int> result;
  result.reserve(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!is_integral(numbers[i])) {
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
  fail(cat("must be ", describe_kind(*spec_), ", got ", shown(original_),
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

}  // namespace solfec
