#include "language/bind.h"

#include "language/setting_lines.h"
#include "language/signature.h"

namespace solfec {

std::string docstring(const CommandSpec& command) {
  return cat(signature(command), "\n--\n\n", command.doc);
}

std::string constructor_docstring(const CommandSpec& type) {
  return cat(constructor_signature(type), "\n--\n\nSee help of the type.");
}

std::string docstring(const MemberSpec& member) {
  if (member.access != Access::method) return std::string(member.value.doc);
  return cat(method_signature(member), "\n--\n\n", member.value.doc);
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
          py::object result = implementation(Arguments(command.arguments, args, kwargs));
          note_setting_line(command.name, args, kwargs);
          return result;
        });
      },
      docstring(command).c_str());
  module.attr(name).attr("__module__") = "solfec";
}

}  // namespace solfec
