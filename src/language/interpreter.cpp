#include "language/interpreter.h"

#include <array>
#include <climits>
#include <cstdio>
#include <unistd.h>

#include <pybind11/embed.h>

#include "base/cat.h"
#include "base/whole_file.h"
#include "language/arguments/session.h"
#include "language/bind/module.h"
#include "language/exit_report.h"
#include "language/python/errors.h"
#include "language/python/script_location.h"
#include "language/python/system_text.h"

PYBIND11_EMBEDDED_MODULE(_solfec, module) { solfec::fill_module(module); }

namespace solfec {

namespace {

/// Folder of the running program with a slash at its end.
std::string program_folder() {
  std::array<char, PATH_MAX> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  if (length <= 0) return "./";
  const std::string program(path.data(), static_cast<std::size_t>(length));
  return program.substr(0, program.rfind('/') + 1);
}

/// Starts the interpreter; the environment variables of Python have no effect.
bool start_python() {
  PyPreConfig before;
  PyPreConfig_InitIsolatedConfig(&before);
  before.utf8_mode = 1;  // the same text whatever the locale says
  PyStatus status = Py_PreInitialize(&before);
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.install_signal_handlers = 1;  // Ctrl-C in a script is a KeyboardInterrupt
  config.site_import = 1;              // numpy and matplotlib
  config.user_site_directory = 1;
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  config.buffered_stdio = 0;  // lines of Python and of the program keep their order
  config.write_bytecode = 0;
  if (PyStatus_Exception(status) == 0) {
    status = PyConfig_SetBytesString(&config, &config.program_name, SOLFEC_PYTHON);
  }
  if (PyStatus_Exception(status) == 0) {
    status = PyConfig_SetBytesString(&config, &config.executable, SOLFEC_PYTHON);
  }
  if (PyStatus_Exception(status) == 0) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0) {
    std::fprintf(stderr, "solfec: Python does not start: %s\n", status.err_msg);
    return false;
  }
  return true;
}

void set_up_system(const std::string& path, const std::vector<std::string>& arguments) {
  const py::module_ sys = py::module_::import("sys");
  py::list argv;
  argv.append(from_system(path));
  for (const std::string& word : arguments) argv.append(from_system(word));
  sys.attr("argv") = argv;
  py::list search = sys.attr("path");
  const std::string parent = package_parent_folder();
  if (!parent.empty()) search.insert(0, parent);
  const py::module_ os_path = py::module_::import("os.path");
  search.insert(0, os_path.attr("dirname")(os_path.attr("abspath")(from_system(path))));
  if (!parent.empty()) set_package_folder(parent + "/solfec");
}

py::dict make_globals(const std::string& path) {
  py::dict globals = py::module_::import("__main__").attr("__dict__");
  const py::module_ language = py::module_::import("_solfec");
  for (const auto& name : language.attr("__all__")) globals[name] = language.attr(name);
  globals["__file__"] = from_system(path);
  globals["__builtins__"] = py::module_::import("builtins");
  return globals;
}

void execute(const std::string& path, const std::string& source, py::dict globals) {
  const py::module_ builtins = py::module_::import("builtins");
  const py::object code =
      builtins.attr("compile")(py::bytes(source), from_system(path), "exec", 0, true);
  const auto result =
      py::reinterpret_steal<py::object>(PyEval_EvalCode(code.ptr(), globals.ptr(), globals.ptr()));
  if (!result) throw py::error_already_set();
}

int run_source(const std::string& path, const std::string& source,
               const std::vector<std::string>& arguments) {
  try {
    set_up_system(path, arguments);
    execute(path, source, make_globals(path));
  } catch (py::error_already_set& error) {
    return report_exception(error, path);
  }
  return 0;
}

}  // namespace

int run_script(const std::string& path, RunContext& context) {
  const auto [source, problem] = read_script_file(path);
  if (!problem.empty()) {
    std::fprintf(stderr, "solfec: cannot read '%s': %s\n", path.c_str(), problem.c_str());
    return kExitNoInput;
  }
  if (!start_python()) return kExitInternal;
  set_run_context(context);
  const int code = end_script(run_source(path, source, context.settings.script_arguments));
  const bool synced = sync_all_results();
  py::finalize_interpreter();
  const bool lost = !synced || context.has_late_error;  // objects may have gone just now
  return code == 0 && lost ? kExitWrite : code;
}

std::string run_beside(const std::string& path) {
  const auto [source, problem] = read_script_file(path);
  if (!problem.empty()) return cat("cannot read '", path, "': ", problem);
  try {
    execute(path, source, py::module_::import("__main__").attr("__dict__"));
  } catch (py::error_already_set& error) {
    const std::string what = error.what();
    (void)report_exception(error, path);
    return what.substr(0, what.find('\n'));
  }
  return "";
}

PackageDoc package_doc(const std::string& name) {
  const std::string parent = package_parent_folder();
  if (parent.empty() || !start_python()) return {};
  PackageDoc doc;
  try {
    py::list search = py::module_::import("sys").attr("path");
    search.insert(0, parent);
    const py::tuple found = py::module_::import("solfec._doc").attr("explain")(from_system(name));
    doc.text = found[0].cast<std::string>();
    for (const auto& one : found[1]) doc.names.push_back(one.cast<std::string>());
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("solfec --doc");
  }
  py::finalize_interpreter();
  return doc;
}

std::string python_version() { return cat(PY_VERSION, " (", SOLFEC_PYTHON, ")"); }

std::string program_root() {
  const std::string bin = program_folder();
  return bin.substr(0, bin.rfind('/', bin.size() - 2) + 1);
}

std::string package_parent_folder() {
  const std::string root = program_root();
  for (const char* const place : {"lib/solfec/python", "python"}) {
    std::string parent = root + place;
    if (access((parent + "/solfec/__init__.py").c_str(), R_OK) == 0) return parent;
  }
  return "";
}

}  // namespace solfec
