#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "body/common/pressed_surface.h"
#include "body/common/principal_moments.h"
#include "body/point_load.h"
#include "domain/crack_opening.h"
#include "domain/given_state.h"
#include "geometry/element/mesh_cut.h"
#include "geometry/shape/simple_shape.h"
#include "language/arguments/force_function.h"
#include "language/arguments/objects.h"
#include "language/arguments/setting_lines.h"
#include "language/arguments/shape_objects.h"
#include "language/bind/bind_groups.h"
#include "run/settings/body_settings.h"

namespace solfec {

namespace {

/// Loaded body; obstacles take no load.
BodyObject& loaded_body(const Value& value) {
  BodyObject& body = body_of(value);
  const BodyRecord& record = record_of(body);
  if (!has_inertia(record.kind)) {
    value.fail(cat("Cannot load an obstacle, ", describe(record), " is an OBSTACLE"));
  }
  return body;
}

LoadFrame frame_of(const Value& value) { return static_cast<LoadFrame>(value.choice()); }

py::object gravity(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const Value& vector = args["vector"];
  std::array<LoadValue, 3> gravity{};
  std::vector<double> numbers;
  if (read_numbers(vector.object(), numbers)) {
    const Vec3 acceleration = vector.vector3();
    for (int i = 0; i < 3; ++i) {
      gravity[static_cast<std::size_t>(i)].constant = acceleration[i];
    }
  } else {
    if (!is_sequence(vector.object())) vector.fail_type();
    const py::tuple items(vector.object());
    if (items.size() != 3) vector.fail(cat("must have 3 elements, got ", items.size()));
    const ArgumentSpec item = object("vector", "three numbers or TIME_SERIES objects", "", "", "");
    for (std::size_t i = 0; i < 3; ++i) gravity[i] = load_value_of(Value(items[i], item));
  }
  simulation.domain.loads.gravity = gravity;
  return py::none();
}

py::object force(const Arguments& args) {
  BodyObject& body = loaded_body(args["body"]);
  const LoadFrame frame = frame_of(args["kind"]);
  const Vec3 point = args["point"].vector3();
  const Value& value = args["value"];
  Loads& loads = body.simulation->domain.loads;
  const bool in_callback = acts_in_run(*body.simulation);
  const int group = loads.group;
  const bool series = holds<TimeSeriesObject>(value.object());
  if (!series && PyCallable_Check(value.object().ptr()) != 0) {
    (void)args["direction"].vector3();
    const py::object data = args["data"].object();
    loads.callbacks.push_back(
        {body.id, ForceFunction{body.simulation.get(), body.id, value.function(), data},
         value.function_name(), in_callback, 0, group});
    return py::none();
  }
  const LoadValue load = load_value_of(value);
  check_point(body.simulation->domain, body.id, point);
  if (args["data"].given()) args["data"].fail("belongs to a function, but 'value' is a number");
  loads.forces.push_back({body.id, frame, point, normalized(direction_of(args["direction"])), load,
                          in_callback, group});
  return py::none();
}

py::object torque(const Arguments& args) {
  BodyObject& body = loaded_body(args["body"]);
  if (!takes_torques(record_of(body).kind)) {
    args["body"].fail(cat("must be RIGID, got ", describe(record_of(body))));
  }
  const Vec3 direction = normalized(direction_of(args["direction"]));
  Loads& loads = body.simulation->domain.loads;
  loads.torques.push_back({body.id, frame_of(args["kind"]), direction, load_value_of(args["value"]),
                           acts_in_run(*body.simulation), loads.group});
  return py::none();
}

/// The ids of all faces of a body, for messages.
std::string face_list(const Shape& shape) {
  constexpr std::size_t kMost = 12;
  const std::vector<SurfaceId> all = face_surfaces(shape);
  if (all.empty()) return "which has no faces";
  std::string list = "whose faces have ";
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
    list += cat(i == 0 ? "" : ", ", all[i]);
  }
  return all.size() > kMost ? list + ", ..." : list;
}

py::object pressure(const Arguments& args) {
  BodyObject& body = loaded_body(args["body"]);
  const BodyRecord& record = record_of(body);
  if (!takes_pressure(record)) {
    args["body"].fail(cat("must be a mesh itself or RIGID or PSEUDO_RIGID, but ", describe(record),
                          " lies in a background mesh"));
  }
  const auto id = static_cast<SurfaceId>(args["surfid"].integer());
  const PressedSurface surface = pressed_surface(*record.shape, id);
  if (!(surface.size > 0.0)) {
    args["surfid"].fail(cat("must be the surface id of a face of ", describe(record), ", ",
                            face_list(*record.shape), ", got ", id));
  }
  Loads& loads = body.simulation->domain.loads;
  loads.pressures.push_back(
      {body.id, surface, load_value_of(args["value"]), acts_in_run(*body.simulation), loads.group});
  return py::none();
}

/// The law between the new faces of a crack with a fracture energy: a bond that softens, beside
/// what their pair of surfaces has had so far.
SurfaceMaterial crack_material(const Domain& domain, const SimplifiedCrack& crack) {
  const auto [first, second] = crack.surface;
  const SurfaceMaterial& so_far =
      domain.surface_materials[domain.surface_materials.find(first, second)];
  SurfaceMaterial material;
  material.surface1 = first;
  material.surface2 = second;
  material.model = SurfaceModel::cohesive_zone;
  material.label = cat("crack of ", first, " and ", second);
  material.friction = so_far.friction;
  material.restitution = so_far.restitution;
  material.tension = crack.tension;
  // without the part up to the strength, 1 / (2 kGivenStiffness) of the energy
  const double energy = crack.fracture_energy / (1.0 - 0.5 / kGivenStiffness);
  material.normal_energy = energy;
  material.tangential_energy = energy;
  material.cohesion = crack.tension * std::max(1.0, material.friction);
  return material;
}

/// Throws unless a crack can be prescribed here.
void check_crack(const Arguments& args, const BodyObject& body, const BodyRecord& record) {
  const Domain& domain = body.simulation->domain;
  if (record.kind != BodyKind::pseudo_rigid && record.kind != BodyKind::finite_element) {
    args["body"].fail(cat("must be PSEUDO_RIGID or FINITE_ELEMENT, got ", describe(record)));
  }
  if (!record.shape->background.empty() || !is_one_mesh(*record.shape)) {
    args["body"].fail(cat("shape is not a MESH: ", describe(record)));
  }
  if (is_reduced(record.form)) {
    args["body"].fail(
        cat("must have no reduced base, which is that of its whole mesh: ", describe(record)));
  }
  if (domain.comm().size() > 1) {
    args["body"].fail(cat("can crack on one rank only, got ", domain.comm().size()),
                      InputErrorKind::runtime);
  }
  if (inside() != Inside::script) {
    args["body"].fail("gets its cracks before RUN, not in a function that RUN calls",
                      InputErrorKind::runtime);
  }
  if (domain.analysis() != Analysis::dynamic) {
    args["body"].fail("can crack in DYNAMIC analyses only", InputErrorKind::runtime);
  }
}

/// Defines the bond of the new faces of a crack.
void define_bond(const Arguments& args, const SimplifiedCrack& crack, Domain& domain) {
  if (!(crack.tension > 0.0)) args["Gf"].fail("needs 'ft' > 0, the tension of the bond");
  const auto pair = std::minmax(crack.surface[0], crack.surface[1]);
  for (const SimplifiedCrack& other : domain.loads.cracks) {
    const bool same_values =
        other.tension == crack.tension && other.fracture_energy == crack.fracture_energy;
    if (!(other.fracture_energy > 0.0) || same_values) continue;
    if (std::minmax(other.surface[0], other.surface[1]) != pair) continue;
    args["surfid"].fail(cat("must be ids of their own, ", pair.first, " and ", pair.second,
                            " have the bond of another crack, with ft = ", other.tension,
                            " Pa and Gf = ", other.fracture_energy, " J/m^2"));
  }
  const SurfaceMaterial material = crack_material(domain, crack);
  validate(material);
  const SurfaceMaterial so_far =
      domain.surface_materials[domain.surface_materials.find(pair.first, pair.second)];
  const bool replaced = domain.surface_materials.define(material).second;
  if (replaced && so_far.label != material.label) {
    warn("SIMPLIFIED_CRACK", cat("replaces the SURFACE_MATERIAL '", so_far.label,
                                 "' of the same pair of surfaces by the bond of the crack"));
  }
}

py::object simplified_crack(const Arguments& args) {
  BodyObject& body = body_of(args["body"]);
  const BodyRecord& record = record_of(body);
  check_crack(args, body, record);
  Domain& domain = body.simulation->domain;
  SimplifiedCrack crack;
  crack.body = body.id;
  crack.point = args["point"].vector3();
  crack.normal = normalized(direction_of(args["normal"]));
  crack.surface = cut_surfaces(args["surfid"]);
  (void)args["criterion"].choice();
  crack.adjacent_only = args["topoadj"].flag_or(false);
  crack.tension = args["ft"].number_or(0.0);
  crack.fracture_energy = args["Gf"].number_or(0.0);
  crack.samples = crack_samples(record, crack);
  if (crack.samples.empty()) {
    args["point"].fail(cat("must be one of a plane that cuts ", describe(record)));
  }
  // what cannot be cut is told here, not in a run
  (void)cut_mesh(record.shape->meshes.front(), {crack.point, crack.normal},
                 {crack.surface, crack.adjacent_only});
  if (crack.fracture_energy > 0.0) define_bond(args, crack, domain);
  domain.loads.cracks.push_back(std::move(crack));
  return py::none();
}

// For the Python package: each call of a function of the user replaces the loads of its last call.
void begin_loads(const SolfecObject& solfec, int group) {
  solfec.simulation->domain.loads.group = -group;
}

void replace_loads(const SolfecObject& solfec, int group) {
  const auto freed = solfec.simulation->domain.loads.replace_group(group);  // last of all
}

py::object initial_velocity(const Arguments& args) {
  BodyObject& body = body_of(args["body"]);
  Domain& domain = body.simulation->domain;
  const Vec3 angular = args["angular"].vector3();
  if (domain.bodies.rotation_disabled(domain.body_ref(body.id)) && angular != Vec3{}) {
    args["angular"].fail(cat("must be zero, the rotation of ", describe(record_of(body)),
                             " is disabled (BODY.disable_rotation)"));
  }
  const Vec3 linear = args["linear"].vector3();
  domain.set_rigid_velocity(body.id, linear, angular);
  note_body_setting(body, kInitialVelocity, velocity_text(linear, angular));
  return py::none();
}

py::object take_motion_command(const Arguments& args) {
  const BodyObject& body = body_of(args["body"]);
  const BodyObject& source = body_of(args["source"]);
  if (body.simulation != source.simulation) {
    args["source"].fail("must belong to the same SOLFEC object as 'body'");
  }
  if (body.id == source.id) args["source"].fail("must be another body");
  if (!body.simulation->is_building()) return py::none();
  body.simulation->need_all();
  if (body.simulation->domain.ranks()) {
    throw InputError("is for one rank", InputErrorKind::runtime);
  }
  take_motion(body.simulation->domain, body.id, source.id);
  note_body_setting(body, kInitialVelocity, "as another body moves");
  return py::none();
}

void warn_of_inertia(const Mat3& tensor) {
  const std::array<double, 3> moments = principal_moments(tensor);
  if (are_moments_of_masses(moments)) return;
  warn("BODY_CHARS",
       cat("no body has the principal moments of inertia ", moments[0], ", ", moments[1], " and ",
           moments[2], " kg m^2: the largest must not exceed the sum of the other two"));
}

py::object body_chars(const Arguments& args) {
  BodyObject& body = body_of(args["body"]);
  Domain& domain = body.simulation->domain;
  if (domain.has_moved(body.id) && body.simulation->mode() == Mode::write) {
    args["body"].fail("must not have moved: BODY_CHARS comes before the first step of a body",
                      InputErrorKind::runtime);
  }
  if (has_mesh(record_of(body).kind)) {
    warn("BODY_CHARS", "ignored, the characteristics of finite elements are those of their mesh");
    return py::none();
  }
  BodyCharacteristics characteristics;
  characteristics.mass = args["mass"].number();
  characteristics.volume = args["volume"].number();
  characteristics.center = args["center"].vector3();
  characteristics.tensor = args["tensor"].matrix9();
  domain.bodies.set_characteristics(domain.body_ref(body.id), characteristics);
  if (record_of(body).kind == BodyKind::rigid) warn_of_inertia(characteristics.tensor);
  note_body_setting(body, "BODY_CHARS");
  return py::none();
}

}  // namespace

void bind_loads(py::module_& module) {
  bind_command(module, "GRAVITY", gravity);
  bind_command(module, "FORCE", force);
  bind_command(module, "TORQUE", torque);
  bind_command(module, "PRESSURE", pressure);
  bind_command(module, "SIMPLIFIED_CRACK", simplified_crack);
  bind_command(module, "INITIAL_VELOCITY", initial_velocity);
  bind_command(module, "TAKE_MOTION", take_motion_command);
  bind_command(module, "BODY_CHARS", body_chars);
  module.def("_begin_loads", &begin_loads);
  module.def("_replace_loads", &replace_loads);
}

}  // namespace solfec
