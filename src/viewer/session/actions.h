#pragma once

#include <span>
#include <string>
#include <string_view>

#include "viewer/session/keys.h"

namespace solfec {

class Viewer;

/// Something that the user can have done: an entry of the menu, a key, or both.
struct ViewerAction {
  std::string_view id;    // e.g. "results.dx"
  std::string_view menu;  // e.g. "results/displacements", '': in none
  std::string_view text;  // of the entry
  Key key = keys::kNone;
  std::string_view help;
  void (*apply)(Viewer& viewer, std::string_view argument) = nullptr;
  std::string_view argument{};
};

/// All of them, in the order of the menu. Keys, the menu, the help and its table in the manual are
/// made of this one table.
std::span<const ViewerAction> actions();
/// Null: there is none.
const ViewerAction* find_action(std::string_view id);
const ViewerAction* find_action(Key key);

/// The table for docs/viewer.md.
std::string actions_as_markdown();

}  // namespace solfec
