#pragma once

#include <stdexcept>
#include <string>

#include "base/cat.h"

namespace solfec {

/// Python exception that the language layer raises for an InputError.
enum class InputErrorKind { type, value, runtime };

/// A mistake in the user's input. The text names object, rule, value and unit; the language layer
/// adds file, line and command.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& text, InputErrorKind kind = InputErrorKind::value)
      : std::runtime_error(text), kind_(kind) {}

  [[nodiscard]] InputErrorKind kind() const { return kind_; }

 private:
  InputErrorKind kind_;
};

/// Reports a broken assertion with its place and ends the process; a mistake of ours.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace solfec

/// Checks a condition that only a mistake of ours can break; compiled in dev and sanitizer builds.
#if defined(SOLFEC_ASSERTIONS)
#define SOLFEC_ASSERT(condition) \
  ((condition) ? (void)0 : solfec::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define SOLFEC_ASSERT(condition) ((void)0)
#endif
