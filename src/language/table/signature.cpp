#include "language/table/signature.h"

#include "base/cat.h"

namespace solfec {

namespace {

bool is_literal(std::string_view text) {
  if (text == "None" || text.front() == '\'') return true;
  return text.find_first_not_of("0123456789.+-eE") == std::string_view::npos;
}

}  // namespace

std::string argument_list(const std::vector<ArgumentSpec>& arguments) {
  std::string text;
  for (const ArgumentSpec& argument : arguments) {
    if (!text.empty()) text += ", ";
    text += argument.name;
    if (!argument.required()) text += cat("=", default_expression(argument));
  }
  return text;
}

std::string all_arguments(const std::vector<ArgumentSpec>& arguments) {
  return arguments.empty() ? "" : cat("; the arguments are (", argument_list(arguments), ")");
}

std::string default_expression(const ArgumentSpec& argument) {
  return is_literal(argument.default_text) ? std::string(argument.default_text) : "...";
}

std::string signature(const CommandSpec& command) {
  return cat(command.name, "(", argument_list(command.arguments), ")");
}

std::string constructor_signature(const CommandSpec& type) {
  const std::string arguments = argument_list(type.arguments);
  return cat("__init__(self", arguments.empty() ? "" : ", ", arguments, ")");
}

std::string method_signature(const MemberSpec& method) {
  const std::string arguments = argument_list(method.arguments);
  return cat(method.name, "($self", arguments.empty() ? "" : ", ", arguments, ")");
}

}  // namespace solfec
