#include "language/table/command_spec.h"

#include <span>
#include <utility>

#include "base/cat.h"

namespace solfec {

ArgumentSpec required(std::string_view name, ValueKind kind, std::string_view unit,
                      std::string_view doc) {
  return optional(name, kind, "", unit, doc);
}

ArgumentSpec optional(std::string_view name, ValueKind kind, std::string_view default_text,
                      std::string_view unit, std::string_view doc) {
  ArgumentSpec argument;
  argument.name = name;
  argument.kind = kind;
  argument.unit = unit;
  argument.default_text = default_text;
  argument.doc = doc;
  return argument;
}

ArgumentSpec choice(std::string_view name, std::vector<std::string_view> choices,
                    std::string_view default_text, std::string_view doc) {
  ArgumentSpec argument = optional(name, ValueKind::choice, default_text, "", doc);
  argument.choices = std::move(choices);
  return argument;
}

ArgumentSpec object(std::string_view name, std::string_view type, std::string_view stub,
                    std::string_view default_text, std::string_view doc) {
  ArgumentSpec argument = optional(name, ValueKind::object, default_text, "", doc);
  argument.type = type;
  argument.stub = stub;
  return argument;
}

ArgumentSpec with_alias(ArgumentSpec argument, std::string_view alias) {
  argument.alias = alias;
  return argument;
}

ArgumentSpec or_path(ArgumentSpec argument) {
  argument.takes_path = true;
  return argument;
}

MemberSpec read_only(std::string_view name, std::string_view result, std::string_view unit,
                     std::string_view doc) {
  MemberSpec member;
  member.name = name;
  member.value = required(name, ValueKind::any, unit, doc);
  member.result = result;
  return member;
}

MemberSpec read_write(ArgumentSpec value, std::string_view result) {
  MemberSpec member;
  member.name = value.name;
  member.access = Access::read_write;
  member.value = std::move(value);
  member.result = result;
  return member;
}

MemberSpec method(std::string_view name, std::vector<ArgumentSpec> arguments,
                  std::string_view result, std::string_view doc) {
  MemberSpec member;
  member.name = name;
  member.access = Access::method;
  member.value = required(name, ValueKind::any, "", doc);
  member.arguments = std::move(arguments);
  member.result = result;
  return member;
}

namespace {

std::string list_choices(std::span<const std::string_view> choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) text += i + 1 == choices.size() ? " or " : ", ";
    text += cat("'", written_choice(choices[i]), "'");
  }
  return text;
}

}  // namespace

std::string written_choice(std::string_view choice) {
  std::string text;
  for (const char c : choice) text += c == '\n' ? std::string("\\n") : std::string(1, c);
  return text;
}

std::string describe_kind(const ArgumentSpec& argument) {
  switch (argument.kind) {
    case ValueKind::number:
      return "a number";
    case ValueKind::positive:
      return "a positive number";
    case ValueKind::non_negative:
      return "a number >= 0";
    case ValueKind::fraction:
      return "a number in [0, 1]";
    case ValueKind::integer:
      return "an integer";
    case ValueKind::count:
      return "an integer >= 1";
    case ValueKind::natural:
      return "an integer >= 0";
    case ValueKind::vector3:
      return "three numbers (x, y, z)";
    case ValueKind::vector6:
      return "six numbers";
    case ValueKind::matrix9:
      return "nine numbers";
    case ValueKind::numbers:
      return "a list of numbers";
    case ValueKind::points:
      return "a list of points (x, y, z)";
    case ValueKind::integers:
      return "a list of integers";
    case ValueKind::integer_or_list:
      return "an integer or a list of integers";
    case ValueKind::text:
      return "a string";
    case ValueKind::path:
      return "a path";
    case ValueKind::choice:
      return list_choices(argument.choices);
    case ValueKind::flag:
      return "'ON' or 'OFF'";
    case ValueKind::callable:
      return "a function";
    case ValueKind::any:
      return "anything";
    case ValueKind::object:
      return std::string(argument.type);
  }
  return "";
}

}  // namespace solfec
