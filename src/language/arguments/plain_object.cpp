#include "language/arguments/plain_object.h"

#include <algorithm>

#include "language/python/number_array.h"
#include "language/python/python_numbers.h"

namespace solfec {

namespace {

py::object borrowed(py::handle object) { return py::reinterpret_borrow<py::object>(object); }

py::object stolen(PyObject* object) {
  if (object == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(object);
}

/// Reads one argument with all that it holds.
class PlainCopy {
 public:
  py::object of(py::handle object) {
    PyObject* const raw = object.ptr();
    const bool exact = PyBool_Check(raw) || PyLong_CheckExact(raw) || PyFloat_CheckExact(raw);
    if (object.is_none() || exact || is_ours(object)) return borrowed(object);
    if (PyUnicode_Check(raw)) return stolen(PyUnicode_FromObject(raw));
    if (PyFloat_Check(raw)) return py::float_(PyFloat_AS_DOUBLE(raw));
    if (PyCallable_Check(raw) != 0) return borrowed(object);
    std::vector<double> numbers;
    std::size_t columns = 0;
    if (read_number_array(object, numbers, &columns)) return rows_of(numbers, columns);
    double number = 0.0;
    if (!PyList_Check(raw) && !PyTuple_Check(raw) && read_number(object, number)) {
      return py::float_(number);
    }
    if (is_sequence(object) || PyIter_Check(raw) != 0) return items_of(object);
    if (is_number(object)) return py::str(shown(object));
    return borrowed(object);
  }

 private:
  static py::object rows_of(std::span<const double> numbers, std::size_t columns) {
    if (columns == 0) return to_list(numbers);
    py::list rows;
    for (std::size_t i = 0; i + columns <= numbers.size(); i += columns) {
      rows.append(to_list(numbers.subspan(i, columns)));
    }
    return rows;
  }

  /// A list may hold itself: at its second place it is nothing.
  py::object items_of(py::handle object) {
    constexpr std::size_t kDeepest = 32;
    const bool again = std::find(outer_.begin(), outer_.end(), object.ptr()) != outer_.end();
    if (again || outer_.size() == kDeepest) return py::none();
    outer_.push_back(object.ptr());
    const auto items = py::reinterpret_borrow<py::tuple>(stolen(PySequence_Tuple(object.ptr())));
    py::list plain(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) plain[i] = of(items[i]);
    outer_.pop_back();
    if (PyTuple_Check(object.ptr())) return py::tuple(plain);
    return plain;
  }

  std::vector<PyObject*> outer_;  // lists that hold what is being read
};

}  // namespace

bool is_ours(py::handle object) {
  auto* const base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
  return PyObject_TypeCheck(object.ptr(), base) != 0;
}

py::object plain_object(py::handle object) { return PlainCopy().of(object); }

py::object plain_path(py::handle object) {
  PyObject* const raw = object.ptr();
  if (PyUnicode_Check(raw)) return stolen(PyUnicode_FromObject(raw));
  const auto type = reinterpret_cast<PyObject*>(Py_TYPE(raw));
  if (PyBytes_Check(raw) || PyObject_HasAttrString(type, "__fspath__") == 0) {
    return plain_object(object);
  }
  const py::object path = stolen(PyOS_FSPath(raw));
  return PyUnicode_Check(path.ptr()) ? stolen(PyUnicode_FromObject(path.ptr())) : path;
}

}  // namespace solfec
