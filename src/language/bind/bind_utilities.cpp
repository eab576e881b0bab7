#include <memory>
#include <utility>

#include "domain/contact_problem_export.h"
#include "domain/local_dynamics_dump.h"
#include "domain/partition.h"
#include "geometry/shape/point_in_shape.h"
#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/arguments/setting_lines.h"
#include "language/bind/bind_groups.h"
#include "language/bind/mesh_splitting.h"
#include "language/python/system_text.h"

namespace solfec {

namespace {

void check_owner(const Value& value, const Simulation& simulation, const Simulation& owner) {
  if (&simulation != &owner) value.fail("belongs to another SOLFEC object");
}

py::object remove(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const Value& object = args["object"];
  if (holds<ConstraintObject>(object.object())) {
    auto& constraint = object.as<ConstraintObject>();
    check_owner(object, *constraint.simulation, simulation);
    if (constraint.deleted) {
      object.fail("is a recently deleted CONSTRAINT object", InputErrorKind::type);
    }
    simulation.delete_constraint(constraint.id);
    constraint.deleted = true;
    return py::none();
  }
  if (holds<JointObject>(object.object())) {
    const auto& joint = object.as<JointObject>();
    check_owner(object, *joint.simulation, simulation);
    for (int i = 0; i < joint.joint.rows; ++i) simulation.delete_constraint(joint.joint.id + i);
    return py::none();
  }
  if (!holds<BodyObject>(object.object())) object.fail_type();
  const BodyObject& body = body_of(object);
  check_owner(object, *body.simulation, simulation);
  simulation.delete_body(body.id);
  return py::none();
}

py::object partition(const Arguments& args) {
  const BodyObject& body = body_of(args["body"]);
  const std::shared_ptr<Simulation> simulation = body.simulation;
  if (!simulation->is_building()) {
    args["body"].fail("cannot be partitioned once results are read", InputErrorKind::runtime);
  }
  if (args["parts"].integer() == 1) return py::none();
  py::list parts;
  const bool in_callback = acts_in_run(*simulation);
  for (const BodyId id :
       partition_body(simulation->domain, body.id, args["parts"].integer(), in_callback)) {
    parts.append(to_python(simulation, id));
  }
  return parts;
}

py::object by_label(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  const int kind = args["kind"].choice();
  const std::string label = args["label"].text();
  const Domain& domain = simulation->domain;
  if (kind == 0) {
    const int index = domain.surface_materials.find(label);
    if (index >= 0) return py::cast(surface_material_object(simulation, index));
  } else if (kind == 1) {
    const auto materials = domain.bulk_materials();
    for (std::size_t i = 0; i < materials.size(); ++i) {
      if (materials[i].label != label) continue;
      return py::cast(bulk_material_object(simulation, static_cast<int>(i)));
    }
  } else {
    for (const BodyRecord& record : domain.body_records()) {
      if (record.label == label && !label.empty()) return to_python(simulation, record.id);
    }
  }
  return py::none();
}

py::object set_material(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  const BodyObject& body = body_of(args["body"]);
  check_owner(args["body"], *body.simulation, *simulation);
  const int material = bulk_material_of(args["material"], simulation);
  if (simulation->mode() == Mode::write && simulation->domain.has_moved(body.id)) {
    args["body"].fail("must not have moved: bulk materials come before the first step of a body",
                      InputErrorKind::runtime);
  }
  simulation->domain.set_part_material(body.id, args["volid"].integer(), material);
  note_body_setting(body, "MATERIAL");
  return py::none();
}

/// Two bodies of one analysis.
std::pair<BodyObject*, BodyObject*> pair_of(const Arguments& args) {
  BodyObject& one = body_of(args["body1"]);
  BodyObject& two = body_of(args["body2"]);
  check_owner(args["body2"], *two.simulation, *one.simulation);
  return {&one, &two};
}

py::object contact_exclude_bodies(const Arguments& args) {
  const auto [one, two] = pair_of(args);
  if (one->id == two->id) args["body2"].fail("must be another body than 'body1'");
  one->simulation->domain.exclude_contact(one->id, two->id);
  return py::none();
}

/// Piece that holds a point of the body; -1 for a point of an element inside a mesh.
int piece_of(const Value& value, const BodyObject& body, const char* words) {
  const Vec3 point = value.vector3();
  const BodyRecord& record = record_of(body);
  if (!part_containing(*record.shape, point, geometric_epsilon())) {
    value.fail(cat(words, ": (", point.x, ", ", point.y, ", ", point.z, ") m is not in ",
                   describe(record)));
  }
  return piece_containing(*record.pieces, point, geometric_epsilon());
}

py::object contact_exclude_objects(const Arguments& args) {
  const auto [one, two] = pair_of(args);
  const int first = piece_of(args["point1"], *one, "First point outside of body one");
  const int second = piece_of(args["point2"], *two, "Second point outside of body two");
  if (one->id == two->id && first == second) {
    args["point2"].fail("must be in another object than 'point1'");
  }
  if (first < 0 || second < 0) return py::none();
  one->simulation->domain.exclude_contact(one->id, first, two->id, second);
  return py::none();
}

py::object contact_exclude_surfaces(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const auto id_of = [&](const char* name) {
    const SurfaceId surface = args[name].integer();
    if (surface == kAnySurface || surface == kInnerSurface) {
      args[name].fail(cat("must be the id of faces, got ", surface,
                          surface == kAnySurface ? ", which stands for any surface"
                                                 : ", which stands for inner faces"));
    }
    return surface;
  };
  const SurfaceId first = id_of("surf1");
  const SurfaceId second = id_of("surf2");
  simulation.domain.exclude_surfaces(first, second);
  return py::none();
}

void set_balance(Simulation& simulation, const BalanceParams& params, double weight_factor) {
  if (Ranks* const ranks = simulation.domain.ranks()) {
    ranks->owners().balance().set_params(params);
    ranks->owners().set_weight_factor(weight_factor);
  }
}

py::object imbalance_tolerance(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  BalanceParams params;
  const auto at_least_one = [&](const char* name) {
    if (!args[name].given()) return;
    const double value = args[name].number();
    if (!(value >= 1.0)) args[name].fail(cat("must be at least 1, got ", value));
  };
  at_least_one("tolerance");
  at_least_one("degenratio");
  params.tolerance = args["tolerance"].number();
  params.degenerate_ratio = args["degenratio"].number_or(params.degenerate_ratio);
  if (args["whole"].given()) params.whole_mechanism = args["whole"].integer();
  double weight_factor = args["weightfactor"].number_or(kDefaultWeightFactor);
  if (args["updatefreq"].given()) {
    (void)args["updatefreq"].integer();
    note("IMBALANCE_TOLERANCE", "'updatefreq' has no effect: loads are looked at in every step");
  }
  const Value& lock = args["lockdir"];
  if (!lock.given()) {
    set_balance(simulation, params, weight_factor);
    return py::none();
  }
  if (PyUnicode_Check(lock.object().ptr()) ==
      0) {  // the third argument of later versions: weightfactor
    const ArgumentSpec weight = optional("weightfactor", ValueKind::fraction, "1.0", "", "");
    weight_factor = Value(lock.object(), weight).number();
  } else {
    const ArgumentSpec flag = required("lockdir", ValueKind::flag, "", "");
    params.lock_directions = Value(lock.object(), flag).flag();
  }
  set_balance(simulation, params, weight_factor);
  return py::none();
}

/// All ranks write one file.
void meet_at_dump() {
  Visit visit;
  visit.place = MeetingPlace::dump;
  run_context().meetings.meet(*run_context().comm, visit);
}

py::object locdyn_dump(const Arguments& args) {
  const Simulation& simulation = simulation_of(args["solfec"]);
  const std::string path = args["path"].text();
  if (path.empty()) args["path"].fail("must not be empty");
  if (simulation.mode() != Mode::write) return py::none();
  if (is_foreign_local_dynamics(path)) {  // before the first rank writes
    args["path"].fail(cat("must not name a file of another program: '", path,
                          "' exists and LOCDYN_DUMP has not written it; it is left as it is"));
  }
  meet_at_dump();
  dump_local_dynamics(simulation.domain, path);
  return py::none();
}

py::object export_problem(const Arguments& args) {
  const Simulation& simulation = simulation_of(args["solfec"]);
  const std::string path = args["path"].text();
  if (path.empty()) args["path"].fail("must not be empty");
  if (simulation.mode() != Mode::write) return py::none();
  meet_at_dump();
  export_contact_problem(simulation.domain, path);
  return py::none();
}

py::object ncpu(const Arguments& args) {
  if (args["solfec"].given()) (void)simulation_of(args["solfec"]);
  return py::int_(run_context().comm->size());
}

py::object here(const Arguments& args) {
  const Simulation& simulation = simulation_of(args["solfec"]);
  const Value& object = args["object"];
  if (holds<ConstraintObject>(object.object())) {
    auto& constraint = object.as<ConstraintObject>();
    return py::bool_(constraint.simulation.get() == &simulation &&
                     record_of(constraint) != nullptr);
  }
  const auto& body = object.as<BodyObject>();
  return py::bool_(body.simulation.get() == &simulation && simulation.owns(body.id));
}

py::object viewer(const Arguments& /*args*/) {
  const RunSettings& settings = run_context().settings;
  return py::bool_(settings.pictures_only || settings.viewer);
}

py::object non_solfec_argv(const Arguments& /*args*/) {
  const std::vector<std::string>& words = run_context().settings.script_arguments;
  if (words.empty()) return py::none();
  py::list list;
  for (const std::string& word : words) list.append(from_system(word));
  return list;
}

}  // namespace

void bind_utilities(py::module_& module) {
  bind_command(module, "DELETE", remove);
  bind_command(module, "PARTITION", partition);
  bind_command(module, "RT_SPLIT", split_body_object);
  bind_command(module, "BYLABEL", by_label);
  bind_command(module, "MATERIAL", set_material);
  bind_command(module, "APPLY_BULKMAT", set_material);
  bind_command(module, "CONTACT_EXCLUDE_SURFACES", contact_exclude_surfaces);
  bind_command(module, "CONTACT_EXCLUDE_BODIES", contact_exclude_bodies);
  bind_command(module, "CONTACT_EXCLUDE_OBJECTS", contact_exclude_objects);
  bind_command(module, "IMBALANCE_TOLERANCE", imbalance_tolerance);
  bind_command(module, "LOCDYN_DUMP", locdyn_dump);
  bind_command(module, "EXPORT_CONTACT_PROBLEM", export_problem);
  bind_command(module, "NCPU", ncpu);
  bind_command(module, "HERE", here);
  bind_command(module, "VIEWER", viewer);
  bind_command(module, "NON_SOLFEC_ARGV", non_solfec_argv);
}

}  // namespace solfec
