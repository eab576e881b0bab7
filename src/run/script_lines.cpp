#include "run/script_lines.h"

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

std::string ScriptLines::line(std::string_view command) const { return line(command, 0, 0); }

}  // namespace solfec
