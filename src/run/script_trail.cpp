#include "run/script_trail.h"

#include "archive/content_hash.h"
#include "base/cat.h"

namespace solfec {

void ScriptTrail::note(std::string_view command, const std::string& line) {
  auto place = calls_.find(command);
  if (place == calls_.end()) place = calls_.emplace(std::string(command), Calls{}).first;
  ++place->second.count;
  place->second.line = line;
  const std::string link = cat(hash_, command);
  hash_ = content_hash(std::as_bytes(std::span(link.data(), link.size())));
  last_ = cat(line, line.empty() ? "" : ": ", command);
}

}  // namespace solfec
