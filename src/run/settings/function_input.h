#pragma once

#include <string>

namespace solfec {

/// Something on which a function of the user depends, in words.
struct FunctionInput {
  std::string name;         // "variable k"
  std::string value;        // "5"
  bool may_change = false;  // a list or dict, whose items a call of the function can change
  bool is_unknown = false;  // nothing tells its contents; the value is the name of its type
};

}  // namespace solfec
