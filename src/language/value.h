#pragma once

#include "base/check.h"
#include "language/command_table.h"
#include "language/pybind.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Our object inside a Python object, which keeps it alive. Asking for the holder finds objects
/// whose constructor was never called, which then is a TypeError.
/// @pre py::isinstance<T>(object).
template <typename T>
T& held(py::handle object) {
  try {
    return *object.cast<std::shared_ptr<T>>();
  } catch (const py::cast_error&) {
    throw InputError("an object was made without its constructor", InputErrorKind::type);
  }
}

/// Python object with the declaration of the argument or member that it is meant for. Every
/// conversion checks what the declared kind promises and otherwise throws InputError: kind `type`
/// for a wrong type, `value` for a wrong value, e.g. "'radius' must be a positive number, got -1
/// m".
class Value {
 public:
  /// @param spec  Outlives the value; a table entry.
  Value(py::object object, const ArgumentSpec& spec) : object_(std::move(object)), spec_(&spec) {}

  /// False for an optional argument that was left out.
  [[nodiscard]] bool given() const { return static_cast<bool>(object_); }
  [[nodiscard]] const py::object& object() const { return object_; }
  [[nodiscard]] const ArgumentSpec& spec() const { return *spec_; }

  /// Kinds number, positive, non_negative and fraction.
  [[nodiscard]] double number() const;
  [[nodiscard]] double number_or(double otherwise) const;
  /// Kinds integer, count and natural; fits into 32 bits.
  [[nodiscard]] int integer() const;
  [[nodiscard]] int integer_or(int otherwise) const;
  [[nodiscard]] Vec3 vector3() const;
  [[nodiscard]] Mat3 matrix9() const;
  /// Kinds numbers and vector6; elements finite.
  [[nodiscard]] std::vector<double> numbers() const;
  /// Kinds integers and integer_or_list.
  [[nodiscard]] std::vector<int> integers() const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string text_or(const std::string& otherwise) const;
  /// Number of the string among the declared choices.
  [[nodiscard]] int choice() const;
  [[nodiscard]] int choice_or(int otherwise) const;
  /// 'ON' is true.
  [[nodiscard]] bool flag() const;
  [[nodiscard]] bool flag_or(bool otherwise) const;
  [[nodiscard]] py::function function() const;

  /// Our object inside a Python object of the type that is bound to T.
  template <typename T>
  [[nodiscard]] T& as() const {
    if (!py::isinstance<T>(object_)) fail_type();
    return held<T>(object_);
  }

  /// Throws "'name' must be ..., got ...".
  [[noreturn]] void fail_type() const;
  [[noreturn]] void fail_value() const;
  /// Throws "'name' <rule>", e.g. rule "is a recently deleted BODY object".
  [[noreturn]] void fail(std::string_view rule, InputErrorKind kind = InputErrorKind::value) const;

 private:
  py::object object_;
  const ArgumentSpec* spec_;
};

/// Whether an object is a number for us: it has __float__ or __index__ and is no string.
bool is_number(py::handle object);
/// Whether an object is a sequence for us: list, tuple, array, but no string.
bool is_sequence(py::handle object);
/// Reads n numbers of any sequence into `numbers`; arrays of doubles or integers in one go.
/// @return false when the object is no flat sequence of numbers.
bool read_numbers(py::handle object, std::vector<double>& numbers);
/// Python text of an object for messages, at most 60 characters: "'abc'", "-1", "a list".
std::string shown(py::handle object);

/// Tuples that scripts read.
py::tuple to_tuple(Vec3 v);
py::tuple to_tuple(std::span<const double> numbers);
py::list to_list(std::span<const double> numbers);

}  // namespace solfec
