#include "language/bind.h"

#include "language/reference.h"
#include "language/signature.h"

namespace solfec {

std::string docstring(const CommandSpec& command) {
  return cat(signature(command), "\n--\n\n", help_body(command));
}

std::string constructor_docstring(const CommandSpec& type) {
  return cat(constructor_signature(type), "\n--\n\nSee help of the type.");
}

std::string docstring(const MemberSpec& member) {
  if (member.access != Access::method) return help_text(member);
  return cat(method_signature(member), "\n--\n\n", help_text(member));
}

const CommandSpec& declared(std::string_view name) {
  const CommandSpec* const command = find_command(name);
  SOLFEC_ASSERT(command != nullptr);
  return *command;
}

const MemberSpec& declared_member(const CommandSpec& type, std::string_view name) {
  const MemberSpec* const member = find_member(type, name);
  SOLFEC_ASSERT(member != nullptr);
  return *member;
}

void bind_command(py::module_& module, const char* name,
                  py::object (*implementation)(const Arguments&)) {
  const CommandSpec& command = declared(name);
  module.def(
      name,
      [&command, implementation](const py::args& args, const py::kwargs& kwargs) {
        return with_python_errors(command.name, [&] {
          check_where(command.where);
          return implementation(Arguments(command.arguments, args, kwargs));
        });
      },
      docstring(command).c_str());
  module.attr(name).attr("__module__") = "solfec";
}

}  // namespace solfec
