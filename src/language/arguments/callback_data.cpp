#include "language/arguments/callback_data.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/cat.h"
#include "language/python/errors.h"

namespace solfec {

namespace {

// What JSON would change silently must not come back as something else: keys that are no strings,
// and what JSON does not know, are left out with a warning; tuples inside come back as lists, with
// one. Depth is bounded, which also ends what contains itself.

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
  warn("CALLBACK", what);
}

/// Difference that a value shows after it went through JSON.
enum class Fidelity { same, tuple_as_list, changed };

Fidelity fidelity(const py::handle& value, int depth);

template <typename Items>
Fidelity fidelity_of_items(const Items& items, int depth) {
  Fidelity worst = Fidelity::same;
  for (const auto& item : items) worst = std::max(worst, fidelity(item, depth + 1));
  return worst;
}

Fidelity fidelity_of_dict(const py::dict& data, int depth) {
  Fidelity worst = Fidelity::same;
  for (const auto& [key, value] : data) {
    if (!py::isinstance<py::str>(key)) return Fidelity::changed;
    worst = std::max(worst, fidelity(value, depth + 1));
  }
  return worst;
}

/// JSON makes keys strings and tuples lists; other types than its own are not saved at all.
Fidelity fidelity(const py::handle& value, int depth) {
  constexpr int kMostDepth = 200;  // also ends what contains itself
  if (depth > kMostDepth) return Fidelity::changed;
  if (py::isinstance<py::dict>(value)) {
    return fidelity_of_dict(py::reinterpret_borrow<py::dict>(value), depth);
  }
  if (py::isinstance<py::list>(value)) {
    return fidelity_of_items(py::reinterpret_borrow<py::list>(value), depth);
  }
  if (py::isinstance<py::tuple>(value)) {
    return std::max(fidelity_of_items(py::reinterpret_borrow<py::tuple>(value), depth),
                    Fidelity::tuple_as_list);
  }
  return Fidelity::same;  // or not known to JSON
}

bool is_savable(const py::handle& key, const py::handle& value) {
  return py::isinstance<py::str>(key) && fidelity(value, 0) != Fidelity::changed && to_json(value);
}

/// A tuple that is the entry of the dict itself comes back as such, one further inside does not.
bool loses_tuple(const py::handle& value) {
  const Fidelity whole = py::isinstance<py::tuple>(value)
                             ? fidelity_of_items(py::reinterpret_borrow<py::tuple>(value), 0)
                             : fidelity(value, 0);
  return whole == Fidelity::tuple_as_list;
}

void warn_of_tuple(const std::string& what) {
  warn_once(cat(what, " holds a tuple inside, which comes back as a list after -c"));
}

/// Stands for the value of an entry that is not saved, so that its key keeps its place.
constexpr const char* kNotSaved = "solfec: not saved";

bool is_place_only(const py::handle& value) {
  if (!py::isinstance<py::dict>(value)) return false;
  const auto dict = py::reinterpret_borrow<py::dict>(value);
  return dict.size() == 1 && dict.contains(kNotSaved);
}

/// The entries of a dict that can be saved, and the places of the others.
py::dict savable_part(const py::dict& data) {
  py::dict part;
  for (const auto& [key, value] : data) {
    const std::string what = cat("the entry ", std::string(py::str(py::repr(key))), " of the data");
    if (!is_savable(key, value)) {
      warn_once(cat(what, " cannot be saved as JSON unchanged, so -c cannot restore it"));
      if (py::isinstance<py::str>(key)) {
        py::dict place;
        place[kNotSaved] = py::none();
        part[key] = place;
      }
      continue;
    }
    if (loses_tuple(value)) warn_of_tuple(what);
    part[key] = value;
  }
  return part;
}

/// JSON of a dict or list; "null" when nothing of it can be saved.
std::string saved_container(const py::handle& data) {
  if (py::isinstance<py::dict>(data)) {
    return to_json(savable_part(py::reinterpret_borrow<py::dict>(data))).cast<std::string>();
  }
  const Fidelity all = fidelity(data, 0);
  const py::object text = all == Fidelity::changed ? py::object() : to_json(data);
  if (!text) {
    warn_once("the list of the data cannot be saved as JSON unchanged, so -c cannot restore it");
    return "null";
  }
  if (all == Fidelity::tuple_as_list) warn_of_tuple("the list of the data");
  return text.cast<std::string>();
}

/// Puts saved values back into the dicts and lists that the script has made, which stay the same
/// objects at every depth. One that stands at two places stays one as long as it is the same at
/// both.
class Restorer {
 public:
  void restore(const py::handle& saved, const py::handle& data) {
    if (py::isinstance<py::dict>(saved) && py::isinstance<py::dict>(data)) {
      restore_dict(py::reinterpret_borrow<py::dict>(saved), py::reinterpret_borrow<py::dict>(data));
    } else if (py::isinstance<py::list>(saved) && py::isinstance<py::list>(data)) {
      restore_list(py::reinterpret_borrow<py::list>(saved), py::reinterpret_borrow<py::list>(data));
    }
  }

 private:
  /// The order of keys is that of the saved dict. Entries that were not saved stay: at the place of
  /// their key, or by number when the key is no string.
  void restore_dict(const py::dict& saved, const py::dict& data) {
    std::vector<std::pair<py::object, py::object>> entries;
    for (const auto& [key, value] : saved) {
      const bool is_there = data.contains(key);
      if (is_place_only(value)) {
        if (is_there) entries.emplace_back(object_of(key), data[key]);
      } else {
        entries.emplace_back(object_of(key),
                             is_there ? restored(value, data[key]) : object_of(value));
      }
    }
    std::size_t number = 0;
    const py::list keys(data.attr("keys")());
    for (const auto& key : keys) {
      const py::object value = data[key];
      if (!saved.contains(key) && !is_savable(key, value)) {
        const auto place = static_cast<std::ptrdiff_t>(std::min(number, entries.size()));
        entries.insert(entries.begin() + place, {object_of(key), value});
      }
      ++number;
    }
    data.attr("clear")();
    for (const auto& [key, value] : entries) data[key] = value;
  }

  void restore_list(const py::list& saved, const py::list& data) {
    py::list items;
    for (std::size_t i = 0; i < saved.size(); ++i) {
      const py::object value = saved[i];
      items.append(i < data.size() ? restored(value, data[i]) : value);
    }
    data.attr("clear")();
    data.attr("extend")(items);
  }

  /// Returns the object that stands for a saved value where the script has `now`.
  py::object restored(const py::handle& value, const py::object& now) {
    const bool is_list = py::isinstance<py::list>(value);
    if (is_list && py::isinstance<py::tuple>(now)) {
      return py::tuple(py::reinterpret_borrow<py::list>(value));
    }
    const bool in_place = is_list
                              ? py::isinstance<py::list>(now)
                              : py::isinstance<py::dict>(value) && py::isinstance<py::dict>(now);
    if (!in_place) return object_of(value);
    const auto [at, is_new] = done_.try_emplace(now.ptr(), now, object_of(value));
    if (is_new) {
      restore(value, now);
      return now;
    }
    return at->second.second.equal(value) ? now : object_of(value);
  }

  static py::object object_of(const py::handle& value) {
    return py::reinterpret_borrow<py::object>(value);
  }

  std::map<PyObject*, std::pair<py::object, py::object>> done_;  // objects, what they got
};

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
    Restorer().restore(saved, data);
    return;
  }
  const auto items = py::reinterpret_borrow<py::tuple>(data);
  if (!py::isinstance<py::list>(saved) || py::len(saved) != items.size()) return;
  const auto all = py::reinterpret_borrow<py::list>(saved);
  Restorer restorer;
  for (std::size_t i = 0; i < items.size(); ++i) restorer.restore(all[i], items[i]);
}

}  // namespace solfec
