#include "language/bind_groups.h"
#include "language/objects.h"
#include "language/system_text.h"

namespace solfec {

namespace {

void check_owner(const Value& value, const Simulation& simulation, const Simulation& owner) {
  if (&simulation != &owner) value.fail("belongs to another SOLFEC object");
}

py::object remove(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const Value object = args["object"];
  if (py::isinstance<ConstraintObject>(object.object())) {
    auto& constraint = object.as<ConstraintObject>();
    check_owner(object, *constraint.simulation, simulation);
    if (constraint.id == 0) {
      object.fail("is a recently deleted CONSTRAINT object", InputErrorKind::type);
    }
    if (simulation.mode() == Mode::write) simulation.domain.remove_constraint(constraint.id);
    constraint.id = 0;
    return py::none();
  }
  if (!py::isinstance<BodyObject>(object.object())) object.fail_type();
  const BodyObject& body = body_of(object);
  check_owner(object, *body.simulation, simulation);
  // In READ mode the frames say which bodies are there.
  if (simulation.mode() == Mode::write) simulation.domain.remove_body(body.id);
  return py::none();
}

py::object by_label(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  const int kind = args["kind"].choice();
  const std::string label = args["label"].text();
  const Domain& domain = simulation->domain;
  if (kind == 0) {
    const int index = domain.surface_materials.find(label);
    if (index >= 0) return py::cast(SurfaceMaterialObject{simulation, index});
  } else if (kind == 1) {
    const auto materials = domain.bulk_materials();
    for (std::size_t i = 0; i < materials.size(); ++i) {
      if (materials[i].label != label) continue;
      return py::cast(BulkMaterialObject{simulation, static_cast<int>(i)});
    }
  } else {
    for (const BodyRecord& record : domain.body_records()) {
      if (record.label == label && !label.empty()) return to_python(simulation, record.id);
    }
  }
  return py::none();
}

py::object ncpu(const Arguments& args) {
  if (args["solfec"].given()) (void)simulation_of(args["solfec"]);
  return py::int_(1);
}

py::object here(const Arguments& args) {
  const Simulation& simulation = simulation_of(args["solfec"]);
  const Value object = args["object"];
  if (py::isinstance<ConstraintObject>(object.object())) {
    auto& constraint = object.as<ConstraintObject>();
    return py::bool_(constraint.simulation.get() == &simulation &&
                     record_of(constraint) != nullptr);
  }
  const auto& body = object.as<BodyObject>();
  return py::bool_(body.simulation.get() == &simulation && is_here(body));
}

py::object viewer(const Arguments& /*args*/) { return py::bool_(false); }

py::object non_solfec_argv(const Arguments& /*args*/) {
  const std::vector<std::string>& words = run_settings().script_arguments;
  if (words.empty()) return py::none();
  py::list list;
  for (const std::string& word : words) list.append(from_system(word));
  return list;
}

}  // namespace

void bind_utilities(py::module_& module) {
  bind_command(module, "DELETE", remove);
  bind_command(module, "BYLABEL", by_label);
  bind_command(module, "NCPU", ncpu);
  bind_command(module, "HERE", here);
  bind_command(module, "VIEWER", viewer);
  bind_command(module, "NON_SOLFEC_ARGV", non_solfec_argv);
}

}  // namespace solfec
