#pragma once

#include <string>

#include "language/table/command_table.h"

namespace solfec {

/// Default of an argument as a Python expression: the declared text where it is a number, a string
/// or None, else "...".
std::string default_expression(const ArgumentSpec& argument);

/// "center, radius, volid, surfid, sphere=None".
std::string argument_list(const std::vector<ArgumentSpec>& arguments);

/// "; the arguments are (center, radius, volid, surfid, sphere=None)", the end of a message about a
/// call. Empty when there are none.
std::string all_arguments(const std::vector<ArgumentSpec>& arguments);

/// "SPHERE(center, radius, volid, surfid, sphere=None)".
std::string signature(const CommandSpec& command);

/// "__init__(self, center, ...)"; without the $ by which Python marks a bound argument.
std::string constructor_signature(const CommandSpec& type);

/// "node($self, n)", as Python reads signatures of methods.
std::string method_signature(const MemberSpec& method);

}  // namespace solfec
