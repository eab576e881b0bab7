#include "language/callback_data.h"

#include <set>

#include "base/cat.h"
#include "language/errors.h"

namespace solfec {

namespace {

bool is_container(const py::handle& object) {
  return py::isinstance<py::dict>(object) || py::isinstance<py::list>(object);
}

/// JSON of an object, null when it has none.
py::object to_json(const py::handle& object) {
  using namespace py::literals;  // NOLINT: the literals of pybind11
  const py::module_ json = py::module_::import("json");
  try {
    return json.attr("dumps")(object, "separators"_a = py::make_tuple(",", ":"));
  } catch (py::error_already_set& error) {
    const bool no_json = error.matches(PyExc_TypeError) || error.matches(PyExc_ValueError) ||
                         error.matches(PyExc_RecursionError);
    if (!no_json) throw;
    return {};
  }
}

void warn_once(const std::string& what) {
  static std::set<std::string> said;
  if (!said.insert(what).second) return;
  warn("CALLBACK", cat(what, " cannot be saved as JSON, so -c cannot restore it"));
}

bool is_savable(const py::handle& key, const py::handle& value) {
  return py::isinstance<py::str>(key) && to_json(value);
}

/// The entries of a dict that can be saved.
py::dict savable_part(const py::dict& data) {
  py::dict part;
  for (const auto& [key, value] : data) {
    if (is_savable(key, value)) {
      part[key] = value;
    } else {
      warn_once(cat("the entry ", std::string(py::str(py::repr(key))), " of the data"));
    }
  }
  return part;
}

bool has_plain_keys(const py::handle& object) {
  if (!py::isinstance<py::dict>(object)) return true;
  for (const auto& entry : py::reinterpret_borrow<py::dict>(object)) {
    if (!py::isinstance<py::str>(entry.first)) return false;
  }
  return true;
}

/// JSON of a dict or list; "null" when nothing of it can be saved.
std::string saved_container(const py::handle& data) {
  py::object text = has_plain_keys(data) ? to_json(data) : py::object();
  if (!text && py::isinstance<py::dict>(data)) {
    text = to_json(savable_part(py::reinterpret_borrow<py::dict>(data)));
  }
  if (text) return text.cast<std::string>();
  warn_once("the list of the data");
  return "null";
}

void restore_dict(const py::dict& saved, py::dict data) {
  const py::list keys(data.attr("keys")());
  for (const auto& key : keys) {
    if (!saved.contains(key) && is_savable(key, data[key])) data.attr("pop")(key);
  }
  for (const auto& [key, value] : saved) {
    const bool was_tuple = data.contains(key) && py::isinstance<py::tuple>(data[key]);
    if (was_tuple && py::isinstance<py::list>(value)) {
      data[key] = py::tuple(py::reinterpret_borrow<py::list>(value));
    } else {
      data[key] = value;
    }
  }
}

void restore_container(const py::handle& saved, const py::handle& data) {
  if (py::isinstance<py::dict>(saved) && py::isinstance<py::dict>(data)) {
    restore_dict(py::reinterpret_borrow<py::dict>(saved), py::reinterpret_borrow<py::dict>(data));
  } else if (py::isinstance<py::list>(saved) && py::isinstance<py::list>(data)) {
    data.attr("clear")();
    data.attr("extend")(saved);
  }
}

}  // namespace

std::string saved_data(const py::object& data) {
  if (!data) return {};
  if (is_container(data)) return saved_container(data);
  if (!py::isinstance<py::tuple>(data)) return {};
  bool any = false;
  std::string text = "[";
  for (const auto& item : py::reinterpret_borrow<py::tuple>(data)) {
    if (text.size() > 1) text += ',';
    any = any || is_container(item);
    text += is_container(item) ? saved_container(item) : "null";
  }
  return any ? text + "]" : std::string();
}

void restore_data(const std::string& text, const py::object& data) {
  if (!data) return;
  const py::object saved = py::module_::import("json").attr("loads")(text);
  if (!py::isinstance<py::tuple>(data)) {
    restore_container(saved, data);
    return;
  }
  const auto items = py::reinterpret_borrow<py::tuple>(data);
  if (!py::isinstance<py::list>(saved) || py::len(saved) != items.size()) return;
  const auto all = py::reinterpret_borrow<py::list>(saved);
  for (std::size_t i = 0; i < items.size(); ++i) restore_container(all[i], items[i]);
}

}  // namespace solfec
