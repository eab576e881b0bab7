#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"

namespace solfec {

/// Kind of value that an argument or a member accepts; checked by `Value`, named in messages, docs
/// and stubs.
enum class ValueKind : std::uint8_t {
  number,        // anything with __float__, finite
  positive,      // number > 0
  non_negative,  // number >= 0
  fraction,      // number in [0, 1]
  integer,
  count,     // integer >= 1
  natural,   // integer >= 0
  vector3,   // three numbers
  vector6,   // six numbers
  matrix9,   // nine numbers, column by column
  numbers,   // flat list of numbers
  points,    // list of points (x, y, z), or flat
  integers,  // flat list of integers
  integer_or_list,
  text,
  path,    // string or object of pathlib
  choice,  // one of `choices`
  flag,    // 'ON' or 'OFF'
  callable,
  any,
  object  // described by `type` and `stub`
};

/// One argument of a command.
struct ArgumentSpec {
  std::string_view name;
  ValueKind kind = ValueKind::any;
  std::string_view unit;          // '' for none
  std::string_view default_text;  // '' for a required argument
  std::string_view doc;           // one line
  std::vector<std::string_view> choices;
  std::string_view type;    // words for kind `object`, e.g. "BODY or list of BODY"
  std::string_view stub;    // Python type for kind `object`
  std::string_view alias;   // second spelling of the keyword
  bool takes_path = false;  // kind `object`: a path may stand there

  [[nodiscard]] bool required() const { return default_text.empty(); }
  /// Whether None stands for an argument that is not given.
  [[nodiscard]] bool none_is_absent() const { return default_text == "None"; }
};

/// Argument without a default.
ArgumentSpec required(std::string_view name, ValueKind kind, std::string_view unit,
                      std::string_view doc);
/// Argument with a default as Python text, e.g. "None", "0.0", "'OFF'", or in words.
ArgumentSpec optional(std::string_view name, ValueKind kind, std::string_view default_text,
                      std::string_view unit, std::string_view doc);
/// One of several strings; `default_text` '' makes it required.
ArgumentSpec choice(std::string_view name, std::vector<std::string_view> choices,
                    std::string_view default_text, std::string_view doc);
/// Choices that are the names of an enumeration, in its order.
template <Named Enum>
std::vector<std::string_view> names_of() {
  constexpr auto kNames = all_names<Enum>();
  return {kNames.begin(), kNames.end()};
}
/// An object of ours; `default_text` '' makes it required.
ArgumentSpec object(std::string_view name, std::string_view type, std::string_view stub,
                    std::string_view default_text, std::string_view doc);
/// Returns the argument with a second spelling of its keyword.
ArgumentSpec with_alias(ArgumentSpec argument, std::string_view alias);
/// Returns the argument, which is of kind `object`, such that a path may stand in its place.
ArgumentSpec or_path(ArgumentSpec argument);

/// Access that a script has to a member.
enum class Access : std::uint8_t { read, read_write, method };

/// Member or method of an object type.
struct MemberSpec {
  std::string_view name;
  Access access = Access::read;
  ArgumentSpec value;                   // kind, unit, choices and doc of the member
  std::vector<ArgumentSpec> arguments;  // of a method
  std::string_view result;              // Python type that reading or calling gives
};

/// Member that scripts read; `result` is its Python type.
MemberSpec read_only(std::string_view name, std::string_view result, std::string_view unit,
                     std::string_view doc);
/// Member that scripts read and write; `value` has its name, kind and doc.
MemberSpec read_write(ArgumentSpec value, std::string_view result);
MemberSpec method(std::string_view name, std::vector<ArgumentSpec> arguments,
                  std::string_view result, std::string_view doc);

/// When a command may be called.
enum class Where : std::uint8_t {
  anywhere,
  between_steps,  // not from a function that is called within a time step
  outside_run     // not from any function that RUN calls
};

/// A function of the input language, or the constructor of an object type (`is_type`).
struct CommandSpec {
  std::string_view name;
  bool is_type = false;
  Where where = Where::anywhere;
  std::vector<ArgumentSpec> arguments{};
  std::string_view result;  // Python type, "None" for none
  std::string_view doc;     // first line: what it does; further paragraphs: rules
  std::vector<MemberSpec> members{};
  std::string_view protocols{};  // special methods of a type, as stubs have them
};

/// Commands of one topic, in the order of the manual.
struct CommandGroup {
  std::string_view title;
  std::vector<CommandSpec> commands;
};

/// A choice as Python writes it between quotes: a line end is \n.
std::string written_choice(std::string_view choice);

/// Returns in words what a kind of value accepts, e.g. "a positive number"; objects and choices
/// have texts of their own.
std::string describe_kind(const ArgumentSpec& argument);

}  // namespace solfec
