#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace solfec {

/// An argument of a command, as ranks compare it.
struct TrailArgument {
  std::string_view name;  // lives as long as the program
  std::uint64_t digest{};
  std::string text;  // for people
};

/// The commands that a script has called so far, of those that change a model: on several ranks all
/// must call the same ones in the same order, from the same lines, with the same arguments.
class ScriptTrail {
 public:
  struct Calls {
    std::int64_t count{};
    std::string line;  // of the script, of the last call
  };
  /// One call, with its arguments while there is room for their texts.
  struct Call {
    std::string command;
    std::string line;
    std::vector<TrailArgument> arguments;
  };

  /// @param line  FILE:LINE of the script, '' when unknown.
  void note(std::string_view command, const std::string& line,
            std::span<const TrailArgument> arguments = {});
  /// Hash of the commands in their order, with lines and arguments.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  /// Returns the calls of each command, by its name.
  [[nodiscard]] const std::map<std::string, Calls, std::less<>>& calls() const { return calls_; }
  /// "FILE:LINE: COMMAND" of the last one, '' when there is none.
  [[nodiscard]] const std::string& last() const { return last_; }

  /// `hash` after each call since `forget`.
  [[nodiscard]] std::span<const std::uint64_t> hashes() const { return hashes_; }
  /// One of these calls.
  [[nodiscard]] Call call(std::size_t number) const;
  /// Drops the single calls: all ranks have made the same ones so far.
  void forget();

 private:
  struct Place {
    int command{};       // in names_
    int line{};          // in names_
    std::size_t text{};  // in texts_
    int arguments{};     // that have one
  };

  int name_of(std::string_view text);

  std::map<std::string, Calls, std::less<>> calls_;
  std::uint64_t hash_ = 0;
  std::string last_;
  std::vector<std::uint64_t> hashes_;
  std::vector<Place> places_;
  std::vector<TrailArgument> texts_;
  std::size_t text_size_ = 0;
  std::map<std::string, int, std::less<>> numbers_;  // of names
  std::vector<std::string> names_;
};

}  // namespace solfec
