#include "language/python/errors.h"

#include <cstdio>
#include <exception>
#include <new>

#include "archive/archive_error.h"
#include "base/check.h"
#include "language/python/script_location.h"
#include "language/python/system_text.h"
#include "run/run_errors.h"
#include "run/simulation.h"

namespace solfec {

namespace {

/// "command: text"; the object that the text may begin with is not repeated.
///
/// @param command  Name of a command or "TYPE.MEMBER".
std::string with_command(std::string_view command, const std::string& text) {
  const std::string_view type = command.substr(0, command.find('.'));
  if (text.starts_with(cat(type, ": "))) return cat(command, text.substr(type.size()));
  const bool names_it = text.compare(0, command.size(), command) == 0 &&
                        text.size() > command.size() && text.find(": ") != std::string::npos;
  if (names_it && text[command.size()] == ' ') {
    return cat(command, ": ", text.substr(command.size() + 1));
  }
  return cat(command, ": ", text);
}

[[noreturn]] void raise(PyObject* type, std::string_view command, const std::string& text) {
  const py::str message = from_system(location_prefix() + with_command(command, text));
  PyErr_SetObject(type, message.ptr());
  throw py::error_already_set();
}

/// Exception type of ours by name. They are looked up, not stored: nothing to release at exit.
py::object exception_type(const char* name) {
  const auto modules = py::reinterpret_borrow<py::dict>(PyImport_GetModuleDict());
  for (const char* module : {"_solfec", "solfec._solfec"}) {
    if (modules.contains(module)) return modules[module].attr(name);
  }
  return py::reinterpret_borrow<py::object>(PyExc_RuntimeError);
}

[[noreturn]] void raise(const char* type, std::string_view command, const std::string& text) {
  raise(exception_type(type).ptr(), command, text);
}

PyObject* type_of(InputErrorKind kind) {
  switch (kind) {
    case InputErrorKind::type:
      return PyExc_TypeError;
    case InputErrorKind::value:
      return PyExc_ValueError;
    case InputErrorKind::runtime:
      return PyExc_RuntimeError;
  }
  return PyExc_RuntimeError;
}

/// Turns the exception that is being handled into one of Python.
[[noreturn]] void raise_current(std::string_view command) {
  try {
    throw;
  } catch (const InputError& error) {
    raise(type_of(error.kind()), command, error.what());
  } catch (const SolverStop& error) {
    raise("SolverStop", command, error.what());
  } catch (const NumericalError& error) {
    raise("NumericalError", command, error.what());
  } catch (const ArchiveError& error) {
    raise("DataError", command, error.what());
  } catch (const OutputError& error) {
    raise(error.creating() ? "CreationError" : "OutputError", command, error.what());
  } catch (const std::bad_alloc&) {
    raise(PyExc_MemoryError, command, "out of memory");
  } catch (const py::builtin_exception&) {
    throw;
  } catch (const std::exception& error) {
    raise("InternalError", command, cat("internal error: ", error.what()));
  }
}

void define(py::module_& module, const char* name, const py::object& base, int exit_code) {
  const auto type = py::reinterpret_steal<py::object>(
      PyErr_NewException(cat("solfec.", name).c_str(), base.ptr(), nullptr));
  type.attr("exit_code") = exit_code;
  module.attr(name) = type;
}

}  // namespace

void define_exceptions(py::module_& module) {
  const auto builtin = [](PyObject* type) { return py::reinterpret_borrow<py::object>(type); };
  define(module, "SolverStop", builtin(PyExc_RuntimeError), kExitSolver);
  define(module, "NumericalError", builtin(PyExc_RuntimeError), kExitNumerics);
  define(module, "InternalError", builtin(PyExc_RuntimeError), kExitInternal);
  define(module, "DataError", builtin(PyExc_ValueError), kExitData);
  define(module, "OutputError", builtin(PyExc_OSError), kExitWrite);
  define(module, "CreationError", module.attr("OutputError"), kExitCreate);
}

py::object with_python_errors(std::string_view command, const std::function<py::object()>& body) {
  try {
    return body();
  } catch (const py::error_already_set&) {
    throw;
  } catch (...) {
    raise_current(command);
  }
}

namespace {

void say(std::string_view command, const char* kind, const std::string& text) {
  std::fprintf(stderr, "%s%s: %s: %s\n", location_prefix().c_str(), std::string(command).c_str(),
               kind, text.c_str());
}

}  // namespace

void note(std::string_view command, const std::string& text) { say(command, "note", text); }

void warn(std::string_view command, const std::string& text) { say(command, "warning", text); }

}  // namespace solfec
