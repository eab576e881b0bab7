#include "language/exit_report.h"

#include <cctype>
#include <cstdio>
#include <string>

#include "base/cat.h"
#include "language/error_hints.h"
#include "language/python/errors.h"
#include "language/python/script_location.h"
#include "language/python/system_text.h"

namespace solfec {

namespace {

std::string text_of(const py::handle& object) {
  try {
    return to_system(py::str(object));
  } catch (const py::error_already_set&) {
    return "(no text)";
  }
}

int system_exit_code(const py::object& value) {
  const py::object code = py::getattr(value, "code", py::none());
  if (code.is_none()) return 0;
  if (py::isinstance<py::int_>(code)) {
    const long number = PyLong_AsLong(code.ptr());
    if (number == -1 && PyErr_Occurred() != nullptr) PyErr_Clear();
    return static_cast<int>(number & 0xff);
  }
  std::fprintf(stderr, "%s\n", text_of(code).c_str());
  return 1;
}

/// Code of an exception other than SystemExit.
int exit_code(const py::error_already_set& error) {
  if (error.matches(PyExc_KeyboardInterrupt)) return kExitInterrupt;
  if (error.matches(PyExc_MemoryError)) return kExitMemory;
  const py::object code = py::getattr(error.type(), "exit_code", py::int_(kExitScript));
  return py::isinstance<py::int_>(code) ? code.cast<int>() : kExitScript;
}

/// True for a text that begins with "FILE:LINE: ".
bool has_location(const std::string& text) {
  const std::size_t end = text.find(": ");
  if (end == std::string::npos || end == 0) return false;
  std::size_t digits = end;
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(text[digits - 1])) != 0) --digits;
  return digits < end && digits > 1 && text[digits - 1] == ':';
}

/// "FILE:LINE: " where the exception was raised, in the user's own code when it passed through it.
std::string raised_at(const py::error_already_set& error) {
  if (error.matches(PyExc_SyntaxError) && py::hasattr(error.value(), "filename") &&
      !error.value().attr("filename").is_none() && !error.value().attr("lineno").is_none()) {
    return cat(text_of(error.value().attr("filename")), ":", text_of(error.value().attr("lineno")),
               ": ");
  }
  std::string place;
  py::object trace = error.trace() ? error.trace() : py::none();
  while (!trace.is_none()) {
    const std::string file = text_of(trace.attr("tb_frame").attr("f_code").attr("co_filename"));
    if (is_users_file(file)) place = cat(file, ":", text_of(trace.attr("tb_lineno")), ": ");
    trace = trace.attr("tb_next");
  }
  return place;
}

/// The last line of the report.
std::string last_line(const py::error_already_set& error) {
  std::string text = text_of(error.value());
  const std::size_t line_end = text.find('\n');
  if (has_location(text)) return text;
  const std::string type = text_of(error.type().attr("__name__"));
  if (error.matches(PyExc_SyntaxError)) text = text_of(error.value().attr("msg"));
  if (line_end != std::string::npos) text = text.substr(0, line_end);
  return cat(raised_at(error), type, text.empty() ? "" : ": ", with_plain_types(text),
             hint_of(error));
}

/// The traceback without its last line, which `last_line` replaces when it says the same.
void print_traceback(const py::error_already_set& error) {
  const py::module_ traceback = py::module_::import("traceback");
  const py::object trace = error.trace() ? error.trace() : py::none();
  const py::list lines = traceback.attr("format_exception")(error.type(), error.value(), trace);
  const py::list last = traceback.attr("format_exception_only")(error.type(), error.value());
  const bool syntax = error.matches(PyExc_SyntaxError);
  const std::size_t shown = syntax ? lines.size() - 1 : lines.size() - last.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += text_of(lines[i]);
  std::fputs(text.c_str(), stderr);
}

}  // namespace

int report_exception(py::error_already_set& error, const std::string& script) {
  std::fflush(stdout);
  if (error.matches(PyExc_SystemExit)) return system_exit_code(error.value());
  if (error.matches(PyExc_KeyboardInterrupt)) {
    std::fprintf(stderr, "%s: interrupted\n", script.c_str());
    return kExitInterrupt;
  }
  const int code = exit_code(error);
  try {
    print_traceback(error);
    std::fprintf(stderr, "%s\n", last_line(error).c_str());
  } catch (const py::error_already_set& second) {
    std::fprintf(stderr, "%s: the error cannot be shown: %s\n", script.c_str(), second.what());
  }
  return code;
}

}  // namespace solfec
