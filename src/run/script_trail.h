#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace solfec {

/// The commands that a script has called so far, of those that change a model: on several ranks all
/// must call the same ones in the same order.
class ScriptTrail {
 public:
  struct Calls {
    std::int64_t count{};
    std::string line;  // of the script, of the last call
  };

  /// @param line  FILE:LINE of the script, '' when unknown.
  void note(std::string_view command, const std::string& line);
  /// Of the commands in their order.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  /// By command.
  [[nodiscard]] const std::map<std::string, Calls, std::less<>>& calls() const { return calls_; }
  /// "FILE:LINE: COMMAND" of the last one, '' when there is none.
  [[nodiscard]] const std::string& last() const { return last_; }

 private:
  std::map<std::string, Calls, std::less<>> calls_;
  std::uint64_t hash_ = 0;
  std::string last_;
};

}  // namespace solfec
