#include "language/python/script_location.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/cat.h"
#include "language/python/pybind.h"
#include "language/python/system_text.h"

namespace solfec {

namespace {

std::string g_package_folder;  // ends with a slash; '' when unknown

bool starts_with(const std::string& text, const std::string& start) {
  return !start.empty() && text.compare(0, start.size(), start) == 0;
}

/// Folder of the Python library, e.g. "/usr/lib/python3.11/".
const std::string& library_folder() {
  static const std::string kFolder = [] {
    const py::object file = py::module_::import("os").attr("__file__");
    const std::string path = to_system(file);
    return path.substr(0, path.rfind('/') + 1);
  }();
  return kFolder;
}

ScriptLocation location_of(const py::object& frame) {
  auto* const raw = reinterpret_cast<PyFrameObject*>(frame.ptr());
  const auto code =
      py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(raw)));
  return {to_system(code.attr("co_filename")), PyFrame_GetLineNumber(raw)};
}

}  // namespace

namespace {

/// Whether a name is one that notebooks and consoles give to what a user has typed. Older notebooks
/// say <ipython-input-3-...>, newer ones name a file in a temporary folder.
bool is_typed(const std::string& file) {
  constexpr const char* kTyped[] = {"<ipython-input-", "<python-input-", "<stdin>", "<console>"};
  return std::any_of(std::begin(kTyped), std::end(kTyped),
                     [&](const char* start) { return starts_with(file, start); });
}

}  // namespace

bool is_users_file(const std::string& file) {
  if (is_typed(file)) return true;
  if (file.empty() || file[0] == '<') return false;
  if (starts_with(file, g_package_folder) || starts_with(file, library_folder())) return false;
  return file.find("/dist-packages/") == std::string::npos &&
         file.find("/site-packages/") == std::string::npos;
}

void set_package_folder(std::string folder) {
  if (!folder.empty() && folder.back() != '/') folder += '/';
  g_package_folder = std::move(folder);
}

ScriptLocation script_location() {
  auto frame = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  if (!frame) return {};
  ScriptLocation innermost = location_of(frame);
  while (frame) {
    ScriptLocation location = location_of(frame);
    if (is_users_file(location.file)) return location;
    frame = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(
        PyFrame_GetBack(reinterpret_cast<PyFrameObject*>(frame.ptr()))));
  }
  return innermost;
}

std::string script_origin() {
  const ScriptLocation location = script_location();
  if (location.file.empty()) return "";
  return cat(location.file.substr(location.file.rfind('/') + 1), ":", location.line);
}

std::string location_prefix() {
  const ScriptLocation location = script_location();
  return location.file.empty() ? "" : cat(location.file, ":", location.line, ": ");
}

}  // namespace solfec
