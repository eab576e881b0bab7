#include "language/arguments/argument_digest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>

#include "archive/content_hash.h"
#include "geometry/shape/shape_archive.h"
#include "language/arguments/objects.h"
#include "language/arguments/shape_objects.h"
#include "language/python/number_array.h"

namespace solfec {

namespace {

constexpr int kDeepest = 32;             // of lists in lists, which also ends what holds itself
constexpr std::size_t kMostNumbers = 9;  // that a text shows

/// Bytes of objects, one after another, in a form that tells types apart.
class Bytes {
 public:
  void add(py::handle object) { add(object, 0); }
  void add_numbers(std::span<const double> numbers) { put(std::as_bytes(numbers)); }
  [[nodiscard]] std::uint64_t digest() const { return hash_; }

 private:
  void put(std::span<const std::byte> bytes) {
    const std::array<std::uint64_t, 3> link = {hash_, bytes.size(), content_hash(bytes)};
    hash_ = content_hash(std::as_bytes(std::span(link)));
  }
  void put(std::string_view text) { put(std::as_bytes(std::span(text.data(), text.size()))); }
  void put(double number) { put(std::as_bytes(std::span(&number, 1))); }
  void put(std::int64_t number) { put(std::as_bytes(std::span(&number, 1))); }

  void add(py::handle object, int depth);
  bool add_plain(PyObject* raw);
  bool add_items(PyObject* raw, int depth);
  bool add_ours(py::handle object);
  bool add_function(py::handle object, int depth);
  void add_code(py::handle code, int depth);
  void add_attribute(py::handle object, const char* name, int depth);
  template <typename Items>
  void add_in_any_order(const Items& items);

  std::uint64_t hash_ = 0;
};

/// None, truth values, numbers, texts.
bool Bytes::add_plain(PyObject* raw) {
  if (raw == Py_None) {
    put("None");
  } else if (PyBool_Check(raw)) {
    put(raw == Py_True ? "True" : "False");
  } else if (PyFloat_Check(raw)) {
    put("float");
    put(PyFloat_AS_DOUBLE(raw));
  } else if (PyLong_CheckExact(raw)) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(raw, &overflow);
    put("int");
    if (overflow == 0) {
      put(std::int64_t{number});
    } else {
      put(std::string(py::str(py::handle(raw))));
    }
  } else if (PyUnicode_Check(raw)) {
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(raw, &size);
    if (text == nullptr) PyErr_Clear();
    put("str");
    put(text == nullptr ? std::string_view()
                        : std::string_view(text, static_cast<std::size_t>(size)));
  } else if (PyBytes_Check(raw)) {
    put("bytes");
    put(std::string_view(PyBytes_AS_STRING(raw), static_cast<std::size_t>(PyBytes_GET_SIZE(raw))));
  } else {
    return false;
  }
  return true;
}

/// Sets have other orders in each process.
template <typename Items>
void Bytes::add_in_any_order(const Items& items) {
  std::vector<std::uint64_t> digests;
  for (const py::handle item : items) {
    Bytes one;
    one.add(item);
    digests.push_back(one.digest());
  }
  std::sort(digests.begin(), digests.end());
  put(std::as_bytes(std::span<const std::uint64_t>(digests)));
}

/// Lists, dicts, sets, arrays of numbers.
bool Bytes::add_items(PyObject* raw, int depth) {
  std::vector<double> numbers;
  if (PyList_Check(raw) || PyTuple_Check(raw)) {
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(raw);
    put("list");
    put(std::int64_t{size});
    for (Py_ssize_t i = 0; i < size && i < PySequence_Fast_GET_SIZE(raw); ++i) {
      add(PySequence_Fast_GET_ITEM(raw, i), depth + 1);
    }
  } else if (PyDict_Check(raw)) {
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t position = 0;
    put("dict");
    while (PyDict_Next(raw, &position, &key, &value) != 0) {
      add(key, depth + 1);
      add(value, depth + 1);
    }
  } else if (PyAnySet_Check(raw)) {
    put("set");
    if (PyAnySet_CheckExact(raw)) add_in_any_order(py::reinterpret_borrow<py::anyset>(raw));
  } else if (read_number_array(raw, numbers)) {
    put("numbers");
    add_numbers(numbers);
  } else {
    return false;
  }
  return true;
}

/// Adds the type of an object of the language and what it stands for: an id, a folder, contents.
bool Bytes::add_ours(py::handle object) {
  if (!is_ours(object)) return false;
  put(std::string_view(Py_TYPE(object.ptr())->tp_name));
  if (holds<SolfecObject>(object)) put(held<SolfecObject>(object).simulation->folder());
  if (holds<BodyObject>(object)) put(std::int64_t{held<BodyObject>(object).id});
  if (holds<JointObject>(object)) put(std::int64_t{held<JointObject>(object).joint.id});
  if (holds<ConstraintObject>(object)) put(std::int64_t{held<ConstraintObject>(object).id});
  if (holds<SurfaceMaterialObject>(object)) {
    put(std::int64_t{held<SurfaceMaterialObject>(object).index});
  }
  if (holds<BulkMaterialObject>(object)) put(std::int64_t{held<BulkMaterialObject>(object).index});
  if (holds<TimeSeriesObject>(object)) {
    const auto& series = held<TimeSeriesObject>(object).series;
    if (series) {
      add_numbers(series->times());
      add_numbers(series->values());
    }
  }
  if (const ShapeObject* const shape = shape_in(object)) {
    XdrWriter out;
    save(shape->shape, out);
    put(out.bytes());
  }
  return true;
}

void Bytes::add_attribute(py::handle object, const char* name, int depth) {
  PyObject* const found = PyObject_GetAttrString(object.ptr(), name);
  if (found == nullptr) {
    PyErr_Clear();
    put("");
    return;
  }
  add(py::reinterpret_steal<py::object>(found), depth + 1);
}

void Bytes::add_code(py::handle code, int depth) {
  put("code");
  for (const char* const part : {"co_code", "co_consts", "co_names", "co_varnames"}) {
    add_attribute(code, part, depth);
  }
}

/// Functions of Python by their code, others by their name.
bool Bytes::add_function(py::handle object, int depth) {
  PyObject* const raw = object.ptr();
  if (PyFunction_Check(raw)) {
    add_code(PyFunction_GET_CODE(raw), depth);
    add_attribute(object, "__defaults__", depth);
    add_attribute(object, "__kwdefaults__", depth);
  } else if (PyMethod_Check(raw)) {
    add(PyMethod_GET_FUNCTION(raw), depth + 1);
  } else if (PyCode_Check(raw)) {
    add_code(object, depth);
  } else if (PyCFunction_Check(raw)) {
    put("builtin");
    add_attribute(object, "__name__", depth);
  } else {
    return false;
  }
  return true;
}

void Bytes::add(py::handle object, int depth) {
  PyObject* const raw = object.ptr();
  if (depth > kDeepest || add_plain(raw) || add_ours(object) || add_function(object, depth)) return;
  if (add_items(raw, depth)) return;
  put(std::string_view(Py_TYPE(raw)->tp_name));
}

std::string hexadecimal(std::uint64_t digest) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%06llx",
                static_cast<unsigned long long>(digest & 0xffffffU));
  return text.data();
}

/// Describes a value in words; a value that is too long to be shown has its digest.
std::string text_of(const Value& value, std::uint64_t digest) {
  const std::span<const double> numbers = value.read_as();
  PyObject* const raw = value.object().ptr();
  const std::string contents = cat(" (contents ", hexadecimal(digest), ")");
  if (numbers.size() > kMostNumbers) return cat(numbers.size(), " numbers", contents);
  if (numbers.size() == 1) return cat(numbers.front());
  if (!numbers.empty()) {
    std::string text;
    for (const double number : numbers) text += cat(text.empty() ? "(" : ", ", number);
    return text + ")";
  }
  if (PyUnicode_CheckExact(raw) || PyLong_CheckExact(raw) || PyFloat_CheckExact(raw) ||
      value.object().is_none()) {
    return shown(value.object());
  }
  if (holds<BodyObject>(value.object())) return cat("BODY ", held<BodyObject>(value.object()).id);
  if (!value.function_name().empty()) return cat("function ", value.function_name(), contents);
  const std::string_view type = Py_TYPE(raw)->tp_name;
  return cat(type.substr(type.rfind('.') + 1), contents);
}

}  // namespace

TrailArgument digest_of(const Value& value) {
  Bytes bytes;
  const std::span<const double> numbers = value.read_as();
  if (numbers.empty()) {
    bytes.add(value.object());
  } else {
    bytes.add_numbers(numbers);
  }
  return {value.spec().name, bytes.digest(), text_of(value, bytes.digest())};
}

TrailArgument digest_of_object(py::handle object) {
  Bytes bytes;
  bytes.add(object);
  const std::string_view type = Py_TYPE(object.ptr())->tp_name;
  std::string text(type.substr(type.rfind('.') + 1));
  if (holds<BodyObject>(object)) text += cat(" ", held<BodyObject>(object).id);
  return {"object", bytes.digest(), text};
}

std::string contents_text(py::handle object) {
  Bytes bytes;
  bytes.add(object);
  return hexadecimal(bytes.digest());
}

std::vector<TrailArgument> digests_of(const Arguments& arguments) {
  std::vector<TrailArgument> digests;
  for (const Value& value : arguments.values()) {
    if (value.given()) digests.push_back(digest_of(value));
  }
  return digests;
}

}  // namespace solfec
