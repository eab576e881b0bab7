#include "language/arguments/setting_lines.h"

#include <algorithm>
#include <array>
#include <utility>

#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/python/script_location.h"
#include "language/table/tables.h"
#include "run/settings/script_lines.h"

namespace solfec {

namespace {

/// Commands and the name under which run/settings/setting_texts.cpp looks for their lines.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kCommands = {{
    {"OUTPUT", "OUTPUT"},
    {"CALLBACK", "CALLBACK"},
    {"EXTENTS", "EXTENTS"},
    {"UNPHYSICAL_PENETRATION", "UNPHYSICAL_PENETRATION"},
    {"CONTACT_SPARSIFY", "CONTACT_SPARSIFY"},
    {"CONTACT_PREDICTION", "CONTACT_PREDICTION"},
    {"CONTACT_POINTS", "CONTACT_POINTS"},
    {"CONTACT_BOUNCE", "CONTACT_BOUNCE"},
    {"CONTACT_PROJECTION", "CONTACT_PROJECTION"},
    {"CONTACT_EXCLUDE_BODIES", "CONTACT_EXCLUDE_BODIES"},
    {"CONTACT_EXCLUDE_OBJECTS", "CONTACT_EXCLUDE_OBJECTS"},
    {"CONTACT_EXCLUDE_SURFACES", "CONTACT_EXCLUDE_SURFACES"},
    {"GRAVITY", "GRAVITY"},
    {"FORCE", "FORCE"},
    {"TORQUE", "TORQUE"},
    {"PRESSURE", "PRESSURE"},
    {"SIMPLIFIED_CRACK", "SIMPLIFIED_CRACK"},
}};

/// Whether a command makes a constraint; the lines of all of them are those of one list.
bool makes_constraint(std::string_view command) {
  static const std::array<CommandGroup, 2> kGroups = {constraint_group(), joint_group()};
  const auto is_it = [&](const CommandSpec& spec) {
    return !spec.is_type && spec.name == command && spec.name != "MOTOR";
  };
  return std::any_of(kGroups.begin(), kGroups.end(), [&](const CommandGroup& group) {
    return std::any_of(group.commands.begin(), group.commands.end(), is_it);
  });
}

std::string_view setting_of(std::string_view command) {
  const auto found = std::find_if(kCommands.begin(), kCommands.end(),
                                  [&](const auto& entry) { return entry.first == command; });
  if (found != kCommands.end()) return found->second;
  return makes_constraint(command) ? "constraint" : "";
}

Simulation* simulation_in(const py::handle& argument) {
  if (py::isinstance<SolfecObject>(argument)) {
    const auto* const object = argument.cast<SolfecObject*>();
    return object == nullptr ? nullptr : object->simulation.get();
  }
  if (!py::isinstance<BodyObject>(argument)) return nullptr;
  const auto* const object = argument.cast<BodyObject*>();
  return object == nullptr ? nullptr : object->simulation.get();
}

Simulation* simulation_in(const py::args& args, const py::kwargs& kwargs) {
  for (const py::handle argument : args) {
    if (Simulation* const simulation = simulation_in(argument)) return simulation;
  }
  for (const auto& item : kwargs) {
    if (Simulation* const simulation = simulation_in(item.second)) return simulation;
  }
  return nullptr;
}

bool has_function(const py::args& args, const py::kwargs& kwargs) {
  const auto is_function = [](const py::handle& value) {
    return PyCallable_Check(value.ptr()) != 0;
  };
  return std::any_of(args.begin(), args.end(), is_function) ||
         std::any_of(kwargs.begin(), kwargs.end(),
                     [&](const auto& item) { return is_function(item.second); });
}

}  // namespace

void note_setting_line(std::string_view command, const py::args& args, const py::kwargs& kwargs) {
  std::string_view name = setting_of(command);
  if (name.empty()) return;
  Simulation* const simulation = simulation_in(args, kwargs);
  if (simulation == nullptr) return;
  if (name == "FORCE" && has_function(args, kwargs)) name = kForceFunctions;
  simulation->note_line(name, script_origin(), acts_in_run(*simulation));
}

void note_body_setting(const BodyObject& body, std::string_view setting, const std::string& value) {
  if (acts_in_run(*body.simulation)) return;
  body.simulation->note_body(setting, body.id, {script_origin(), value});
}

}  // namespace solfec
