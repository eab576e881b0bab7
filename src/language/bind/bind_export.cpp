#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "language/arguments/body_subset.h"
#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/bind/bind_groups.h"
#include "language/python/nearest.h"
#include "output/export/frame_selection.h"
#include "output/export/vtk_export.h"

namespace solfec {

namespace {

using Parts = std::vector<ExportPart>;

/// Meaning of a word of 'attributes': the fields that it stands for.
struct Attribute {
  std::string_view name;
  std::vector<std::string_view> fields;
  bool of_constraints = false;
};

const std::vector<Attribute>& attributes() {
  static const std::vector<Attribute> table = {
      {"DISP", {"displacement"}},
      {"VELO", {"velocity", "angular_velocity"}},
      {"STRESS", {"stress", "mises"}},
      {"PLASTIC_STRAIN", {"plastic_strain"}},
      {"LABEL", {"label", "kind"}},
      {"MATERIAL", {"material", "volume", "surface"}},
      {"RANK", {"rank"}},
      {"REAC", {"reaction", "normal_reaction", "tangential_reaction"}, true},
      {"RELV", {"relative_velocity"}, true},
      {"GAP", {"gap"}, true},
      {"AREA", {"area"}, true},
      {"NORMAL", {"normal"}, true},
      {"STATUS", {"status", "friction", "bonded", "age"}, true}};
  return table;
}

const Attribute& attribute_of(const Value& list, const std::string& name) {
  std::vector<std::string_view> names;
  for (const Attribute& one : attributes()) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  std::string known;
  for (const std::string_view one : names) known += cat(known.empty() ? "'" : ", '", one, "'");
  list.fail(cat("has no attribute '", name, "'", suggestion(name, names), ", there are ", known));
}

std::vector<std::string> words_of(const Value& list) {
  if (!list.given()) return {"DISP", "VELO", "REAC", "GAP"};
  if (!is_sequence(list.object())) list.fail_type();
  std::vector<std::string> words;
  for (const auto& item : list.object()) {
    if (!py::isinstance<py::str>(item)) list.fail_type();
    words.push_back(item.cast<std::string>());
  }
  if (words.empty()) list.fail("must name at least one attribute, got an empty list");
  return words;
}

/// Arrays and parts of the attributes; shapes and ids come always.
void choose_fields(const Value& list, ExportRequest& request) {
  request.parts = {ExportPart::bodies, ExportPart::obstacles, ExportPart::spheres};
  request.fields = {"body",       "radius", "half_axes", "rotation",
                    "constraint", "master", "slave",     "kind"};
  bool with_constraints = false;
  for (const std::string& word : words_of(list)) {
    const Attribute& attribute = attribute_of(list, word);
    request.fields.insert(request.fields.end(), attribute.fields.begin(), attribute.fields.end());
    with_constraints = with_constraints || attribute.of_constraints;
  }
  if (!with_constraints) return;
  request.parts.push_back(ExportPart::contacts);
  request.parts.push_back(ExportPart::joints);
}

/// One time, a pair (t0, t1), or a list of times.
TimeSelection times_of(const Value& time) {
  TimeSelection selection;
  const py::object& object = time.object();
  double number = 0.0;
  if (is_number(object)) {
    if (!read_number(object, number)) time.fail_type();
    selection.times.push_back(number);
  } else if (!is_sequence(object) || !read_numbers(object, selection.times)) {
    time.fail_type();
  }
  for (const double one : selection.times) {
    if (!std::isfinite(one)) time.fail(cat("must be finite, got ", one, " s"));
  }
  if (selection.times.empty()) time.fail("must hold at least one time, got an empty list");
  if (py::isinstance<py::tuple>(object) && selection.times.size() == 2) {
    const std::pair range{selection.times[0], selection.times[1]};
    if (range.first > range.second) {
      time.fail(cat("must have t0 <= t1, got (", range.first, ", ", range.second, ") s"));
    }
    selection = {{}, range};
  }
  return selection;
}

py::object xdmf_export(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  ExportRequest request;
  const TimeSelection times = times_of(args["time"]);
  request.folder = args["path"].text();
  if (request.folder.empty()) args["path"].fail("must not be empty");
  choose_fields(args["attributes"], request);
  const BodySubset subset(simulation, args["subset"]);
  if (simulation->mode() != Mode::read || run_context().comm->rank() > 0) return py::none();
  ResultReader& reader = *simulation->results();
  request.frames = frames_of(reader, times);
  const std::set<BodyId> bodies = subset.stored_ids(reader, request.frames.front());
  if (args["subset"].given()) {
    request.bodies = [&bodies](BodyId id) { return bodies.count(id) > 0; };
  }
  (void)export_vtk(reader, request);
  return py::none();
}

}  // namespace

void bind_export(py::module_& module) { bind_command(module, "XDMF_EXPORT", xdmf_export); }

}  // namespace solfec
