#include "language/bind/module.h"

#include "archive/crc32c.h"
#include "base/parallel_for.h"
#include "language/bind/bind_groups.h"
#include "language/python/default_threads.h"
#include "language/python/script_location.h"
#include "language/table/newer_names.h"

namespace solfec {

namespace {

void put_names_into_all(py::module_& module) {
  py::list names;
  for (const std::string_view name : command_names()) names.append(std::string(name));
  for (const NewerName& entry : newer_names()) names.append(std::string(entry.name));
  for (const char* name : {"SolverStop", "NumericalError", "InternalError", "DataError",
                           "OutputError", "CreationError"}) {
    names.append(name);
  }
  module.attr("__all__") = names;
}

/// @param data  Bytes, or an array of them.
std::uint32_t checksum_of(const py::buffer& data, std::uint32_t before) {
  const py::buffer_info info = data.request();
  const auto size = static_cast<std::size_t>(info.size * info.itemsize);
  return crc32c({static_cast<const std::byte*>(info.ptr), size}, before);
}

}  // namespace

void fill_module(py::module_& module) {
  py::options options;
  options.disable_function_signatures();  // docstrings hold the real ones
  module.doc() = "Solfec: contact dynamics of many bodies. docs/language.md is the reference.";
  define_exceptions(module);
  bind_shapes(module);
  bind_time_series(module);
  bind_solfec(module);
  bind_materials(module);
  bind_bodies(module);
  bind_constraints(module);
  bind_joints(module);
  bind_transforms(module);
  bind_loads(module);
  bind_solvers(module);
  bind_running(module);
  bind_time_loop(module);
  bind_utilities(module);
  bind_results(module);
  bind_history(module);
  bind_export(module);
  bind_modal(module);
  bind_initial_state(module);
  bind_later_commands(module);
  bind_newer_names(module);
  module.def("_set_package_folder", &set_package_folder);
  module.def("_crc32c", &checksum_of, "CRC-32C of bytes; the second argument is that before them.");
  put_names_into_all(module);
  // Functions of a script that a simulation holds must go while Python still lives.
  const py::object at_exit = py::module_::import("atexit").attr("register");
  at_exit(py::cpp_function(&release_callbacks));
  at_exit(py::cpp_function(&sync_all_results));  // frames of the last second
  at_exit(py::cpp_function(&end_loops));         // first of these: they write their last frames
}

}  // namespace solfec

// Start of the extension module of ordinary Python.
PYBIND11_MODULE(_solfec, module) {
  solfec::set_thread_count(solfec::default_thread_count());
  solfec::fill_module(module);
}
