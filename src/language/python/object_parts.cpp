#include "language/python/object_parts.h"

#include <map>
#include <string_view>

namespace solfec {

namespace {

CodeNames read_names(py::handle code) {
  CodeNames names;
  const py::object instructions = py::module_::import("dis").attr("get_instructions")(code);
  for (const py::handle one : instructions) {
    const auto operation = one.attr("opname").cast<std::string>();
    std::set<std::string>* list = nullptr;
    if (operation == "STORE_GLOBAL" || operation == "STORE_DEREF") list = &names.stored;
    if (operation == "STORE_ATTR") list = &names.stored_attributes;
    if (operation == "LOAD_GLOBAL" || operation == "LOAD_NAME") list = &names.globals;
    if (operation == "LOAD_ATTR" || operation == "LOAD_METHOD") list = &names.attributes;
    if (list != nullptr) list->insert(one.attr("argval").cast<std::string>());
  }
  return names;
}

/// Looks a name up in a class and in those that it is derived from.
py::object class_attribute(PyTypeObject* type, const std::string& name) {
  PyObject* const order = type->tp_mro;
  const Py_ssize_t size = order == nullptr ? 0 : PyTuple_GET_SIZE(order);
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* const one = PyTuple_GET_ITEM(order, i);
    if (!PyType_Check(one)) continue;
    PyObject* const values = reinterpret_cast<PyTypeObject*>(one)->tp_dict;
    PyObject* const found =
        values == nullptr ? nullptr : PyDict_GetItemString(values, name.c_str());
    if (found != nullptr) return py::reinterpret_borrow<py::object>(found);
  }
  return {};
}

/// Value in a slot; null when none is there.
py::object slot_value(py::handle slot, py::handle object) {
  PyObject* const value = Py_TYPE(slot.ptr())
                              ->tp_descr_get(slot.ptr(), object.ptr(),
                                             reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())));
  if (value == nullptr) PyErr_Clear();
  return py::reinterpret_steal<py::object>(value);
}

bool is_slot(PyObject* object) { return Py_TYPE(object) == &PyMemberDescr_Type; }

}  // namespace

const CodeNames& names_of_code(py::handle code) {
  // Codes that are kept here are never freed: none takes the address of another one.
  static auto& known = *new std::map<PyObject*, CodeNames>();
  const auto found = known.find(code.ptr());
  if (found != known.end()) return found->second;
  Py_INCREF(code.ptr());
  return known.emplace(code.ptr(), read_names(code)).first->second;
}

PyObject* own_values(py::handle object) {
  PyObject* const raw = object.ptr();
  if (PyModule_Check(raw)) return PyModule_GetDict(raw);
  if (PyType_Check(raw)) return nullptr;
  PyObject* const values = PyObject_GenericGetDict(raw, nullptr);
  if (values == nullptr) {
    PyErr_Clear();
    return nullptr;
  }
  Py_DECREF(values);  // the object keeps it
  return values;
}

std::set<std::string> own_names(py::handle object) {
  std::set<std::string> names;
  const auto add_texts = [&](PyObject* values, bool slots_only) {
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t at = 0;
    while (values != nullptr && PyDict_Next(values, &at, &key, &value) != 0) {
      if (PyUnicode_Check(key) && (!slots_only || is_slot(value))) {
        names.insert(py::handle(key).cast<std::string>());
      }
    }
  };
  add_texts(own_values(object), false);
  PyObject* const order = Py_TYPE(object.ptr())->tp_mro;
  for (Py_ssize_t i = 0; order != nullptr && i < PyTuple_GET_SIZE(order); ++i) {
    auto* const type = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(order, i));
    if ((type->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0) add_texts(type->tp_dict, true);
  }
  return names;
}

py::object stored_attribute(py::handle object, const std::string& name) {
  PyObject* const raw = object.ptr();
  if (PyType_Check(raw)) return class_attribute(reinterpret_cast<PyTypeObject*>(raw), name);
  PyObject* const values = own_values(object);
  PyObject* const own = values == nullptr ? nullptr : PyDict_GetItemString(values, name.c_str());
  if (own != nullptr) return py::reinterpret_borrow<py::object>(own);
  if (PyModule_Check(raw)) return {};
  py::object of_class = class_attribute(Py_TYPE(raw), name);
  if (of_class && is_slot(of_class.ptr())) return slot_value(of_class, object);
  return of_class;
}

bool is_of_library(py::handle object) {
  std::string path;
  if (PyModule_Check(object.ptr())) {
    PyObject* const file = PyDict_GetItemString(PyModule_GetDict(object.ptr()), "__file__");
    if (file == nullptr || !PyUnicode_Check(file)) return true;  // built in
    path = py::handle(file).cast<std::string>();
  } else if (PyFunction_Check(object.ptr())) {
    path = py::handle(PyFunction_GET_CODE(object.ptr())).attr("co_filename").cast<std::string>();
  }
  for (const std::string_view part : {"/lib/python3", "site-packages/", "dist-packages/"}) {
    if (path.find(part) != std::string::npos) return true;
  }
  return path.starts_with("<frozen");
}

}  // namespace solfec
