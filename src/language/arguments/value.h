#pragma once

#include <optional>
#include <span>

#include "base/check.h"
#include "language/arguments/plain_object.h"
#include "language/python/python_numbers.h"
#include "language/table/command_table.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Our object inside a Python object, which keeps it alive. Asking for the holder finds objects
/// whose constructor was never called, which then is a TypeError.
/// @pre holds<T>(object).
template <typename T>
T& held(py::handle object) {
  try {
    return *object.cast<std::shared_ptr<T>>();
  } catch (const py::cast_error&) {
    throw InputError("an object was made without its constructor", InputErrorKind::type);
  }
}

/// Python object with the declaration of the argument or member that it is meant for. It is made
/// plain (plain_object.h) at once, so that no code of the user runs after the constructor. Every
/// conversion checks what the declared kind promises and otherwise throws InputError: kind `type`
/// for a wrong type, `value` for a wrong value, e.g. "'radius' must be a positive number, got -1
/// m".
class Value {
 public:
  /// @param spec  Outlives the value; a table entry.
  /// @param all   Declaration of the call whose argument this is, null for members and items; a
  ///              table entry. Messages about a wrong type end with it, since arguments in a wrong
  ///              order are the commonest reason.
  /// @throws InputError (type) when an argument of numbers holds something else, and what the
  ///         user's code throws.
  Value(py::object object, const ArgumentSpec& spec,
        const std::vector<ArgumentSpec>* all = nullptr);

  /// False for an optional argument that was left out.
  [[nodiscard]] bool given() const { return static_cast<bool>(original_); }
  /// The plain object.
  [[nodiscard]] const py::object& object() const { return object_; }
  /// Returns the object that the user gave, to be handed back; asking it anything may run code of
  /// the user.
  [[nodiscard]] const py::object& original() const { return original_; }
  [[nodiscard]] const ArgumentSpec& spec() const { return *spec_; }

  /// The numbers as which the constructor has read the object, none where it is something else.
  [[nodiscard]] std::span<const double> read_as() const {
    if (numbers_) return *numbers_;
    return number_ ? std::span<const double>(&*number_, 1) : std::span<const double>();
  }

  /// Kinds number, positive, non_negative and fraction.
  [[nodiscard]] double number() const;
  [[nodiscard]] double number_or(double otherwise) const;
  /// Kinds integer, count and natural; fits into 32 bits.
  [[nodiscard]] int integer() const;
  [[nodiscard]] int integer_or(int otherwise) const;
  [[nodiscard]] Vec3 vector3() const;
  [[nodiscard]] Mat3 matrix9() const;
  /// Kinds numbers, points and vector6; elements finite.
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
  /// Name of a function for messages, '?' when it has none.
  [[nodiscard]] const std::string& function_name() const { return function_name_; }

  /// Our object inside a Python object of the type that is bound to T.
  template <typename T>
  [[nodiscard]] T& as() const {
    if (!holds<T>(object_)) fail_type();
    return held<T>(object_);
  }

  /// Throws "'name' must be ..., got ...; the arguments are (...)".
  [[noreturn]] void fail_type() const;
  [[noreturn]] void fail_value() const;
  /// Throws "'name' <rule>", e.g. rule "is a recently deleted BODY object".
  [[noreturn]] void fail(std::string_view rule, InputErrorKind kind = InputErrorKind::value) const;

 private:
  void convert();
  void convert_numbers();

  py::object original_;  // as the script gave it; null: not given
  py::object object_;    // plain_object of it, or itself
  const ArgumentSpec* spec_;
  const std::vector<ArgumentSpec>* all_;
  std::optional<double> number_;                        // what is one number
  std::shared_ptr<const std::vector<double>> numbers_;  // of kinds that hold several
  std::string function_name_;
};

/// Tuple that scripts read.
py::tuple to_tuple(Vec3 v);

}  // namespace solfec
