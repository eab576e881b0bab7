#pragma once

#include <string>

#include <gtest/gtest.h>

#include "base/check.h"

namespace solfec {

/// Text of the InputError that `action` throws, "" when it throws none.
template <typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// Kind of the InputError that `action` throws.
template <typename Action>
InputErrorKind kind_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.kind();
  }
  ADD_FAILURE() << "no InputError";
  return InputErrorKind::value;
}

}  // namespace solfec
