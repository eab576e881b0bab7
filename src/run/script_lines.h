#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace solfec {

/// Stands for the line of a setting that a function called by RUN has made.
inline constexpr std::string_view kByCallback = "a callback";

/// Lines of the script at which commands set something, for messages.
class ScriptLines {
 public:
  void note(std::string_view command, const std::string& line, bool in_callback);
  /// Line of the i-th of `count` things that calls of the command have made: the i-th call when
  /// there was one for each, else the last one; '' without a call.
  [[nodiscard]] std::string line(std::string_view command, std::size_t i, std::size_t count) const;
  /// Line of the last call of a command.
  [[nodiscard]] std::string line(std::string_view command) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> lines_;
};

}  // namespace solfec
