#include "language/arguments/arguments.h"

#include <algorithm>

#include "language/python/nearest.h"
#include "language/table/signature.h"

namespace solfec {

namespace {

[[noreturn]] void fail(const std::string& text) { throw InputError(text, InputErrorKind::type); }

int find(const std::vector<ArgumentSpec>& specs, std::string_view name) {
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const bool same = specs[i].name == name || (!specs[i].alias.empty() && specs[i].alias == name);
    if (same) return static_cast<int>(i);
  }
  return -1;
}

/// Whether a value may be the object that an argument describes.
bool may_be(py::handle value, const ArgumentSpec& spec) {
  const auto names = [&spec](std::string_view name) {
    return spec.stub.find(name) != std::string_view::npos ||
           spec.type.find(name) != std::string_view::npos;
  };
  if (names("Any")) return true;
  if (is_number(value)) return names("float") || names("int") || names("TIME_SERIES");
  if (py::isinstance<py::str>(value)) return names("str") || names("Path") || names("Literal");
  if (py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value)) {
    return names("Sequence") || names("Iterable") || names("tuple") || names("list");
  }
  const auto type = py::type::of(value);
  const std::string name = py::str(type.attr("__name__")).cast<std::string>();
  return find_command(name) == nullptr || names(name) || names("Callable");
}

/// Throws when a given argument cannot be what its place is for.
void check_kind(const Value& value) {
  switch (value.spec().kind) {
    case ValueKind::choice:
      (void)value.choice();
      break;
    case ValueKind::flag:
      (void)value.flag();
      break;
    case ValueKind::callable:
      (void)value.function();
      break;
    case ValueKind::text:
      (void)value.text();
      break;
    case ValueKind::integer:
    case ValueKind::count:
    case ValueKind::natural:
      (void)value.integer();
      break;
    case ValueKind::vector3:
      (void)value.vector3();
      break;
    case ValueKind::object:
      if (!may_be(value.object(), value.spec())) value.fail_type();
      break;
    default:
      break;  // numbers are converted when the value is made
  }
}

/// A mistake before the place of another one explains both.
void check_given(const std::vector<ArgumentSpec>& specs, const std::vector<py::object>& objects) {
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!objects[i]) return;
    check_kind(Value(objects[i], specs[i], &specs));
  }
}

[[noreturn]] void fail_unknown(const std::vector<ArgumentSpec>& specs, const std::string& name) {
  std::vector<std::string_view> known;
  known.reserve(specs.size());
  for (const ArgumentSpec& spec : specs) known.push_back(spec.name);
  fail(cat("unknown keyword '", name, "'", suggestion(name, known), all_arguments(specs)));
}

/// Says that a vector is one argument, when its three numbers were given as three; else ''.
std::string vector_hint(const std::vector<ArgumentSpec>& specs, const py::args& args) {
  for (std::size_t i = 0; i < specs.size() && i + 2 < args.size(); ++i) {
    const bool is_vector = specs[i].kind == ValueKind::vector3 ||
                           specs[i].type.find("three numbers") != std::string_view::npos;
    if (!is_vector || !is_number(args[i]) || !is_number(args[i + 1]) || !is_number(args[i + 2])) {
      continue;
    }
    return cat("; '", specs[i].name, "' is one argument: (", shown(args[i]), ", ",
               shown(args[i + 1]), ", ", shown(args[i + 2]), ")");
  }
  return "";
}

/// Objects in the places of their declarations, null where not given.
std::vector<py::object> matched(const std::vector<ArgumentSpec>& specs, const py::args& args,
                                const py::kwargs& kwargs) {
  std::vector<py::object> objects(specs.size());
  for (std::size_t i = 0; i < std::min(args.size(), specs.size()); ++i) objects[i] = args[i];
  if (args.size() > specs.size()) {
    check_given(specs, objects);
    const std::string most =
        specs.empty() ? "no arguments"
                      : cat("at most ", specs.size(), " argument", specs.size() == 1 ? "" : "s");
    fail(
        cat("takes ", most, ", got ", args.size(), vector_hint(specs, args), all_arguments(specs)));
  }
  for (const auto& [key, value] : kwargs) {
    const auto name = key.cast<std::string>();
    const int i = find(specs, name);
    if (i < 0) fail_unknown(specs, name);
    py::object& place = objects[static_cast<std::size_t>(i)];
    if (place) fail(cat("argument '", specs[static_cast<std::size_t>(i)].name, "' is given twice"));
    place = py::reinterpret_borrow<py::object>(value);
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (objects[i] && objects[i].is_none() && specs[i].none_is_absent()) objects[i] = {};
    if (objects[i] || !specs[i].required()) continue;
    check_given(specs, objects);
    fail(cat("missing argument '", specs[i].name, "'", all_arguments(specs)));
  }
  return objects;
}

}  // namespace

Arguments::Arguments(const std::vector<ArgumentSpec>& specs, const py::args& args,
                     const py::kwargs& kwargs)
    : specs_(specs) {
  std::vector<py::object> objects = matched(specs, args, kwargs);
  values_.reserve(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    try {
      values_.emplace_back(std::move(objects[i]), specs[i], &specs);
    } catch (const InputError&) {
      for (const Value& earlier : values_) {
        if (earlier.given()) check_kind(earlier);
      }
      throw;
    }
  }
}

const Value& Arguments::operator[](std::string_view name) const {
  const int i = find(specs_, name);
  SOLFEC_ASSERT(i >= 0);
  return values_[static_cast<std::size_t>(i)];
}

}  // namespace solfec
