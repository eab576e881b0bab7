#pragma once

#include "language/arguments/value.h"

namespace solfec {

/// Arguments of one call, matched to the declaration of a command and converted in its order. All
/// code of the user that a conversion runs has run when the constructor returns: what a command
/// looks up afterwards stays there until it is done.
class Arguments {
 public:
  /// Puts positional and keyword arguments in their places.
  /// @throws InputError of kind `type`: "unknown keyword 'raduis' (did you mean 'radius'?)",
  ///         "missing argument 'radius'", "takes at most 5 arguments, got 6", each with all
  ///         arguments, "argument 'x' is given twice". An argument of a wrong kind that stands
  ///         before a missing one, or before one too many, comes first.
  Arguments(const std::vector<ArgumentSpec>& specs, const py::args& args, const py::kwargs& kwargs);

  /// Value of a declared argument. @pre the name is declared.
  [[nodiscard]] const Value& operator[](std::string_view name) const;
  /// All of them, in the order of the declaration.
  [[nodiscard]] std::span<const Value> values() const { return values_; }

 private:
  const std::vector<ArgumentSpec>& specs_;
  std::vector<Value> values_;
};

}  // namespace solfec
