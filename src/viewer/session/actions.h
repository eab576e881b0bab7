#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "viewer/session/keys.h"

namespace solfec {

class Viewer;

/// An action of the user: it has an entry of the menu, a key, or both.
struct ViewerAction {
  std::string_view id;    // e.g. "results.dx"
  std::string_view menu;  // e.g. "results/displacements"; '': no entry
  std::string_view text;  // of the entry
  Key key = keys::kNone;
  std::string_view help;
  void (*apply)(Viewer& viewer, std::string_view argument) = nullptr;
  std::string_view argument{};
};

/// An action that a script asks for by VIEWER_ACTION.
struct AskedAction {
  const ViewerAction* action = nullptr;
  std::optional<std::string> answer;  // to the question of the action
};

/// Table of all actions, in the order of the menu. Keys, menu, help and the table of the manual are
/// made of it.
std::span<const ViewerAction> actions();
/// Finds an action by its id; null when there is none.
const ViewerAction* find_action(std::string_view id);
const ViewerAction* find_action(Key key);
/// Finds an action by its id. @throws InputError naming the unknown id and the one most like it.
const ViewerAction& action_of(const std::string& id);

/// Writes the table of docs/viewer.md.
std::string actions_as_markdown();

}  // namespace solfec
