#include "language/function_inputs.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/cat.h"
#include "language/bind/argument_digest.h"
#include "language/bind/objects.h"
#include "language/force_function.h"
#include "language/python_numbers.h"

namespace solfec {

namespace {

constexpr int kDeepest = 8;              // of functions that call functions
constexpr std::size_t kMostNumbers = 9;  // that a text shows
constexpr Py_ssize_t kMostLetters = 40;  // likewise

/// Collects the inputs of a function and of those that it calls.
class Inputs {
 public:
  void add_function(py::handle function, int depth);
  void add_value(const std::string& name, py::handle value, int depth);
  [[nodiscard]] std::vector<FunctionInput> take() const;

 private:
  void add_code(py::handle code, const py::dict& globals, int depth);
  void add_constants(py::handle constants, const py::dict& globals, int depth);

  std::map<std::string, FunctionInput> found_;  // by name
  std::set<std::string> stored_;                // names that the functions set
  std::set<const PyObject*> seen_;
  std::string code_;  // digests of all parts
};

/// Number, text, array of numbers or time series in words; '' for all else.
std::string value_text(py::handle value) {
  PyObject* const raw = value.ptr();
  double number = 0.0;
  std::vector<double> numbers;
  if (PyBool_Check(raw)) return raw == Py_True ? "True" : "False";
  if (is_number(value) && read_number(value, number)) return cat(number);
  if (PyUnicode_Check(raw) && PyUnicode_GET_LENGTH(raw) <= kMostLetters) {
    return cat("'", value.cast<std::string>(), "'");
  }
  if (!PyUnicode_Check(raw) && read_numbers(value, numbers) && numbers.size() <= kMostNumbers) {
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

void Inputs::add_value(const std::string& name, py::handle value, int depth) {
  PyObject* const raw = value.ptr();
  if (PyFunction_Check(raw) || PyMethod_Check(raw)) return add_function(value, depth);
  std::string text = value_text(value);
  if (text.empty()) return;
  const bool may_change = !PyFloat_Check(raw) && !PyLong_Check(raw) && !PyUnicode_Check(raw) &&
                          !PyTuple_Check(raw) && !holds<TimeSeriesObject>(value);
  found_[name] = {name, std::move(text), may_change};
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
  const py::object instructions = py::module_::import("dis").attr("get_instructions")(code);
  std::set<std::string> names;
  for (const py::handle one : instructions) {
    const auto operation = one.attr("opname").cast<std::string>();
    if (operation == "STORE_GLOBAL" || operation == "STORE_DEREF") {
      stored_.insert(one.attr("argval").cast<std::string>());
    } else if (operation == "LOAD_GLOBAL" || operation == "LOAD_NAME") {
      names.insert(one.attr("argval").cast<std::string>());
    }
  }
  for (const std::string& name : names) {
    if (globals.contains(name.c_str())) add_value(name, globals[name.c_str()], depth + 1);
  }
}

void Inputs::add_function(py::handle function, int depth) {
  if (PyMethod_Check(function.ptr()))
    return add_function(PyMethod_GET_FUNCTION(function.ptr()), depth);
  if (!PyFunction_Check(function.ptr()) || depth > kDeepest) return;
  if (!seen_.insert(function.ptr()).second) return;
  const py::object code = function.attr("__code__");
  const py::object cells = function.attr("__closure__");
  if (!cells.is_none()) {
    const py::tuple names = code.attr("co_freevars");
    std::size_t i = 0;
    for (const py::handle cell : cells) {
      PyObject* const held = PyCell_GET(cell.ptr());
      if (held != nullptr) add_value(names[i].cast<std::string>(), held, depth + 1);
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
    if (stored_.count(name) != 0) continue;
    all.push_back({cat("variable ", name), input.value, input.may_change});
  }
  const std::string version = cat(PY_MAJOR_VERSION, ".", PY_MINOR_VERSION);
  if (!code_.empty()) {
    all.push_back({cat("code (Python ", version, ")"), contents_text(py::str(code_)), false});
  }
  return all;
}

}  // namespace

std::vector<FunctionInput> function_inputs(const py::function& function, const py::object& data) {
  Inputs inputs;
  inputs.add_function(function, 0);
  std::vector<FunctionInput> all = inputs.take();
  if (!data) return all;
  Inputs of_data;
  of_data.add_value("data", data, 0);
  for (FunctionInput& input : of_data.take()) {
    if (input.name != "variable data") continue;
    input.name = "data";
    all.insert(all.begin(), std::move(input));
  }
  return all;
}

std::vector<FunctionInput> inputs_of(const CallbackForce& force) {
  const auto* const function = force.function.target<ForceFunction>();
  if (function == nullptr) return {};
  return function_inputs(function->function, function->data);
}

}  // namespace solfec
