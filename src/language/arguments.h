#pragma once

#include "language/value.h"

namespace solfec {

/// Arguments of one call, matched to the declaration of a command.
class Arguments {
 public:
  /// Puts positional and keyword arguments in their places.
  /// @throws InputError of kind `type`: "unknown keyword 'raduis' (did you mean 'radius'?)",
  /// "missing
  ///         argument 'radius'", "takes at most 5 arguments, got 6", "argument 'x' is given twice".
  Arguments(const std::vector<ArgumentSpec>& specs, const py::args& args, const py::kwargs& kwargs);

  /// Value of a declared argument. @pre the name is declared.
  [[nodiscard]] Value operator[](std::string_view name) const;

 private:
  const std::vector<ArgumentSpec>& specs_;
  std::vector<py::object> values_;  // null where not given
};

}  // namespace solfec
