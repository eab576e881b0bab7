#include "run/script_trail.h"

#include "archive/content_hash.h"
#include "base/cat.h"
#include "base/count.h"

namespace solfec {

namespace {

constexpr std::size_t kMostTrail = 16U << 20U;  // bytes of texts of arguments between two meetings

std::uint64_t hash_of(const std::string& text) {
  return content_hash(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace

int ScriptTrail::name_of(std::string_view text) {
  const auto known = numbers_.find(text);
  if (known != numbers_.end()) return known->second;
  names_.emplace_back(text);
  return numbers_.emplace(std::string(text), count(names_) - 1).first->second;
}

void ScriptTrail::note(std::string_view command, const std::string& line,
                       std::span<const TrailArgument> arguments) {
  auto place = calls_.find(command);
  if (place == calls_.end()) place = calls_.emplace(std::string(command), Calls{}).first;
  ++place->second.count;
  place->second.line = line;
  std::string link = cat(hash_, ' ', command, ' ', line);
  for (const TrailArgument& argument : arguments) {
    link += cat(' ', argument.name, ' ', argument.digest);
  }
  hash_ = hash_of(link);
  last_ = cat(line, line.empty() ? "" : ": ", command);
  hashes_.push_back(hash_);
  places_.push_back({name_of(command), name_of(line), texts_.size(), 0});
  for (const TrailArgument& argument : arguments) {
    if (text_size_ > kMostTrail) break;
    texts_.push_back(argument);
    text_size_ += sizeof(TrailArgument) + argument.text.size();
    ++places_.back().arguments;
  }
}

ScriptTrail::Call ScriptTrail::call(std::size_t number) const {
  const Place& place = places_.at(number);
  const auto first = texts_.begin() + static_cast<std::ptrdiff_t>(place.text);
  return {names_[at(place.command)], names_[at(place.line)], {first, first + place.arguments}};
}

void ScriptTrail::forget() {
  hashes_.clear();
  places_.clear();
  texts_.clear();
  text_size_ = 0;
}

}  // namespace solfec
