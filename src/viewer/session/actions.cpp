#include "viewer/session/actions.h"

#include <algorithm>

#include "base/cat.h"

namespace solfec {

const ViewerAction* find_action(std::string_view id) {
  const auto all = actions();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ViewerAction& one) { return one.id == id; });
  return found == all.end() ? nullptr : &*found;
}

const ViewerAction* find_action(Key key) {
  const auto all = actions();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ViewerAction& one) { return one.key == key; });
  return key == keys::kNone || found == all.end() ? nullptr : &*found;
}

std::string actions_as_markdown() {
  std::string text = "| menu | entry | key | what it does |\n|---|---|---|---|\n";
  for (const ViewerAction& action : actions()) {
    std::string menu(action.menu == "." ? "" : action.menu);
    std::string key = key_name(action.key);
    if (!key.empty()) key = cat("`", key, "`");
    text += cat("| ", menu, " | ", action.text, " | ", key, " | ", action.help, " |\n");
  }
  return text;
}

}  // namespace solfec
