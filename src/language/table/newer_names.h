#pragma once

#include <span>
#include <string>
#include <string_view>

namespace solfec {

/// Name of the language after 2010 that this program does not have.
struct NewerName {
  std::string_view name;
  std::string_view meaning;  // one line
};

/// All of them. Calling one is an error that says so.
std::span<const NewerName> newer_names();

/// Entry by name, null when there is none.
const NewerName* find_newer_name(std::string_view name);

/// Text of the error of a call behind the name: "is newer than the 2010 language, not built", and
/// how else to reach the goal where there is a way.
std::string newer_name_error(const NewerName& entry);

/// Returns the text that --doc prints of a newer name.
std::string newer_name_text(const NewerName& entry);

}  // namespace solfec
