#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include "language/arguments/arguments.h"
#include "language/arguments/session.h"
#include "language/python/errors.h"

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

// What follows takes the functions of all types alike, as std::function: pybind11's own templates
// for each lambda take most of the time of compiling a binding (docs/adding.md).

using MemberGetter = std::function<py::object(py::handle self)>;
using MemberSetter = std::function<void(py::handle self, const Value& value)>;
using MethodCall = std::function<py::object(py::handle self, const Arguments& args)>;
/// Puts a new object into its place in the Python object that is being made.
using ObjectMaker = std::function<void(py::detail::value_and_holder& place, const Arguments& args)>;

/// Defines the constructor of the Python type of `type`.
void define_constructor(py::handle python_type, const CommandSpec& type, ObjectMaker make);
/// Defines a constructor that always fails: other commands hand out the objects of `type`.
void define_refusing_constructor(py::handle python_type, const CommandSpec& type);
/// Defines a member; without `set` it is read-only.
void define_member(py::handle python_type, const CommandSpec& type, const MemberSpec& member,
                   MemberGetter get, MemberSetter set);
void define_method(py::handle python_type, const CommandSpec& type, const MemberSpec& member,
                   MethodCall call);
/// Defines one of Python's special methods without or with one argument.
void define_special(py::handle python_type, const char* name,
                    std::function<py::object(py::handle self)> call);
void define_special(py::handle python_type, const char* name,
                    std::function<py::object(py::handle self, py::handle other)> call);

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
    define_constructor(class_, type_,
                       [make](py::detail::value_and_holder& place, const Arguments& args) {
                         std::shared_ptr<T> made = make(args);
                         place.value_ptr() = made.get();
                         place.type->init_instance(place.inst, &made);
                       });
  }

  /// Lets scripts get objects from other commands only.
  void refuse_constructor() { define_refusing_constructor(class_, type_); }

  /// `get` takes T& and returns something that converts to a Python object.
  template <typename Get>
  void member(const char* name, Get get) {
    const MemberSpec& spec = declared_member(type_, name);
    SOLFEC_ASSERT(spec.access == Access::read);
    define_member(class_, type_, spec, getter(get), {});
  }

  /// `set` takes T& and a Value that is declared as the member is.
  template <typename Get, typename Set>
  void member(const char* name, Get get, Set set) {
    const MemberSpec& spec = declared_member(type_, name);
    SOLFEC_ASSERT(spec.access == Access::read_write);
    define_member(class_, type_, spec, getter(get),
                  [set](py::handle self, const Value& value) { set(object_of(self), value); });
  }

  /// `call` takes T& and matched Arguments.
  template <typename Call>
  void method(const char* name, Call call) {
    const MemberSpec& spec = declared_member(type_, name);
    SOLFEC_ASSERT(spec.access == Access::method);
    define_method(class_, type_, spec, [call](py::handle self, const Arguments& args) {
      return as_object(call(object_of(self), args));
    });
  }

  /// Text of repr (); `text` takes T& and returns a string.
  template <typename Text>
  void repr(Text text) {
    define_special(class_, "__repr__", [text](py::handle self) -> py::object {
      return py::str(text(object_of(self)));
    });
  }

  /// Equality and hash by what the object stands for; `hash` takes T&.
  template <typename Hash>
  void identity(Hash hash) {
    define_special(class_, "__eq__", [](py::handle self, py::handle other) -> py::object {
      if (!holds<T>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
      return py::bool_(object_of(self) == held<T>(other));
    });
    define_special(class_, "__hash__", [hash](py::handle self) -> py::object {
      return py::int_(static_cast<Py_hash_t>(hash(object_of(self))));
    });
  }

 private:
  static T& object_of(py::handle self) {
    if (!holds<T>(self)) {
      throw InputError("is called for an object of another type", InputErrorKind::type);
    }
    return held<T>(self);
  }

  template <typename Get>
  static MemberGetter getter(Get get) {
    return [get](py::handle self) { return as_object(get(object_of(self))); };
  }

  const CommandSpec& type_;
  Class class_;
};

}  // namespace solfec
