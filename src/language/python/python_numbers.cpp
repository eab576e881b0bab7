#include "language/python/python_numbers.h"

#include "base/cat.h"
#include "language/python/number_array.h"

namespace solfec {

namespace {

bool is_truth_value(py::handle object) {
  if (PyBool_Check(object.ptr())) return true;
  const std::string_view type = Py_TYPE(object.ptr())->tp_name;
  return type == "numpy.bool_" || type == "numpy.bool";
}

}  // namespace

bool is_number(py::handle object) {
  const PyNumberMethods* const methods = Py_TYPE(object.ptr())->tp_as_number;
  if (methods == nullptr || is_truth_value(object)) return false;
  return methods->nb_float != nullptr || methods->nb_index != nullptr;
}

bool read_number(py::handle object, double& number) {
  if (PyFloat_Check(object.ptr())) {
    number = PyFloat_AS_DOUBLE(object.ptr());
    return true;
  }
  if (!is_number(object)) return false;
  number = PyFloat_AsDouble(object.ptr());
  if (number != -1.0 || PyErr_Occurred() == nullptr) return true;
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0 &&
      PyErr_ExceptionMatches(PyExc_OverflowError) == 0) {
    throw py::error_already_set();
  }
  PyErr_Clear();
  return false;
}

bool is_sequence(py::handle object) {
  PyObject* const raw = object.ptr();
  if (PyUnicode_Check(raw) || PyBytes_Check(raw) || PyByteArray_Check(raw)) return false;
  return PyList_Check(raw) || PyTuple_Check(raw) || PySequence_Check(raw);
}

namespace {

/// A copy of the items of a sequence or generator, null for other objects: the user's code behind
/// an item may change the list that holds it.
py::tuple items_of(py::handle object) {
  if (!is_sequence(object) && PyIter_Check(object.ptr()) == 0) {
    return py::reinterpret_steal<py::tuple>(nullptr);
  }
  PyObject* const items = PySequence_Tuple(object.ptr());
  if (items == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::tuple>(items);
}

}  // namespace

bool read_numbers(py::handle object, std::vector<double>& numbers) {
  numbers.clear();
  if (read_number_array(object, numbers)) return true;
  const py::tuple items = items_of(object);
  if (!items) return false;
  numbers.reserve(items.size());
  for (const auto& item : items) {
    double number = 0.0;
    if (!read_number(item, number)) return false;
    numbers.push_back(number);
  }
  return true;
}

std::string read_rows(py::handle object, std::size_t columns, std::vector<double>& numbers) {
  numbers.clear();
  std::size_t found = 0;
  const std::string wrong = cat("must have rows of ", columns, " numbers, ");
  if (read_number_array(object, numbers, &found)) {
    return found == 0 || found == columns ? "" : cat(wrong, "got rows of ", found);
  }
  const py::tuple items = items_of(object);
  if (!items) return std::string(kWrongType);
  std::vector<double> row;
  std::size_t rows = 0;
  for (const auto& item : items) {
    double number = 0.0;
    const bool list = PyList_Check(item.ptr()) || PyTuple_Check(item.ptr());
    if (!list && !read_number_array(item, row) && read_number(item, number)) {
      numbers.push_back(number);
      continue;
    }
    if (!read_numbers(item, row)) return std::string(kWrongType);
    if (row.size() != columns) return cat(wrong, "row ", rows, " has ", row.size());
    numbers.insert(numbers.end(), row.begin(), row.end());
    ++rows;
  }
  const bool mixed = rows != 0 && rows != items.size();
  return mixed ? "must not mix numbers and rows of numbers" : "";
}

namespace {

/// How Python itself writes text and numbers, whatever the user's type does; null for others.
reprfunc own_repr(PyObject* object) {
  if (PyUnicode_Check(object)) return PyUnicode_Type.tp_repr;
  if (PyBool_Check(object)) return PyBool_Type.tp_repr;
  if (PyLong_Check(object)) return PyLong_Type.tp_repr;
  return PyFloat_Check(object) ? PyFloat_Type.tp_repr : nullptr;
}

}  // namespace

std::string shown(py::handle object) {
  constexpr std::size_t kMost = 60;
  if (!object || object.is_none()) return "None";
  const auto last_name = [](const PyTypeObject* type) {
    const std::string full = type->tp_name;
    return full.substr(full.rfind('.') + 1);
  };
  if (PyType_Check(object.ptr()) != 0) {
    const auto* type = reinterpret_cast<const PyTypeObject*>(object.ptr());
    return cat("the type ", last_name(type), " and not an object of it, ", last_name(type),
               " (...)");
  }
  const std::string name = last_name(Py_TYPE(object.ptr()));
  const reprfunc repr = own_repr(object.ptr());
  if (repr == nullptr) {
    const bool vowel = std::string_view("aeiouAEIOU").find(name[0]) != std::string_view::npos;
    return cat(vowel ? "an " : "a ", name);
  }
  const auto written = py::reinterpret_steal<py::object>(repr(object.ptr()));
  if (!written) throw py::error_already_set();
  auto text = written.cast<std::string>();
  if (text.size() > kMost) text = text.substr(0, kMost - 3) + "...";
  return text;
}

py::tuple to_tuple(std::span<const double> numbers) {
  py::tuple result(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) result[i] = numbers[i];
  return result;
}

namespace {

template <typename Number>
py::list list_of(std::span<const Number> numbers) {
  py::list result(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) result[i] = numbers[i];
  return result;
}

}  // namespace

py::list to_list(std::span<const double> numbers) { return list_of(numbers); }
py::list to_list(std::span<const int> numbers) { return list_of(numbers); }

}  // namespace solfec
