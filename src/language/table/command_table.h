#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "language/table/command_spec.h"

namespace solfec {

/// The whole input language.
std::span<const CommandGroup> command_groups();

/// Command by name, null when there is none.
const CommandSpec* find_command(std::string_view name);
/// Member of a type, null when there is none.
const MemberSpec* find_member(const CommandSpec& type, std::string_view name);
std::vector<std::string_view> command_names();

}  // namespace solfec
