#include "language/arguments/function_inputs.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/cat.h"
#include "language/arguments/argument_digest.h"
#include "language/arguments/force_function.h"
#include "language/arguments/objects.h"
#include "language/python/number_array.h"
#include "language/python/object_parts.h"
#include "language/python/python_numbers.h"

namespace solfec {

namespace {

constexpr int kDeepest = 8;              // of functions that call functions
constexpr std::size_t kMostNumbers = 9;  // that a text shows
constexpr Py_ssize_t kMostLetters = 40;  // likewise

/// Collects the inputs of a function and of those that it calls.
class Inputs {
 public:
  /// A function, bound method, partial function or object that can be called.
  /// @param name  Under which values that it holds are told, '' for the function itself.
  void add_callable(const std::string& name, py::handle callable, int depth);
  /// @param attributes  Names that the code reads of objects; null: none are looked into.
  void add_value(const std::string& name, py::handle value, const std::set<std::string>* attributes,
                 int depth);
  [[nodiscard]] std::vector<FunctionInput> take() const;

 private:
  void add_function(py::handle function, int depth);
  void add_code(py::handle code, const py::dict& globals, int depth);
  void add_constants(py::handle constants, const py::dict& globals, int depth);
  void add_partial(const std::string& name, py::handle partial, int depth);
  void add_attributes(const std::string& name, py::handle object,
                      const std::set<std::string>& attributes, int depth);
  bool add_of_class(py::handle attribute, std::set<std::string>& names, int depth);

  std::map<std::string, FunctionInput> found_;       // by name
  std::set<std::string> stored_;                     // names that the functions set
  std::set<std::string> stored_attributes_;          // likewise, of objects
  std::map<std::string, std::string> attribute_of_;  // names in found_ that are attributes
  std::set<const PyObject*> seen_;
  std::set<std::pair<const PyObject*, std::string>> seen_attributes_;
  std::string code_;  // digests of all parts
};

/// Reads a list, tuple or array of numbers; what else can be iterated may lose its items by that.
bool read_list(py::handle value, std::vector<double>& numbers) {
  if (PyList_CheckExact(value.ptr()) || PyTuple_CheckExact(value.ptr())) {
    return read_numbers(value, numbers);
  }
  return read_number_array(value.ptr(), numbers);
}

/// Number, text, array of numbers or time series in words; '' for all else.
std::string value_text(py::handle value) {
  PyObject* const raw = value.ptr();
  double number = 0.0;
  std::vector<double> numbers;
  if (raw == Py_None) return "None";
  if (PyBool_Check(raw)) return raw == Py_True ? "True" : "False";
  if (is_number(value) && read_number(value, number)) return cat(number);
  if (PyUnicode_Check(raw) && PyUnicode_GET_LENGTH(raw) <= kMostLetters) {
    return cat("'", value.cast<std::string>(), "'");
  }
  if (read_list(value, numbers) && numbers.size() <= kMostNumbers) {
    std::string text;
    for (const double one : numbers) text += cat(text.empty() ? "(" : ", ", one);
    return text + (text.empty() ? "()" : ")");
  }
  const bool has_contents = PyUnicode_Check(raw) || PyDict_CheckExact(raw) ||
                            PyList_CheckExact(raw) || PyTuple_CheckExact(raw) || !numbers.empty() ||
                            holds<TimeSeriesObject>(value);
  if (!has_contents) return "";
  const std::string_view type = Py_TYPE(raw)->tp_name;
  return cat("a ", type.substr(type.rfind('.') + 1), " with the hash ", contents_text(value));
}

/// True for objects that stand for themselves or hold nothing that a number depends on: those of
/// the language, modules, classes, built-in functions, files.
bool is_without_value(py::handle value) {
  PyObject* const raw = value.ptr();
  const std::string_view type = Py_TYPE(raw)->tp_name;
  return is_ours(value) || PyModule_Check(raw) || PyType_Check(raw) || PyCFunction_Check(raw) ||
         type.starts_with("_io.") || type.starts_with("numpy.");
}

bool is_partial(py::handle object) {
  return std::string_view(Py_TYPE(object.ptr())->tp_name) == "functools.partial";
}

void Inputs::add_value(const std::string& name, py::handle value,
                       const std::set<std::string>* attributes, int depth) {
  PyObject* const raw = value.ptr();
  const std::string text = value_text(value);
  if (!text.empty()) {
    const bool may_change = !PyFloat_Check(raw) && !PyLong_Check(raw) && !PyUnicode_Check(raw) &&
                            !PyTuple_Check(raw) && raw != Py_None &&
                            !holds<TimeSeriesObject>(value);
    found_[name] = {name, text, may_change};
  } else if (PyFunction_Check(raw)) {
    add_function(value, depth);
  } else if (!is_ours(value)) {
    if (!PyType_Check(raw) && PyCallable_Check(raw) != 0) add_callable(name, value, depth);
    if (attributes != nullptr) add_attributes(name, value, *attributes, depth);
  }
  const bool is_told = !text.empty() || PyCallable_Check(raw) != 0 || is_without_value(value) ||
                       !own_names(value).empty();
  if (is_told) return;
  const std::string_view type = Py_TYPE(raw)->tp_name;
  found_[name] = {name, cat(type.substr(type.rfind('.') + 1)), false, true};
}

/// A function, property or value of a class, where it is no value of its own.
/// @param[in,out] names  Gets those that the function reads: of the same object, among others.
bool Inputs::add_of_class(py::handle attribute, std::set<std::string>& names, int depth) {
  PyObject* const raw = attribute.ptr();
  const std::string_view type = Py_TYPE(raw)->tp_name;
  const char* const part = type == "property"                                ? "fget"
                           : type == "staticmethod" || type == "classmethod" ? "__func__"
                                                                             : nullptr;
  const py::object held = part == nullptr ? py::reinterpret_borrow<py::object>(attribute)
                                          : py::object(attribute.attr(part));
  if (!PyFunction_Check(held.ptr())) return part != nullptr;
  if (is_of_library(held)) return true;
  add_function(held, depth);
  const CodeNames& read = names_of_code(held.attr("__code__"));
  names.insert(read.attributes.begin(), read.attributes.end());
  return true;
}

void Inputs::add_attributes(const std::string& name, py::handle object,
                            const std::set<std::string>& attributes, int depth) {
  if (depth > kDeepest || (PyModule_Check(object.ptr()) && is_of_library(object))) return;
  std::set<std::string> left = attributes;
  while (!left.empty()) {
    const std::string attribute = std::move(left.extract(left.begin()).value());
    if (!seen_attributes_.emplace(object.ptr(), attribute).second) continue;
    const py::object value = stored_attribute(object, attribute);
    if (!value || add_of_class(value, left, depth + 1)) continue;
    const std::string full = cat(name, ".", attribute);
    attribute_of_[full] = attribute;
    add_value(full, value, &attributes, depth + 1);
  }
}

void Inputs::add_partial(const std::string& name, py::handle partial, int depth) {
  const std::string of = name.empty() ? "" : cat(" of ", name);
  add_callable(name, partial.attr("func"), depth + 1);
  int number = 0;
  for (const py::handle one : py::reinterpret_borrow<py::tuple>(partial.attr("args"))) {
    add_value(cat("argument ", ++number, of), one, nullptr, depth + 1);
  }
  for (const auto& [key, one] : py::reinterpret_borrow<py::dict>(partial.attr("keywords"))) {
    add_value(cat("argument ", key.cast<std::string>(), of), one, nullptr, depth + 1);
  }
}

void Inputs::add_callable(const std::string& name, py::handle callable, int depth) {
  PyObject* const raw = callable.ptr();
  if (depth > kDeepest || PyCFunction_Check(raw)) return;
  if (PyFunction_Check(raw)) return add_function(callable, depth);
  if (!seen_.insert(raw).second) return;
  if (is_partial(callable)) return add_partial(name, callable, depth);
  py::object owner = py::reinterpret_borrow<py::object>(callable);
  py::object function;
  if (PyMethod_Check(raw)) {
    owner = py::reinterpret_borrow<py::object>(PyMethod_GET_SELF(raw));
    function = py::reinterpret_borrow<py::object>(PyMethod_GET_FUNCTION(raw));
  } else {
    function = stored_attribute(
        py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(Py_TYPE(raw))), "__call__");
  }
  std::set<std::string> attributes = own_names(owner);
  if (function && PyFunction_Check(function.ptr())) {
    const CodeNames& names = names_of_code(function.attr("__code__"));
    attributes.insert(names.attributes.begin(), names.attributes.end());
    if (PyMethod_Check(raw) || !is_of_library(function)) add_function(function, depth);
  }
  if (!is_ours(owner)) add_attributes(name.empty() ? "self" : name, owner, attributes, depth);
}

/// Constants but texts, and the code of functions within the function.
void Inputs::add_constants(py::handle constants, const py::dict& globals, int depth) {
  for (const py::handle constant : py::reinterpret_borrow<py::tuple>(constants)) {
    if (PyCode_Check(constant.ptr())) {
      add_code(constant, globals, depth);
    } else if (!PyUnicode_Check(constant.ptr())) {
      code_ += contents_text(constant);
    }
  }
}

void Inputs::add_code(py::handle code, const py::dict& globals, int depth) {
  for (const char* const part : {"co_code", "co_names", "co_varnames"}) {
    code_ += contents_text(code.attr(part));
  }
  add_constants(code.attr("co_consts"), globals, depth);
  const CodeNames& names = names_of_code(code);
  stored_.insert(names.stored.begin(), names.stored.end());
  stored_attributes_.insert(names.stored_attributes.begin(), names.stored_attributes.end());
  for (const std::string& name : names.globals) {
    if (!globals.contains(name.c_str())) continue;
    add_value(name, globals[name.c_str()], &names.attributes, depth + 1);
  }
}

void Inputs::add_function(py::handle function, int depth) {
  if (!PyFunction_Check(function.ptr()) || depth > kDeepest) return;
  if (!seen_.insert(function.ptr()).second) return;
  const py::object code = function.attr("__code__");
  const py::object cells = function.attr("__closure__");
  if (!cells.is_none()) {
    const py::tuple names = code.attr("co_freevars");
    const std::set<std::string>& attributes = names_of_code(code).attributes;
    std::size_t i = 0;
    for (const py::handle cell : cells) {
      PyObject* const held = PyCell_GET(cell.ptr());
      if (held != nullptr) add_value(names[i].cast<std::string>(), held, &attributes, depth + 1);
      ++i;
    }
  }
  for (const char* const defaults : {"__defaults__", "__kwdefaults__"}) {
    const py::object values = function.attr(defaults);
    if (!values.is_none()) code_ += contents_text(values);
  }
  add_code(code, py::reinterpret_borrow<py::dict>(function.attr("__globals__")), depth);
}

std::vector<FunctionInput> Inputs::take() const {
  std::vector<FunctionInput> all;
  for (const auto& [name, input] : found_) {
    const auto attribute = attribute_of_.find(name);
    const bool is_set = attribute == attribute_of_.end()
                            ? stored_.count(name) != 0
                            : stored_attributes_.count(attribute->second) != 0;
    if (is_set) continue;
    const bool is_argument = name.starts_with("argument ");
    all.push_back({is_argument ? name : cat("variable ", name), input.value, input.may_change,
                   input.is_unknown});
  }
  const std::string version = cat(PY_MAJOR_VERSION, ".", PY_MINOR_VERSION);
  if (!code_.empty()) {
    all.push_back({cat("code (Python ", version, ")"), contents_text(py::str(code_)), false});
  }
  return all;
}

std::vector<FunctionInput> found_inputs(const py::function& function, const py::object& data) {
  Inputs inputs;
  inputs.add_callable("", function, 0);
  std::vector<FunctionInput> all = inputs.take();
  if (!data) return all;
  Inputs of_data;
  const std::set<std::string> names = own_names(data);
  of_data.add_value("data", data, &names, 0);
  constexpr std::string_view kVariable = "variable ";
  for (FunctionInput& input : of_data.take()) {
    if (!input.name.starts_with("variable data")) continue;
    input.name.erase(0, kVariable.size());
    all.insert(all.begin(), std::move(input));
  }
  return all;
}

}  // namespace

std::vector<FunctionInput> function_inputs(const py::function& function, const py::object& data) {
  try {
    return found_inputs(function, data);
  } catch (const py::error_already_set&) {  // a number or text that Python itself cannot write
  } catch (const py::cast_error&) {
  }
  return {{"what it depends on", "function", false, true}};
}

std::vector<FunctionInput> inputs_of(const CallbackForce& force) {
  const auto* const function = force.function.target<ForceFunction>();
  if (function == nullptr) return {};
  return function_inputs(function->function, function->data);
}

}  // namespace solfec
