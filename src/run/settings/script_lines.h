#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cat.h"
#include "base/ids.h"
#include "material/bulk_material.h"

namespace solfec {

/// Stands for the line of a setting that a function called by RUN has made.
inline constexpr std::string_view kByCallback = "a callback";

/// List of the forces that functions of the user compute.
inline constexpr std::string_view kForceFunctions = "FORCE function";

/// Under this name stands the line that has set a bulk material last.
inline std::string bulk_material_key(const BulkMaterial& material) {
  return cat("BULK_MATERIAL ", material.label);
}

/// Setting of one body that a call of the script has made last.
struct BodySetting {
  std::string line;   // of the call
  std::string value;  // in words; '' where the body itself tells it
};

/// Lines of the script at which commands set something, for messages.
class ScriptLines {
 public:
  void note(std::string_view command, const std::string& line, bool in_callback);
  /// Like `note`, of a call that made an item of a list.
  /// @param key  Of the item: what it belongs to, in the order in which items are made.
  void note_item(std::string_view list, std::int64_t key, const std::string& line);
  /// Lines of the items of a list that still exist; '' for those without a call.
  [[nodiscard]] std::vector<std::string> item_lines(std::string_view list,
                                                    std::span<const std::int64_t> keys) const;
  /// Line of the i-th of `count` things that calls of the command have made: the i-th call when
  /// there was one for each, else the last one; '' without a call.
  [[nodiscard]] std::string line(std::string_view command, std::size_t i, std::size_t count) const;
  /// Line of the last call of a command.
  [[nodiscard]] std::string line(std::string_view command) const;

  /// Keeps what a call has set of a body, in the place of what an earlier one had set.
  void note_body(std::string_view setting, BodyId body, BodySetting noted);
  /// Bodies of which calls have set something, by increasing id.
  [[nodiscard]] const std::map<BodyId, BodySetting>& bodies_with(std::string_view setting) const;
  /// Line of the call that has set something of a body; '' without one.
  [[nodiscard]] std::string body_line(std::string_view setting, BodyId body) const;
  /// Forgets the calls of a command that acts on the next RUN only.
  void forget_bodies_with(std::string_view setting);

 private:
  struct Item {
    std::int64_t key{};  // see note_item
    std::string line;
  };
  std::map<std::string, std::vector<std::string>, std::less<>> lines_;
  std::map<std::string, std::vector<Item>, std::less<>> items_;
  std::map<std::string, std::map<BodyId, BodySetting>, std::less<>> bodies_;
};

}  // namespace solfec
