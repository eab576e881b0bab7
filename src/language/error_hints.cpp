#include "language/error_hints.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "base/cat.h"
#include "language/python/nearest.h"
#include "language/python/system_text.h"
#include "language/table/advice.h"
#include "language/table/command_table.h"
#include "language/table/newer_names.h"
#include "language/table/shape_words.h"

namespace solfec {

namespace {

/// Names of the language, newer ones too.
std::vector<std::string_view> known_names() {
  std::vector<std::string_view> names = command_names();
  for (const NewerName& newer : newer_names()) names.push_back(newer.name);
  return names;
}

/// Suggestion for a name that nobody has defined.
std::string hint_of_name(const py::object& error) {
  const py::object name = py::getattr(error, "name", py::none());
  if (!py::isinstance<py::str>(name)) return "";
  const auto word = name.cast<std::string>();
  const std::string_view advice = advice_on_name(word);
  if (!advice.empty()) return cat("; ", advice);
  const std::string near = suggestion(word, known_names());
  const bool is_variable =
      std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::islower(c) != 0; });
  return near.empty() && !is_variable && word.size() > 1 ? "; solfec --doc lists the commands"
                                                         : near;
}

/// End of the text of an AttributeError about a member that is written, from Python 3.13 on.
constexpr std::string_view kNoMoreMembers = " and no __dict__ for setting new attributes";

/// The text without kNoMoreMembers at its end.
std::string_view without_end(std::string_view text) {
  if (text.ends_with(kNoMoreMembers)) text.remove_suffix(kNoMoreMembers.size());
  return text;
}

/// The type and the member that "'TYPE' object has no attribute 'MEMBER'" names, without modules.
struct MissingMember {
  std::string type;
  std::string member;
};

/// Reads the text of an AttributeError, because Python 3.11 keeps the object and the name of reads,
/// not of writes. Both are '' when the text has another form.
MissingMember missing_member(std::string_view text) {
  text = without_end(text);
  constexpr std::string_view kMiddle = "' object has no attribute '";
  const std::size_t middle = text.find(kMiddle);
  if (middle == std::string_view::npos || text.front() != '\'' || text.back() != '\'') return {};
  const std::string_view type = text.substr(1, middle - 1);
  const std::size_t start = middle + kMiddle.size();
  return {std::string(type.substr(type.rfind('.') + 1)),
          std::string(text.substr(start, text.size() - 1 - start))};
}

/// Suggestion for a member that an object of the language, a tuple of numbers or the None in its
/// place does not have.
std::string hint_of_member(const py::object& error) {
  const auto [type, member] = missing_member(to_system(py::str(error)));
  if (type == "NoneType") {
    return "; BYLABEL, DISPLACEMENT and HISTORY give None where there is nothing";
  }
  const std::string_view advice = advice_on_member(type, member);
  std::string advised = advice.empty() ? "" : cat("; ", advice);
  const CommandSpec* const command = find_command(type);
  if (command == nullptr) return advised;
  std::vector<std::string_view> members;
  for (const MemberSpec& one : command->members) members.push_back(one.name);
  return cat(advised.empty() ? suggestion(member, members) : advised, "; the members of ", type,
             " are ", listed(members, ", "));
}

}  // namespace

std::string hint_of(const py::error_already_set& error) {
  if (error.type().is(py::handle(PyExc_NameError))) return hint_of_name(error.value());
  return error.matches(PyExc_AttributeError) ? hint_of_member(error.value()) : "";
}

std::string with_plain_types(std::string text) {
  for (const std::string_view module : {"'solfec._solfec.", "'_solfec."}) {
    const std::size_t at = text.find(module);
    const std::size_t end = at == std::string::npos ? at : text.find('\'', at + 1);
    if (end == std::string::npos) continue;
    text.resize(without_end(text).size());
    text.erase(end, 1);
    text.erase(at, module.size());
  }
  return text;
}

}  // namespace solfec
