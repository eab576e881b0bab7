#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "language/arguments/objects.h"
#include "language/bind/bind_groups.h"
#include "language/python/system_text.h"

namespace solfec {

namespace {

py::object display_point(const Arguments& args) {
  const BodyObject& body = body_of(args["body"]);
  const Vec3 point = args["point"].vector3();
  check_point(body.simulation->domain, body.id, point);
  body.simulation->view.points.push_back({body.id, args["label"].text_or(""), point});
  body.simulation->store_view();
  return py::none();
}

py::object rank(const Arguments& /*args*/) { return py::int_(run_context().comm->rank()); }

py::object barrier(const Arguments& /*args*/) {
  Visit visit;
  visit.place = MeetingPlace::barrier;
  run_context().meetings.meet(*run_context().comm, visit);
  return py::none();
}

py::object subdir(const Arguments& /*args*/) {
  const std::string& subfolder = run_context().settings.subfolder;
  return subfolder.empty() ? py::object(py::none()) : from_system(subfolder);
}

/// All ranks run the script, so each has the functions already.
py::object register_callback(const Arguments& args) {
  (void)args["callback"].function();
  return py::none();
}

/// WARNINGS (solfec, state) for one analysis, WARNINGS (state) for all.
py::object warnings(const Arguments& args) {
  const Value& first = args["solfec"];
  const Value& state = args["state"];
  if (state.given()) {
    const bool on = state.flag();
    if (first.given()) {
      simulation_of(first).choices.warnings = on;
    } else {
      set_model_warnings(on);
    }
    return py::none();
  }
  if (!first.given() || holds<SolfecObject>(first.object())) {
    state.fail("is missing: 'ON' or 'OFF'", InputErrorKind::type);
  }
  const ArgumentSpec flag = required("state", ValueKind::flag, "", "");
  set_model_warnings(Value(first.object(), flag).flag());
  return py::none();
}

py::object render(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  const Value& object = args["object"];
  std::vector<BodyId> drawn;
  const auto add = [&](py::handle item) {
    const Value value(py::reinterpret_borrow<py::object>(item), object.spec());
    const BodyObject& body = body_of(value);
    if (body.simulation != simulation) object.fail("belongs to another SOLFEC object");
    drawn.push_back(body.id);
  };
  if (is_sequence(object.object())) {
    for (const auto& item : object.object()) add(item);
  } else {
    add(object.object());
  }
  std::sort(drawn.begin(), drawn.end());
  simulation->view.drawn = std::move(drawn);
  simulation->store_view();
  return py::none();
}

py::object viewer_action(const Arguments& args) {
  const Value& name = args["name"];
  const Value& answer = args["answer"];
  std::optional<std::string> text;
  if (answer.given()) text = answer.text();
  const auto& take = run_context().viewer_action;
  if (take) take(name.text(), text);
  return py::none();
}

}  // namespace

void bind_later_commands(py::module_& module) {
  bind_command(module, "DISPLAY_POINT", display_point);
  bind_command(module, "RANK", rank);
  bind_command(module, "BARRIER", barrier);
  bind_command(module, "SUBDIR", subdir);
  bind_command(module, "REGISTER_CALLBACK", register_callback);
  bind_command(module, "WARNINGS", warnings);
  bind_command(module, "RENDER", render);
  bind_command(module, "VIEWER_ACTION", viewer_action);
}

}  // namespace solfec
