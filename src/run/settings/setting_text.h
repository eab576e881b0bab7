#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace solfec {

/// One setting of a RUN in words, e.g. {"GRAVITY", "", "drop.py:5", "(0, 0, -10) m/s^2"}.
struct SettingText {
  std::string name;
  std::string body;  // '' for settings of the whole analysis
  std::string line;  // of the script, '' when unknown
  std::string value;

  friend bool operator==(const SettingText&, const SettingText&) = default;
};
using SettingTexts = std::vector<SettingText>;

/// Value of a setting of a body that a function called by RUN has set back to its default, of which
/// no text tells otherwise.
constexpr std::string_view kDefaultOfBody = "the default";

}  // namespace solfec
