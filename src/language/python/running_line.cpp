#include "language/python/running_line.h"

#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include "base/cat.h"
#include "language/python/pybind.h"
#include "language/python/script_location.h"
#include "language/python/system_text.h"

namespace solfec {

namespace {

/// The frame of the user's own code in which a thread is, the innermost one. The interpreter is
/// held.
std::string users_line(PyThreadState* thread) {
  auto frame = py::reinterpret_steal<py::object>(
      reinterpret_cast<PyObject*>(PyThreadState_GetFrame(thread)));
  while (frame && !frame.is_none()) {
    const py::object code = frame.attr("f_code");
    const std::string file = to_system(py::str(code.attr("co_filename")));
    if (is_users_file(file)) {
      return cat(file.substr(file.rfind('/') + 1), ":", frame.attr("f_lineno").cast<int>(), " (",
                 to_system(py::str(code.attr("co_name"))), ")");
    }
    frame = frame.attr("f_back");
  }
  return "";
}

/// Returns the line of the user's script at which the main thread stands: the thread that was there
/// first. '' when it is at none.
std::string line_of_main_thread() {
  const PyGILState_STATE state = PyGILState_Ensure();
  PyThreadState* thread = PyInterpreterState_ThreadHead(PyInterpreterState_Main());
  while (PyThreadState_Next(thread) != nullptr) thread = PyThreadState_Next(thread);
  std::string line;
  try {
    line = users_line(thread);
  } catch (const std::exception&) {
    line.clear();
  }
  PyGILState_Release(state);
  return line;
}

}  // namespace

std::string running_line(double patience) {
  if (Py_IsInitialized() == 0) return "";
  const auto answer = std::make_shared<std::promise<std::string>>();
  auto line = answer->get_future();
  std::thread([answer] { answer->set_value(line_of_main_thread()); }).detach();
  const bool came =
      line.wait_for(std::chrono::duration<double>(patience)) == std::future_status::ready;
  return came ? line.get() : "";
}

}  // namespace solfec
