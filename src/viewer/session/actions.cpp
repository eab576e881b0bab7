#include "viewer/session/actions.h"

#include <algorithm>

#include "base/cat.h"
#include "base/check.h"

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

namespace {

/// Number of letters that two words begin and end with in common.
std::size_t likeness(std::string_view a, std::string_view b) {
  const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto front = static_cast<std::size_t>(first - a.begin());
  const std::size_t most = std::min(a.size(), b.size()) - front;
  std::size_t back = 0;
  while (back < most && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  return front + back;
}

}  // namespace

const ViewerAction& action_of(const std::string& id) {
  if (const ViewerAction* const found = find_action(id)) return *found;
  const auto all = actions();
  const auto nearest = std::max_element(all.begin(), all.end(),
                                        [&](const ViewerAction& one, const ViewerAction& other) {
                                          return likeness(one.id, id) < likeness(other.id, id);
                                        });
  throw InputError(cat("the viewer has no action '", id, "' (did you mean '", nearest->id,
                       "'?); docs/viewer.md lists them"));
}

std::string actions_as_markdown() {
  std::string text = "| menu | entry | key | name | what it does |\n|---|---|---|---|---|\n";
  for (const ViewerAction& action : actions()) {
    std::string menu(action.menu == "." ? "" : action.menu);
    std::string key = key_name(action.key);
    if (!key.empty()) key = cat("`", key, "`");
    text += cat("| ", menu, " | ", action.text, " | ", key, " | `", action.id, "` | ", action.help,
                " |\n");
  }
  return text;
}

}  // namespace solfec
