#include "language/python/system_text.h"

namespace solfec {

py::str from_system(const std::string& text) {
  auto result = py::reinterpret_steal<py::str>(
      PyUnicode_DecodeFSDefaultAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
  if (!result) throw py::error_already_set();
  return result;
}

std::string to_system(py::handle text) {
  // Other surrogates than those of from_system cannot be encoded and become question marks.
  auto bytes = py::reinterpret_steal<py::bytes>(
      PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
  if (!bytes) {
    PyErr_Clear();
    bytes =
        py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
  }
  if (!bytes) throw py::error_already_set();
  return bytes;
}

}  // namespace solfec
