#include "language/arguments.h"

#include "language/nearest.h"

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

[[noreturn]] void fail_unknown(const std::vector<ArgumentSpec>& specs, const std::string& name) {
  std::vector<std::string_view> known;
  known.reserve(specs.size());
  for (const ArgumentSpec& spec : specs) known.push_back(spec.name);
  fail(cat("unknown keyword '", name, "'", suggestion(name, known)));
}

/// Objects in the places of their declarations, null where not given.
std::vector<py::object> matched(const std::vector<ArgumentSpec>& specs, const py::args& args,
                                const py::kwargs& kwargs) {
  std::vector<py::object> objects(specs.size());
  if (args.size() > specs.size()) {
    const std::string most =
        specs.empty() ? "no arguments"
                      : cat("at most ", specs.size(), " argument", specs.size() == 1 ? "" : "s");
    fail(cat("takes ", most, ", got ", args.size()));
  }
  for (std::size_t i = 0; i < args.size(); ++i) objects[i] = args[i];
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
    if (!objects[i] && specs[i].required()) fail(cat("missing argument '", specs[i].name, "'"));
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
    values_.emplace_back(std::move(objects[i]), specs[i]);
  }
}

const Value& Arguments::operator[](std::string_view name) const {
  const int i = find(specs_, name);
  SOLFEC_ASSERT(i >= 0);
  return values_[static_cast<std::size_t>(i)];
}

}  // namespace solfec
