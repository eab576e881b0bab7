#include "language/table/reference.h"

#include <algorithm>
#include <utility>

#include "base/cat.h"
#include "language/table/newer_names.h"
#include "language/table/shape_words.h"
#include "language/table/signature.h"

namespace solfec {

namespace {

/// "a positive number, m" or "'ON' or 'OFF'".
std::string accepted(const ArgumentSpec& argument) {
  const std::string kind = describe_kind(argument);
  return argument.unit.empty() ? kind : cat(kind, ", ", argument.unit);
}

std::string default_of(const ArgumentSpec& argument) {
  return argument.required() ? "required" : std::string(argument.default_text);
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result(text);
  result.resize(std::max(width, result.size()), ' ');
  return result;
}

// ---- help ------------------------------------------------------------------------------------

/// Breaks a paragraph into lines of at most 96 columns with an indent.
std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t kColumns = 96;
  const std::string margin(indent, ' ');
  std::string result;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!line.empty() && indent + line.size() + 1 + word.size() > kColumns) {
      result += cat(margin, line, "\n");
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!line.empty()) result += cat(margin, line, "\n");
  return result;
}

std::string paragraphs(std::string_view text, std::size_t indent) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    if (!result.empty()) result += '\n';
    result += wrapped(text.substr(0, end), indent);
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return result;
}

std::string access_of(const MemberSpec& member) {
  if (member.access == Access::method) return "method";
  return member.access == Access::read ? "r/o" : "r/w";
}

/// "node(n)" of methods, the plain name of other members.
std::string member_title(const MemberSpec& member) {
  if (member.access != Access::method) return std::string(member.name);
  std::string arguments;
  for (const ArgumentSpec& argument : member.arguments) {
    arguments += cat(arguments.empty() ? "" : ", ", argument.name);
  }
  return cat(member.name, "(", arguments, ")");
}

std::string member_doc(const MemberSpec& member) {
  const std::string_view unit = member.value.unit;
  return unit.empty() ? std::string(member.value.doc) : cat(member.value.doc, ", ", unit);
}

}  // namespace

std::string help_text(const CommandSpec& command) {
  return cat(signature(command), " -> ", command.result, "\n\n", help_body(command));
}

namespace {

std::string help_arguments(const std::vector<ArgumentSpec>& arguments) {
  if (arguments.empty()) return "";
  std::size_t width = 0;
  for (const ArgumentSpec& argument : arguments) width = std::max(width, argument.name.size());
  std::string text = "\nArguments\n";
  for (const ArgumentSpec& argument : arguments) {
    text += cat("  ", padded(argument.name, width), "  ", accepted(argument), "; ",
                argument.required() ? "" : "default ", default_of(argument), "\n",
                wrapped(argument.doc, width + 6));
  }
  return text;
}

}  // namespace

std::string help_text(const MemberSpec& member) {
  std::string text = cat(member_doc(member), "\n");
  if (member.access == Access::read_write) text += cat("\nAccepts ", accepted(member.value), "\n");
  if (member.access == Access::read) text += "\nRead only\n";
  return text + help_arguments(member.arguments);
}

std::string help_body(const CommandSpec& command) {
  std::string text = cat(paragraphs(command.doc, 2), help_arguments(command.arguments));
  std::size_t width = 0;
  for (const MemberSpec& member : command.members) {
    width = std::max(width, member_title(member).size());
  }
  if (!command.members.empty()) text += "\nMembers\n";
  for (const MemberSpec& member : command.members) {
    text += cat("  ", padded(member_title(member), width), "  ", access_of(member), "\n",
                wrapped(member_doc(member), width + 6));
  }
  return text;
}

// ---- Markdown --------------------------------------------------------------------------------

namespace {

/// Text inside a table cell: | would end it.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result;
}

std::string markdown_arguments(const CommandSpec& command) {
  if (command.arguments.empty()) return "";
  std::string text = "| argument | accepts | default | meaning |\n|---|---|---|---|\n";
  for (const ArgumentSpec& argument : command.arguments) {
    const std::string alias = argument.alias.empty() ? "" : cat(" (also `", argument.alias, "`)");
    const std::string otherwise =
        argument.required() ? "required" : cat("`", argument.default_text, "`");
    text += cat("| `", argument.name, "`", alias, " | ", cell(accepted(argument)), " | ", otherwise,
                " | ", cell(argument.doc), " |\n");
  }
  return text + "\n";
}

std::string markdown_members(const CommandSpec& command) {
  if (command.members.empty()) return "";
  std::string text = "| member | access | type | meaning |\n|---|---|---|---|\n";
  for (const MemberSpec& member : command.members) {
    text += cat("| `", member_title(member), "` | ", access_of(member), " | ", cell(member.result),
                " | ", cell(member_doc(member)), " |\n");
  }
  return text + "\n";
}

std::string markdown_newer_names() {
  std::string text = cat("## Newer names\n\nThese ", newer_names().size(),
                         " names of the language after 2010 are not built. A call is an error "
                         "that says so.\n\n| name | what it does elsewhere |\n|---|---|\n");
  for (const NewerName& entry : newer_names()) {
    text += cat("| `", entry.name, "` | ", entry.meaning, " |\n");
  }
  return text;
}

constexpr std::string_view kReferenceStart = R"(# Input language

This page is generated from the command table (src/language); `tools/regenerate` renews it. The
same texts are printed by `solfec --doc NAME` and shown by `help(NAME)`.

An input file is a Python script. All names below are there without an import; in ordinary Python
they come from `from solfec import *`. Arguments are given by position or by keyword.

- A number is anything that Python can turn into a float, but not NaN, infinity, True or False.
  Points, vectors and lists are tuples, lists, numpy arrays or generators of the right length.
- A list of points is flat (x0, y0, z0, x1, ...), a list of triples or an array with three columns.
  Faces, nodes and elements count from 0. Paths are strings or objects of pathlib.
- No unit is enforced; the units below form a consistent set. Angles of the shape commands are in
  degrees, angular velocities in rad/s.
- Passing a shape to a command that takes it over *empties* it. Using it again is an error that
  names the line where it was used; pass COPY(shape) to keep the original.
- A mistake raises TypeError, ValueError or RuntimeError with the text `FILE:LINE: COMMAND: rule`.
  Where an argument is unknown, missing or of a wrong type, all arguments in their order follow.
  RUN raises SolverStop, NumericalError, OutputError (CreationError) or DataError as well.
- Bodies are numbered from 1 in creation order; numbers are never given out again.

)";

}  // namespace

std::string language_reference() {
  std::string text(kReferenceStart);
  for (const CommandGroup& group : command_groups()) {
    text += cat("## ", group.title, "\n\n");
    for (const CommandSpec& command : group.commands) {
      const std::string result =
          command.result == "None"
              ? ""
              : cat(" -> ", command.result == "_S" ? "shape or point" : command.result);
      text += cat("### ", command.name, "\n\n```python\n", signature(command), result, "\n```\n\n",
                  command.doc, "\n\n", markdown_arguments(command), markdown_members(command));
    }
  }
  return text + markdown_newer_names();
}

// ---- stubs -----------------------------------------------------------------------------------

namespace {

std::string literal(const std::vector<std::string_view>& choices) {
  std::string text;
  for (const std::string_view choice : choices) {
    text += cat(text.empty() ? "" : ", ", "\"", written_choice(choice), "\"");
  }
  return cat("Literal[", text, "]");
}

std::string stub_type(const ArgumentSpec& argument) {
  switch (argument.kind) {
    case ValueKind::number:
    case ValueKind::positive:
    case ValueKind::non_negative:
    case ValueKind::fraction:
      return "float";
    case ValueKind::integer:
    case ValueKind::count:
    case ValueKind::natural:
      return "int";
    case ValueKind::vector3:
    case ValueKind::vector6:
    case ValueKind::matrix9:
    case ValueKind::numbers:
    case ValueKind::integers:
      return "_Numbers";
    case ValueKind::points:
      return "_Points";
    case ValueKind::integer_or_list:
      return "int | _Numbers";
    case ValueKind::text:
      return "str";
    case ValueKind::path:
      return "str | PathLike[str]";
    case ValueKind::choice:
      return literal(argument.choices);
    case ValueKind::flag:
      return literal({"ON", "OFF"});
    case ValueKind::callable:
      return "Callable[..., Any]";
    case ValueKind::any:
      return "Any";
    case ValueKind::object:
      return std::string(argument.stub);
  }
  return "Any";
}

std::string stub_arguments(const std::vector<ArgumentSpec>& arguments, std::string_view first,
                           std::string_view indent) {
  std::string text(first);
  for (const ArgumentSpec& argument : arguments) {
    std::string type = stub_type(argument);
    const bool optional_none = argument.none_is_absent() && argument.kind != ValueKind::any &&
                               type.find("None") == std::string::npos;
    if (optional_none) type += " | None";
    text += cat(text.empty() ? "" : ",", "\n", indent, "    ", argument.name, ": ", type);
    if (!argument.required()) text += cat(" = ", default_expression(argument));
  }
  return text;
}

/// Docstring of one or more paragraphs.
std::string stub_doc(std::string_view doc, std::size_t indent) {
  std::string text = paragraphs(cat("\"\"\"", doc), indent);
  text.insert(text.size() - 1, "\"\"\"");
  return text;
}

/// Type of a result that is None in rare cases. Checkers of types would ask for a test of None at
/// each use, so Any stands for it, and for all where several types remain.
std::string stub_result(std::string_view result) {
  constexpr std::string_view kOrNone = " | None";
  if (!result.ends_with(kOrNone)) return std::string(result);
  const std::string_view rest = result.substr(0, result.size() - kOrNone.size());
  return rest.find(" | ") == std::string_view::npos ? cat(rest, " | Any") : "Any";
}

std::string stub_class(const CommandSpec& type) {
  std::string text =
      cat("class ", type.name, ":\n", stub_doc(type.doc, 4), "\n", "    def __init__(",
          stub_arguments(type.arguments, "\n        self", "    "), ",\n", "    ) -> None: ...\n");
  for (const MemberSpec& member : type.members) {
    if (member.access == Access::method) {
      text += cat("    def ", member.name, "(",
                  stub_arguments(member.arguments, "\n        self", "    "), ",\n    ) -> ",
                  stub_result(member.result), ":\n", stub_doc(member_doc(member), 8));
      continue;
    }
    text += cat("    @property\n    def ", member.name, "(self) -> ", stub_result(member.result),
                ":\n", stub_doc(member_doc(member), 8));
    if (member.access == Access::read_write) {
      text += cat("    @", member.name, ".setter\n    def ", member.name,
                  "(self, value: ", stub_type(member.value), ") -> None: ...\n");
    }
  }
  return cat(text, type.protocols, "\n");
}

/// Type of what commands take that take any shapes.
std::string stub_of_shapes() {
  return cat("_Shape = Union[\"", listed(shape_types(), "\", \"", "\", \""),
             "\", Sequence[\"_Shape\"]]\n");
}

constexpr std::string_view kStubStart = R"("""Type stubs of the Solfec input language.

Generated from the command table by tools/regenerate; changes made here are lost.
"""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Any, Literal, NoReturn, Protocol, TypeVar, Union

import numpy
from numpy.typing import NDArray

class _Numbers(Protocol):
    """A list, tuple or numpy array of numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...

_Points = Iterable[float] | Iterable[_Numbers] | _Numbers
)";

constexpr std::string_view kStubErrors = R"(_S = TypeVar("_S")

class SolverStop(RuntimeError):
    """The solver's failure policy stops the run."""

class NumericalError(RuntimeError):
    """A result is not finite."""

class InternalError(RuntimeError):
    """A mistake in Solfec itself."""

class DataError(ValueError):
    """Stored results cannot be read."""

class OutputError(OSError):
    """Results cannot be written."""

class CreationError(OutputError):
    """The results folder cannot be made."""

)";

}  // namespace

std::string type_stubs() {
  std::string text = cat(kStubStart, stub_of_shapes(), kStubErrors);
  for (const CommandGroup& group : command_groups()) {
    for (const CommandSpec& command : group.commands) {
      if (command.is_type) {
        text += stub_class(command);
        continue;
      }
      const std::string arguments = stub_arguments(command.arguments, "", "");
      text += cat("def ", command.name, "(", arguments, arguments.empty() ? "" : ",\n", ") -> ",
                  stub_result(command.result), ":\n", stub_doc(command.doc, 4), "\n");
    }
  }
  for (const NewerName& entry : newer_names()) {
    text += cat("def ", entry.name, "(*arguments: Any, **keywords: Any) -> NoReturn:\n",
                stub_doc(cat("Newer than the 2010 language, not built: ", entry.meaning, "."), 4),
                "\n");
  }
  text.pop_back();
  return text;
}

}  // namespace solfec
