#pragma once

#include <type_traits>
#include <utility>

#include "language/arguments.h"
#include "language/errors.h"
#include "language/session.h"

namespace solfec {

/// Docstring of a command: its signature as Python reads it, then the text.
std::string docstring(const CommandSpec& command);
/// Docstring of a constructor, from which Python reads the signature of its type.
std::string constructor_docstring(const CommandSpec& type);
/// Docstring of a member or method of a type.
std::string docstring(const MemberSpec& member);
/// Declaration of a command. @pre it exists.
const CommandSpec& declared(std::string_view name);
/// Declaration of a member. @pre it exists.
const MemberSpec& declared_member(const CommandSpec& type, std::string_view name);

/// Binds a function of the input language: `implementation` takes matched Arguments.
void bind_command(py::module_& module, const char* name,
                  py::object (*implementation)(const Arguments&));

/// Python object of a result; Python objects pass through.
template <typename T>
py::object as_object(T&& result) {
  if constexpr (std::is_base_of_v<py::handle, std::decay_t<T>>) {
    return std::forward<T>(result);
  } else {
    return py::cast(std::forward<T>(result));
  }
}

/// Our object inside a Python object of its type, null while its constructor has not run.
template <typename T>
T* made_inside(PyObject* object) {
  auto* const instance = reinterpret_cast<py::detail::instance*>(object);
  const py::detail::value_and_holder place = instance->get_value_and_holder();
  return place.holder_constructed() ? static_cast<T*>(place.value_ptr()) : nullptr;
}

/// Shows Python's garbage collector the Python objects inside a T.
template <typename T>
int traverse_object(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  const T* const object = made_inside<T>(self);
  return object == nullptr ? 0 : object->traverse(visit, arg);
}

/// Lets Python's garbage collector see the Python objects inside a T: T::traverse calls `visit` for
/// each, T::clear drops them.
template <typename T>
py::custom_type_setup garbage_collected() {
  return py::custom_type_setup([](PyHeapTypeObject* heap_type) {
    PyTypeObject* const type = &heap_type->ht_type;
    type->tp_flags |= Py_TPFLAGS_HAVE_GC;
    type->tp_traverse = traverse_object<T>;
    type->tp_clear = [](PyObject* self) {
      if (T* const object = made_inside<T>(self)) object->clear();
      return 0;
    };
  });
}

/// Binds the object type T, whose constructor is the command of its name.
template <typename T>
class TypeBinder {
 public:
  using Class = py::class_<T, std::shared_ptr<T>>;

  /// @param extra  More settings of the Python type, e.g. garbage_collected<T>().
  template <typename... Extra>
  TypeBinder(py::module_& module, const char* name, const Extra&... extra)
      : type_(declared(name)), class_(module, name, docstring(type_).c_str(), extra...) {
    class_.attr("__module__") = "solfec";
  }

  /// `make` takes matched Arguments and returns a shared pointer to T.
  template <typename Make>
  void constructor(Make make) {
    const CommandSpec& type = type_;
    class_.def(py::init([&type, make](const py::args& args, const py::kwargs& kwargs) {
                 std::shared_ptr<T> made;
                 with_python_errors(type.name, [&] {
                   check_where(type.where);
                   made = make(Arguments(type.arguments, args, kwargs));
                   return py::none();
                 });
                 return made;
               }),
               constructor_docstring(type).c_str());
  }

  /// `get` takes T& and returns something that converts to a Python object.
  template <typename Get>
  void member(const char* name, Get get) {
    const MemberSpec& spec = declared_member(type_, name);
    SOLFEC_ASSERT(spec.access == Access::read);
    const auto refuse = [](T& /*self*/, const Value& /*value*/) {
      throw InputError("Writing to a read-only member");
    };
    define(spec, get, refuse);
  }

  /// `set` takes T& and a Value that is declared as the member is.
  template <typename Get, typename Set>
  void member(const char* name, Get get, Set set) {
    const MemberSpec& spec = declared_member(type_, name);
    SOLFEC_ASSERT(spec.access == Access::read_write);
    define(spec, get, set);
  }

  /// `call` takes T& and matched Arguments.
  template <typename Call>
  void method(const char* name, Call call) {
    const MemberSpec& spec = declared_member(type_, name);
    SOLFEC_ASSERT(spec.access == Access::method);
    const std::string full = full_name(spec);
    class_.def(
        name,
        [&spec, full, call](const std::shared_ptr<T>& self, const py::args& args,
                            const py::kwargs& kwargs) {
          return with_python_errors(full, [&] {
            return as_object(call(*self, Arguments(spec.arguments, args, kwargs)));
          });
        },
        docstring(spec).c_str());
  }

  Class& python_class() { return class_; }

 private:
  [[nodiscard]] std::string full_name(const MemberSpec& spec) const {
    return cat(type_.name, ".", spec.name);
  }

  template <typename Get, typename Set>
  void define(const MemberSpec& spec, Get get, Set set) {
    const std::string full = full_name(spec);
    class_.def_property(
        std::string(spec.name).c_str(),
        [full, get](const std::shared_ptr<T>& self) {
          return with_python_errors(full, [&] { return as_object(get(*self)); });
        },
        [full, set, &spec](const std::shared_ptr<T>& self, const py::object& value) {
          with_python_errors(full, [&] {
            check_where(Where::between_steps);
            set(*self, Value(value, spec.value));
            return py::none();
          });
        },
        docstring(spec).c_str());
  }

  const CommandSpec& type_;
  Class class_;
};

}  // namespace solfec
