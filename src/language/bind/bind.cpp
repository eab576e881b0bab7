#include "language/bind/bind.h"

#include "language/arguments/argument_digest.h"
#include "language/arguments/session.h"
#include "language/arguments/setting_lines.h"
#include "language/table/reference.h"
#include "language/table/signature.h"

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

namespace {

/// Runs a command and takes it down for the other ranks. @param run  run(arguments)
template <typename Run>
auto noted(const CommandSpec& command, const Arguments& arguments, const Run& run) {
  std::vector<TrailArgument> digests;
  const bool is_noted = is_compared(command);
  if (is_noted) digests = digests_of(arguments);
  py::object result = run(arguments);
  run_context().heartbeat.beat();
  if (is_noted) note_on_trail(command.name, digests);
  return result;
}

}  // namespace

void bind_command(py::module_& module, const char* name,
                  py::object (*implementation)(const Arguments&)) {
  const CommandSpec& command = declared(name);
  module.def(
      name,
      [&command, implementation](const py::args& args, const py::kwargs& kwargs) {
        return with_python_errors(command.name, [&] {
          check_where(command.where);
          return noted(command, Arguments(command.arguments, args, kwargs),
                       [&](const Arguments& arguments) {
                         py::object result = implementation(arguments);
                         note_setting_line(command.name, args, kwargs);
                         return result;
                       });
        });
      },
      docstring(command).c_str());
  module.attr(name).attr("__module__") = "solfec";
}

namespace {

std::string full_name(const CommandSpec& type, const MemberSpec& member) {
  return cat(type.name, ".", member.name);
}

}  // namespace

void define_constructor(py::handle python_type, const CommandSpec& type, ObjectMaker make) {
  const auto init = [&type, make = std::move(make)](py::detail::value_and_holder& place,
                                                    const py::args& args,
                                                    const py::kwargs& kwargs) {
    with_python_errors(type.name, [&] {
      check_where(type.where);
      return noted(type, Arguments(type.arguments, args, kwargs),
                   [&](const Arguments& arguments) -> py::object {
                     make(place, arguments);
                     return py::none();
                   });
    });
  };
  const std::string text = constructor_docstring(type);
  python_type.attr("__init__") =
      py::cpp_function(init, py::name("__init__"), py::is_method(python_type),
                       py::detail::is_new_style_constructor(), text.c_str());
}

void define_refusing_constructor(py::handle python_type, const CommandSpec& type) {
  define_constructor(python_type, type, [](py::detail::value_and_holder&, const Arguments&) {
    throw InputError("objects are obtained from other commands, not made", InputErrorKind::runtime);
  });
}

void define_member(py::handle python_type, const CommandSpec& type, const MemberSpec& member,
                   MemberGetter get, MemberSetter set) {
  const std::string full = full_name(type, member);
  const py::cpp_function getter(
      [full, get = std::move(get)](const py::object& self) {
        return with_python_errors(full, [&] { return get(self); });
      },
      py::is_method(python_type));
  const py::cpp_function setter(
      [full, set = std::move(set), &member](const py::object& self, const py::object& value) {
        with_python_errors(full, [&] {
          check_where(Where::between_steps);
          if (!set) throw InputError("Writing to a read-only member");
          const Value given(value, member.value);
          std::vector<TrailArgument> digests;
          if (ranks_compare()) digests = {digest_of_object(self), digest_of(given)};
          set(self, given);
          if (ranks_compare()) note_on_trail(full, digests);
          return py::none();
        });
      },
      py::is_method(python_type));
  const py::handle property(reinterpret_cast<PyObject*>(&PyProperty_Type));
  python_type.attr(std::string(member.name).c_str()) =
      property(getter, setter, py::none(), docstring(member));
}

void define_method(py::handle python_type, const CommandSpec& type, const MemberSpec& member,
                   MethodCall call) {
  const std::string full = full_name(type, member);
  const std::string name(member.name);
  const std::string text = docstring(member);
  python_type.attr(name.c_str()) = py::cpp_function(
      [full, call = std::move(call), &member](const py::object& self, const py::args& args,
                                              const py::kwargs& kwargs) {
        return with_python_errors(
            full, [&] { return call(self, Arguments(member.arguments, args, kwargs)); });
      },
      py::name(name.c_str()), py::is_method(python_type), text.c_str());
}

void define_special(py::handle python_type, const char* name,
                    std::function<py::object(py::handle self)> call) {
  python_type.attr(name) = py::cpp_function(
      [name, call = std::move(call)](const py::object& self) {
        return with_python_errors(name, [&] { return call(self); });
      },
      py::name(name), py::is_method(python_type));
}

void define_special(py::handle python_type, const char* name,
                    std::function<py::object(py::handle self, py::handle other)> call) {
  python_type.attr(name) = py::cpp_function(
      [name, call = std::move(call)](const py::object& self, const py::object& other) {
        return with_python_errors(name, [&] { return call(self, other); });
      },
      py::name(name), py::is_method(python_type));
}

}  // namespace solfec
