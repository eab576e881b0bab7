#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "geometry/shape/point_in_shape.h"
#include "language/arguments/force_function.h"
#include "language/arguments/objects.h"
#include "language/arguments/spring_sign.h"
#include "language/arguments/stops.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"
#include "language/python/errors.h"
#include "run/watch/body_extent.h"

namespace solfec {

namespace {

bool can_move(const BodyObject& body) { return has_inertia(record_of(body).kind); }

/// Body that a command holds in space. Tells once that an obstacle is moved by nothing but its own
/// motion.
BodyObject& held_body(const Value& value, std::string_view command) {
  BodyObject& body = body_of(value);
  if (!can_move(body) && body.simulation->choices.tells("constraint on an obstacle")) {
    warn(command, cat("holds nothing, ", describe(record_of(body)),
                      " is an OBSTACLE: it stays where it is or moves as it was told"));
  }
  return body;
}

/// Reference point of a body. It need not lie in the shape, which carries it all the same; the mesh
/// of finite elements has no points outside of it.
Vec3 point_of(const Value& value, const BodyObject& body) {
  const Vec3 point = constraint_point(value);
  const BodyRecord& record = record_of(body);
  const bool in_mesh = has_mesh(record.kind);
  if (in_mesh && !part_containing(*record.shape, point, geometric_epsilon())) {
    value.fail(cat("Point outside of domain: (", point.x, ", ", point.y, ", ", point.z,
                   ") m is not in ", describe(record)));
  }
  return point;
}

ConstraintId put(Simulation& simulation, UserConstraint constraint) {
  constraint.in_callback = acts_in_run(simulation);
  return simulation.add_constraint(constraint);
}

py::object add(const std::shared_ptr<Simulation>& simulation, const UserConstraint& constraint) {
  return constraint_to_python(simulation, put(*simulation, constraint));
}

/// Reaction at which a constraint breaks, N; 0: never.
double strength_of(const Value& value) {
  const double strength = value.number_or(0.0);
  if (value.given() && run_context().comm->size() > 1) {
    value.fail(cat("is for one process, got ", run_context().comm->size()));
  }
  return strength;
}

py::object fix_point(const Arguments& args) {
  const BodyObject& body = held_body(args["body"], "FIX_POINT");
  UserConstraint constraint = make_fixed_point(body.id, point_of(args["point"], body));
  constraint.strength = strength_of(args["strength"]);
  return add(body.simulation, constraint);
}

py::object set_motion(const Arguments& args, const PrescribedMotion& motion) {
  const BodyObject& body = body_of(args["body"]);
  const Vec3 point = point_of(args["point"], body);
  return add(body.simulation,
             make_prescribed_motion(body.id, point, direction_of(args["direction"]), motion));
}

py::object set_displacement(const Arguments& args) {
  const auto series = args["tms"].as<TimeSeriesObject>().series;
  return set_motion(args, {MotionKind::displacement, 0.0, series, 0.0});
}

py::object set_velocity(const Arguments& args) {
  const LoadValue value = load_value_of(args["value"]);
  return set_motion(args, {MotionKind::velocity, value.constant, value.series, 0.0});
}

py::object set_acceleration(const Arguments& args) {
  const auto series = args["tms"].as<TimeSeriesObject>().series;
  return set_motion(args, {MotionKind::acceleration, 0.0, series, 0.0});
}

/// Three directions of a point, the columns of 'base'.
std::array<Vec3, 3> base_of(const Value& value) {
  constexpr double kLeast = 1e-6;  // triple product of the unit directions
  const Mat3 columns = value.matrix9();
  std::array<Vec3, 3> base;
  for (int k = 0; k < 3; ++k) {
    base[static_cast<std::size_t>(k)] = columns.column(k);
    if (columns.column(k) == Vec3{}) value.fail(cat("direction ", k, " must not be zero"));
  }
  const double product = dot(normalized(base[0]), cross(normalized(base[1]), normalized(base[2])));
  if (!(std::fabs(product) >= kLeast)) {
    value.fail(
        cat("must have three directions that do not lie in one plane, the triple product "
            "of the unit ones must be at least ",
            kLeast, " in size, got ", std::fabs(product)));
  }
  return base;
}

/// The three items of 'tms'.
std::array<Value, 3> three_of(const Value& value, const ArgumentSpec& item) {
  if (!is_sequence(value.object())) value.fail_type();
  std::vector<Value> items;
  for (const auto& one : value.object()) {
    items.emplace_back(py::reinterpret_borrow<py::object>(one), item);
  }
  if (items.size() != 3) value.fail(cat("must have 3 elements, got ", items.size()));
  return {items[0], items[1], items[2]};
}

/// Prescribes the motion of a point in three directions: one constraint for each.
py::object set_three_motions(const Arguments& args, MotionKind kind) {
  static const ArgumentSpec series =
      object("tms", "three TIME_SERIES objects", "TIME_SERIES", "", "");
  static const ArgumentSpec number =
      object("tms", "three numbers or TIME_SERIES objects", "float | TIME_SERIES", "", "");
  const BodyObject& body = body_of(args["body"]);
  const Vec3 point = point_of(args["point"], body);
  const std::array<Vec3, 3> base = base_of(args["base"]);
  const bool takes_numbers = kind == MotionKind::velocity;
  std::array<PrescribedMotion, 3> motions;
  const std::array<Value, 3> values = three_of(args["tms"], takes_numbers ? number : series);
  for (std::size_t k = 0; k < 3; ++k) {
    const LoadValue value = takes_numbers ? load_value_of(values[k])
                                          : LoadValue{0.0, values[k].as<TimeSeriesObject>().series};
    motions[k] = {kind, value.constant, value.series, 0.0};
  }
  py::tuple made(3);
  for (std::size_t k = 0; k < 3; ++k) {
    made[k] = add(body.simulation, make_prescribed_motion(body.id, point, base[k], motions[k]));
  }
  return made;
}

/// Two points that a constraint joins, of 'body1' at 'point1' and of 'body2' at 'point2'. The first
/// body is one that can move, or None.
struct JoinedPoints {
  BodyId body1{};  // 0: fixed in space
  BodyId body2{};
  Vec3 point1;
  Vec3 point2;
  std::shared_ptr<Simulation> simulation;
  bool swapped = false;  // 'body1' is an obstacle and stands second here: the first one can move
};

/// @param body1, point1  Names of the arguments of the first end.
JoinedPoints joined_points(const Arguments& args, std::string_view body1 = "body1",
                           std::string_view point1 = "point1") {
  struct End {
    const BodyObject* body = nullptr;  // null: fixed in space
    Vec3 point;
  };
  const auto end_of = [&](std::string_view body, std::string_view point) {
    End end;
    if (!args[body].object().is_none()) end.body = &body_of(args[body]);
    end.point =
        end.body != nullptr ? point_of(args[point], *end.body) : constraint_point(args[point]);
    return end;
  };
  const End one = end_of(body1, point1);
  const End two = end_of("body2", "point2");
  if (one.body == nullptr && two.body == nullptr) {
    args[body1].fail("and 'body2' must not both be None");
  }
  if (one.body != nullptr && two.body != nullptr) {
    if (one.body->simulation != two.body->simulation) {
      args["body2"].fail(
          "Cannot link bodies from different domains: they belong to two SOLFEC objects");
    }
    if (one.body->id == two.body->id) {
      args["body2"].fail(cat("must be another body than '", body1, "'"));
    }
  }
  const auto moves = [](const End& end) { return end.body != nullptr && can_move(*end.body); };
  if (!moves(one) && !moves(two)) {
    args[body1].fail("or 'body2' must be a body that can move: both are OBSTACLEs or None");
  }
  const auto id_of = [](const End& end) { return end.body != nullptr ? end.body->id : BodyId{0}; };
  JoinedPoints joined{id_of(one), id_of(two), one.point, two.point,
                      (one.body != nullptr ? *one.body : *two.body).simulation};
  joined.swapped = one.body != nullptr && !moves(one);
  if (joined.swapped) {
    std::swap(joined.body1, joined.body2);
    std::swap(joined.point1, joined.point2);
  }
  return joined;
}

/// The motion of a point in space or, with 'body2', against a point of another body.
py::object fix_direction(const Arguments& args) {
  const bool is_between = args["body2"].given();
  if (is_between != args["point2"].given()) {
    args[is_between ? "point2" : "body2"].fail(
        cat("must be given with '", is_between ? "body2" : "point2", "'"));
  }
  if (is_between) {
    (void)body_of(args["body"]);
    const JoinedPoints joined = joined_points(args, "body", "point");
    return add(joined.simulation,
               make_fixed_direction(joined.body1, joined.body2, joined.point1, joined.point2,
                                    direction_of(args["direction"])));
  }
  const BodyObject& body = held_body(args["body"], "FIX_DIRECTION");
  const Vec3 point = point_of(args["point"], body);
  return add(body.simulation,
             make_fixed_direction(body.id, point, direction_of(args["direction"])));
}

/// Distance below which the points of a link are tied in all directions, m: GEOMETRIC_EPSILON that
/// the script has given, else no more than is small beside the bodies.
/// @param now  Their distance, m.
double tied_distance(const JoinedPoints& joined, double now) {
  constexpr double kOfExtent = 1e-3;  // of a body
  const Domain& domain = joined.simulation->domain;
  double distance = geometric_epsilon();
  if (now >= distance || !domain.contact_params.automatic_tolerance) return distance;
  for (const BodyId id : {joined.body1, joined.body2}) {
    const BodyRecord* const record = id != 0 ? domain.find_record(id) : nullptr;
    if (record == nullptr) continue;
    distance = std::min(distance, kOfExtent * least_extent(*record->pieces));
  }
  return distance;
}

py::object put_rigid_link(const Arguments& args) {
  const JoinedPoints joined = joined_points(args);
  const Bodies& bodies = joined.simulation->domain.bodies;
  const double now = norm(point_now(bodies, joined.body1, joined.point1) -
                          point_now(bodies, joined.body2, joined.point2));
  UserConstraint link =
      make_rigid_link(joined.body1, joined.body2, joined.point1, joined.point2, 0.0);
  const bool is_tied = now < tied_distance(joined, now);
  link.kind = is_tied ? ConstraintKind::fixed_point : ConstraintKind::rigid_link;
  link.strength = strength_of(args["strength"]);
  return add(joined.simulation, link);
}

/// Stops of a spring; None: there are none.
void set_stops(const Value& limits, SpringRow& row) {
  const std::optional<Stops> stops = stops_of(limits, "m");
  if (!stops) return;
  row.lower = stops->lower;
  row.upper = stops->upper;
}

SpringDirection spring_direction(const Arguments& args, const JoinedPoints& joined) {
  const Value& update = args["update"];
  if (!args["direction"].given()) {
    if (update.given()) update.fail("belongs to a 'direction', which is not given");
    return SpringDirection::between_points;
  }
  const std::string word = update.text_or("FIXED");
  if (word == "FIXED") return SpringDirection::fixed;
  if (word != "CONV1" && word != "CONV2") {
    update.fail(cat("Invalid update direction kind: must be 'FIXED', 'CONV1' or 'CONV2', got ",
                    shown(update.object())));
  }
  const bool first = (word == "CONV1") != joined.swapped;
  if ((first ? joined.body1 : joined.body2) == 0) {
    update.fail(cat("must not be '", word, "', as '", first ? "body1" : "body2", "' is None"));
  }
  return first ? SpringDirection::with_master : SpringDirection::with_slave;
}

/// Whether a body of finite elements carries the direction of a spring.
bool mesh_carries(const JoinedPoints& joined, SpringDirection direction) {
  if (!is_carried(direction)) return false;
  const bool first = direction == SpringDirection::with_master;
  const BodyRecord* const record =
      joined.simulation->domain.find_record(first ? joined.body1 : joined.body2);
  return joined.simulation->choices.warnings && record != nullptr && has_mesh(record->kind);
}

bool is_function(const Value& value) {
  return !holds<TimeSeriesObject>(value.object()) && PyCallable_Check(value.object().ptr()) != 0;
}

Spring spring_of(const Value& value) {
  if (is_function(value)) {
    Spring spring;
    spring.function = value.function_name();
    return spring;
  }
  const LoadValue law = load_value_of(value);
  if (law.series) return make_table_spring(law.series);
  if (!(law.constant >= 0.0)) value.fail(cat("must not be negative, got ", law.constant, " N/m"));
  return make_linear_spring(law.constant);
}

/// Returns stroke and velocity, the arguments that the function of a spring is called with.
py::tuple stroke_and_velocity(const ForceCallbackInput& input) {
  return py::make_tuple(input.q[0], input.u[0]);
}

/// A small stroke of a spring: a part of the distance of its points or, where they coincide, of the
/// extent of its body; within its stops where these leave a way, m.
double small_stroke(const JoinedPoints& joined, const SpringRow& row) {
  constexpr double kPart = 1e-3;
  const BodyId body = joined.body1 != 0 ? joined.body1 : joined.body2;
  const double distance = norm(joined.point1 - joined.point2);
  const double size =
      distance > 0.0 ? distance : std::cbrt(joined.simulation->domain.characteristics(body).volume);
  double way = kPart * size;
  for (const double stop : {-row.lower, row.upper}) {
    if (stop > 0.0) way = std::min(way, stop);
  }
  return way;
}

/// Line of the script that a function begins at, 0 for other things that can be called.
int first_line_of(const py::function& function) {
  if (PyFunction_Check(function.ptr()) == 0) return 0;
  const auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(function.ptr()));
  return code->co_firstlineno;
}

/// Tells once of each function whose force grows along the stroke or the velocity.
void review_sign(const ForceFunction& function, const std::string& name, double way) {
  constexpr double kPerSecond = 1.0;  // ways, of the velocity that is tried
  std::string_view along;
  if (grows_along_stroke(function, way)) {
    along = "' grows along the stroke and drives the points apart";
  } else if (grows_along_velocity(function, kPerSecond * way)) {
    along = "' grows along the velocity and drives any motion on";
  }
  if (along.empty()) return;
  const std::string which = cat(name, " ", first_line_of(function.function));
  if (!function.simulation->choices.tells(which)) return;
  warn("PUT_SPRING",
       cat("the force of '", name, along, ": a spring restores with -k * stroke - c * velocity"));
}

py::object put_spring(const Arguments& args) {
  const JoinedPoints joined = joined_points(args);
  Spring spring = spring_of(args["function"]);
  set_stops(args["limits"], spring.row);
  spring.direction = spring_direction(args, joined);
  Vec3 direction;
  if (spring.direction != SpringDirection::between_points) {
    direction = (joined.swapped ? -1.0 : 1.0) * direction_of(args["direction"]);
  } else if (joined.point1 == joined.point2) {
    args["point2"].fail(
        "must not be 'point1' where no 'direction' is given; springs along x, y and z hold two "
        "bodies together at a point");
  }
  const std::string name = spring.function;
  std::optional<ForceFunction> function;
  if (!name.empty()) {
    function = ForceFunction{joined.simulation.get(),
                             joined.body1 != 0 ? joined.body1 : joined.body2,
                             args["function"].function(),
                             {},
                             "PUT_SPRING",
                             stroke_and_velocity};
    review_sign(*function, name, small_stroke(joined, spring.row));
  }
  if (mesh_carries(joined, spring.direction)) {
    warn("PUT_SPRING",
         "the direction follows a body of finite elements, to which the spring gives no moment: "
         "its turns do work on the other body");
  }
  if (spring.row.table && joined.simulation->choices.warnings && drives_apart(*spring.row.table)) {
    warn("PUT_SPRING", std::string(kTableDrivesApart));
  }
  const UserConstraint constraint = make_spring(joined.body1, joined.body2, joined.point1,
                                                joined.point2, std::move(spring), direction);
  const ConstraintId id = put(*joined.simulation, constraint);
  if (function) {
    joined.simulation->domain.loads.callbacks.push_back(
        {constraint.master, *function, name, acts_in_run(*joined.simulation), id});
  }
  return constraint_to_python(joined.simulation, id);
}

py::object bodies_of(ConstraintObject& self, const ConstraintRecord& record) {
  const BodyId slave = record.slave;  // making an object may run user code
  py::object master = to_python(self.simulation, record.master);
  if (slave == 0) return master;
  return py::make_tuple(master, to_python(self.simulation, slave));
}

py::object points_of(const ConstraintRecord& record) {
  if (!has_two_points(record.kind)) return to_tuple(record.point);
  const Vec3 a = record.point;
  const Vec3 b = record.slave_point;
  return py::make_tuple(a.x, a.y, a.z, b.x, b.y, b.z);
}

py::object material_label(ConstraintObject& self, const ConstraintRecord& record) {
  if (record.kind != ConstraintKind::contact || record.material < 0) return py::none();
  const SurfaceMaterialTable& materials = self.simulation->domain.surface_materials;
  if (record.material >= materials.size()) return py::none();
  return py::str(materials[record.material].label);
}

py::object surface_pair(const ConstraintRecord& record) {
  if (record.kind != ConstraintKind::contact) return py::none();
  return py::make_tuple(record.master_surface, record.slave_surface);
}

/// Binds a member that is None when the constraint has vanished; `get` takes object and record.
template <typename Get>
void bind_record(TypeBinder<ConstraintObject>& type, const char* name, Get get) {
  type.member(name, [get](ConstraintObject& self) -> py::object {
    const ConstraintRecord* const record = record_of(self);
    if (record == nullptr) return py::none();
    return as_object(get(self, *record));
  });
}

void bind_constraint(py::module_& module) {
  using Record = const ConstraintRecord&;
  TypeBinder<ConstraintObject> type(module, "CONSTRAINT");
  type.refuse_constructor();
  bind_record(type, "kind", [](ConstraintObject& /*self*/, Record record) {
    return std::string(name_of(record.kind));
  });
  bind_record(type, "R", [](ConstraintObject& /*self*/, Record r) { return to_tuple(r.R); });
  bind_record(type, "U", [](ConstraintObject& /*self*/, Record r) { return to_tuple(r.U); });
  bind_record(type, "V", [](ConstraintObject& /*self*/, Record r) { return to_tuple(r.V); });
  bind_record(type, "base",
              [](ConstraintObject& /*self*/, Record r) { return to_tuple(r.frame.m); });
  bind_record(type, "point", [](ConstraintObject& /*self*/, Record r) { return points_of(r); });
  bind_record(type, "area", [](ConstraintObject& /*self*/, Record r) { return r.area; });
  bind_record(type, "gap", [](ConstraintObject& /*self*/, Record r) { return r.gap; });
  bind_record(type, "damage", [](ConstraintObject& /*self*/, Record r) { return r.damage; });
  bind_record(type, "merit", [](ConstraintObject& /*self*/, Record r) { return r.merit; });
  bind_record(type, "adjbod", bodies_of);
  bind_record(type, "matlab", material_label);
  bind_record(type, "spair", [](ConstraintObject& /*self*/, Record r) { return surface_pair(r); });
  define_repr(type);
  type.identity([](const ConstraintObject& self) { return self.id; });
}

}  // namespace

void bind_constraints(py::module_& module) {
  bind_constraint(module);
  bind_command(module, "FIX_POINT", fix_point);
  bind_command(module, "FIX_DIRECTION", fix_direction);
  bind_command(module, "SET_DISPLACEMENT", set_displacement);
  bind_command(module, "SET_VELOCITY", set_velocity);
  bind_command(module, "SET_ACCELERATION", set_acceleration);
  bind_command(module, "SET_DISPLACEMENT3", [](const Arguments& args) {
    return set_three_motions(args, MotionKind::displacement);
  });
  bind_command(module, "SET_VELOCITY3",
               [](const Arguments& args) { return set_three_motions(args, MotionKind::velocity); });
  bind_command(module, "SET_ACCELERATION3", [](const Arguments& args) {
    return set_three_motions(args, MotionKind::acceleration);
  });
  bind_command(module, "PUT_RIGID_LINK", put_rigid_link);
  bind_command(module, "PUT_SPRING", put_spring);
}

}  // namespace solfec
