#include "language/table/command_table.h"

#include <algorithm>

#include "language/table/tables.h"

namespace solfec {

std::span<const CommandGroup> command_groups() {
  static const std::vector<CommandGroup> kGroups = {
      shape_group(),  model_group(), load_group(),    constraint_group(), joint_group(),
      solver_group(), run_group(),   utility_group(), result_group(),     later_group()};
  return kGroups;
}

const CommandSpec* find_command(std::string_view name) {
  for (const CommandGroup& group : command_groups()) {
    for (const CommandSpec& command : group.commands) {
      if (command.name == name) return &command;
    }
  }
  return nullptr;
}

const MemberSpec* find_member(const CommandSpec& type, std::string_view name) {
  const auto found = std::find_if(type.members.begin(), type.members.end(),
                                  [&](const MemberSpec& member) { return member.name == name; });
  return found == type.members.end() ? nullptr : &*found;
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const CommandGroup& group : command_groups()) {
    for (const CommandSpec& command : group.commands) names.push_back(command.name);
  }
  return names;
}

}  // namespace solfec
