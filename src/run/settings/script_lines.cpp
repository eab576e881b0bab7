#include "run/settings/script_lines.h"

#include <utility>

namespace solfec {

void ScriptLines::note(std::string_view command, const std::string& line, bool in_callback) {
  lines_[std::string(command)].push_back(in_callback ? std::string(kByCallback) : line);
}

std::string ScriptLines::line(std::string_view command, std::size_t i, std::size_t count) const {
  const auto found = lines_.find(command);
  if (found == lines_.end()) return "";
  const std::vector<std::string>& lines = found->second;
  return lines.size() == count ? lines.at(i) : lines.back();
}

void ScriptLines::note_item(std::string_view list, std::int64_t key, const std::string& line) {
  items_[std::string(list)].push_back({key, line});
}

/// Items keep their order when others go.
std::vector<std::string> ScriptLines::item_lines(std::string_view list,
                                                 std::span<const std::int64_t> keys) const {
  std::vector<std::string> lines(keys.size());
  const auto found = items_.find(list);
  if (found == items_.end()) return lines;
  std::map<std::int64_t, std::vector<const std::string*>> by_key;
  for (const Item& item : found->second) by_key[item.key].push_back(&item.line);
  std::map<std::int64_t, std::size_t> used;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto& known = by_key[keys[i]];
    const std::size_t at = used[keys[i]]++;
    if (at < known.size()) lines[i] = *known[at];
  }
  return lines;
}

std::string ScriptLines::line(std::string_view command) const { return line(command, 0, 0); }

void ScriptLines::note_body(std::string_view setting, BodyId body, BodySetting noted) {
  bodies_[std::string(setting)].insert_or_assign(body, std::move(noted));
}

const std::map<BodyId, BodySetting>& ScriptLines::bodies_with(std::string_view setting) const {
  static const std::map<BodyId, BodySetting> kNone;
  const auto found = bodies_.find(setting);
  return found == bodies_.end() ? kNone : found->second;
}

std::string ScriptLines::body_line(std::string_view setting, BodyId body) const {
  const auto& all = bodies_with(setting);
  const auto found = all.find(body);
  return found == all.end() ? "" : found->second.line;
}

void ScriptLines::forget_bodies_with(std::string_view setting) {
  const auto found = bodies_.find(setting);
  if (found != bodies_.end()) found->second.clear();
}

}  // namespace solfec
