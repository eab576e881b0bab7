#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "language/arguments/objects.h"
#include "language/arguments/one_object.h"
#include "language/arguments/spring_sign.h"
#include "language/arguments/stops.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"
#include "language/python/errors.h"

namespace solfec {

namespace {

// ---- bodies and places ------------------------------------------------------------------------

/// Body of a joint, null for None. A joint that keeps directions needs one that does not deform.
const BodyObject* joined_body(const Value& value, JointKind kind) {
  if (value.object().is_none()) return nullptr;
  const BodyObject& body = body_of(value);
  const BodyRecord& record = record_of(body);
  const bool deforms =
      record.kind == BodyKind::pseudo_rigid || record.kind == BodyKind::finite_element;
  if (deforms && kind != JointKind::ball) {
    value.fail(cat("must be a RIGID body, an OBSTACLE or None, got ", describe(record),
                   ", which deforms; BALL and PUT_RIGID_LINK join such bodies"));
  }
  return &body;
}

/// Checks that the point of a joint lies in the mesh of a body: a mesh has no points outside of it.
/// @throws InputError
void check_mesh_point(const BodyObject* body, Vec3 point) {
  if (body == nullptr || record_of(*body).kind != BodyKind::finite_element) return;
  check_point(body->simulation->domain, body->id, point);
}

struct JoinedBodies {
  Joint joint;
  std::shared_ptr<Simulation> simulation;
};

/// Bodies and point of the arguments of a joint. @throws InputError where neither can move.
JoinedBodies joined_bodies(const Arguments& args, JointKind kind) {
  const BodyObject* const one = joined_body(args["body1"], kind);
  const BodyObject* const two = joined_body(args["body2"], kind);
  const auto moves = [](const BodyObject* body) {
    return body != nullptr && has_inertia(record_of(*body).kind);
  };
  if (!moves(one) && !moves(two)) {
    args["body1"].fail("or 'body2' must be a body that can move: both are OBSTACLEs or None");
  }
  if (one != nullptr && two != nullptr) {
    if (one->simulation != two->simulation) {
      args["body2"].fail(
          "Cannot link bodies from different domains: they belong to two SOLFEC objects");
    }
    if (one->id == two->id) args["body2"].fail("must be another body than 'body1'");
  }
  JoinedBodies joined;
  joined.simulation = (one != nullptr ? one : two)->simulation;
  joined.joint.kind = kind;
  joined.joint.body1 = one != nullptr ? one->id : BodyId{0};
  joined.joint.body2 = two != nullptr ? two->id : BodyId{0};
  joined.joint.point = constraint_point(args["point"]);
  check_mesh_point(one, joined.joint.point);
  check_mesh_point(two, joined.joint.point);
  return joined;
}

py::object to_python(const std::shared_ptr<Simulation>& simulation, const Joint& joint) {
  return py::cast(one_object(JointObject{simulation, joint}, joint.id));
}

/// Puts the rows of a joint, whose ids follow each other, and ends contact between its bodies.
py::object put_joint(const Arguments& args, JoinedBodies& joined,
                     const JointResistances& resistances) {
  Domain& domain = joined.simulation->domain;
  Joint& joint = joined.joint;
  const bool contact = args["contact"].flag_or(false);
  std::vector<UserConstraint> rows = rows_of(domain.bodies, resistances, joint);
  joint.id = domain.next_script_constraint_id();
  for (UserConstraint& row : rows) {
    row.joint.joint = joint.id;
    joined.simulation->add_constraint(row);
  }
  if (!contact && joint.body1 != 0 && joint.body2 != 0) {
    domain.exclude_contact(joint.body1, joint.body2);
  }
  return to_python(joined.simulation, joint);
}

// ---- resistance -------------------------------------------------------------------------------

/// Stops at more than two turns are likely degrees.
void warn_of_degrees(std::string_view name, const Stops& stops) {
  constexpr double kManyTurns = 12.0;  // rad
  for (const double limit : {stops.lower, stops.upper}) {
    const double turned = std::fabs(limit);
    if (!(turned > kManyTurns) || !std::isfinite(limit)) continue;
    warn(name,
         cat("angles are in rad: a stop at ", limit, " rad is ", turned / (2.0 * std::numbers::pi),
             " turns away; ", limit, " degrees are ", limit * std::numbers::pi / 180.0, " rad"));
    return;
  }
}

/// Stops of a coordinate, rad or m.
void set_limits(const Value& limits, std::string_view name, bool turns, SpringRow& row) {
  const std::optional<Stops> stops = stops_of(limits, turns ? "rad" : "m");
  if (!stops) return;
  if (turns) warn_of_degrees(name, *stops);
  row.lower = stops->lower;
  row.upper = stops->upper;
}

/// Arguments that tell what resists one coordinate.
struct ResistanceNames {
  std::string_view limits;
  std::string_view friction;
  std::string_view spring;
  std::string_view damper;
};

constexpr ResistanceNames kOfMain = {"limits", "friction", "spring", "damper"};
constexpr ResistanceNames kOfTravel = {"travel_limits", "travel_friction", "travel_spring",
                                       "travel_damper"};
constexpr ResistanceNames kOfSecond = {"limits2", "friction2", "spring2", "damper2"};

JointResistance resistance_of(const Arguments& args, const ResistanceNames& names, bool turns) {
  JointResistance resistance;
  const Value& spring = args[names.spring];
  if (spring.given()) {
    const LoadValue law = load_value_of(spring);
    if (!law.series && !(law.constant >= 0.0)) {
      spring.fail(cat("must not be negative, got ", law.constant, turns ? " N m/rad" : " N/m"));
    }
    if (law.series && drives_apart(*law.series)) warn(names.spring, std::string(kTableDrivesApart));
    resistance.spring =
        law.series ? make_table_spring(law.series) : make_linear_spring(law.constant);
  }
  set_limits(args[names.limits], names.limits, turns, resistance.spring.row);
  resistance.spring.row.damping = args[names.damper].number_or(0.0);
  resistance.friction = args[names.friction].number_or(0.0);
  return resistance;
}

// ---- commands ---------------------------------------------------------------------------------

py::object ball(const Arguments& args) {
  JoinedBodies joined = joined_bodies(args, JointKind::ball);
  return put_joint(args, joined, {});
}

py::object weld(const Arguments& args) {
  JoinedBodies joined = joined_bodies(args, JointKind::weld);
  joined.joint.axis = {0.0, 0.0, 1.0};
  return put_joint(args, joined, {});
}

/// A joint with one axis.
JoinedBodies joined_along_axis(const Arguments& args, JointKind kind) {
  JoinedBodies joined = joined_bodies(args, kind);
  joined.joint.axis = normalized(direction_of(args["axis"]));
  return joined;
}

py::object hinge(const Arguments& args) {
  JoinedBodies joined = joined_along_axis(args, JointKind::hinge);
  return put_joint(args, joined, {resistance_of(args, kOfMain, true)});
}

py::object slider(const Arguments& args) {
  JoinedBodies joined = joined_along_axis(args, JointKind::slider);
  return put_joint(args, joined, {resistance_of(args, kOfMain, false)});
}

py::object cylindrical(const Arguments& args) {
  JoinedBodies joined = joined_along_axis(args, JointKind::cylindrical);
  return put_joint(args, joined,
                   {resistance_of(args, kOfTravel, false), resistance_of(args, kOfMain, true)});
}

py::object universal(const Arguments& args) {
  constexpr double kRight = 1e-6;  // cosine of the angle between axes that are perpendicular
  JoinedBodies joined = joined_bodies(args, JointKind::universal);
  const Vec3 axis1 = normalized(direction_of(args["axis1"]));
  const Vec3 axis2 = normalized(direction_of(args["axis2"]));
  const double cosine = dot(axis1, axis2);
  if (!(std::fabs(cosine) <= kRight)) {
    args["axis2"].fail(cat("must be perpendicular to 'axis1', got an angle of ",
                           std::acos(std::fmin(std::fmax(cosine, -1.0), 1.0)), " rad"));
  }
  joined.joint.axis = axis1;
  joined.joint.axis2 = normalized(axis2 - cosine * axis1);
  return put_joint(args, joined,
                   {resistance_of(args, kOfMain, true), resistance_of(args, kOfSecond, true)});
}

// ---- motors -----------------------------------------------------------------------------------

/// Coordinates as the choices of MOTOR have them.
enum class MotorCoordinate : std::uint8_t { angle, angle2, travel };

/// Number of the drive of a coordinate, nothing where joints of the kind do not have it.
std::optional<int> drive_of(JointKind kind, MotorCoordinate coordinate) {
  const auto [travels, turns] = freedom_of(kind);
  if (coordinate == MotorCoordinate::travel) return travels ? std::optional(0) : std::nullopt;
  const int turn = coordinate == MotorCoordinate::angle ? 0 : 1;
  if (turn >= turns) return std::nullopt;
  return (travels ? 1 : 0) + turn;
}

/// One way in which MOTOR drives, by the name of its argument.
struct MotorWay {
  std::string_view argument;
  MotorKind kind;
  bool turns;
  bool travels;
};

constexpr std::array<MotorWay, 5> kMotorWays = {{{"angle", MotorKind::place, true, false},
                                                 {"travel", MotorKind::place, false, true},
                                                 {"speed", MotorKind::speed, true, true},
                                                 {"torque", MotorKind::force, true, false},
                                                 {"force", MotorKind::force, false, true}}};

/// The way of a call, null when the motor is switched off.
const MotorWay* motor_way(const Arguments& args, JointKind kind) {
  const JointFreedom freedom = freedom_of(kind);
  const MotorWay* found = nullptr;
  for (const MotorWay& way : kMotorWays) {
    const Value& value = args[way.argument];
    if (!value.given()) continue;
    const bool fits = (way.turns && freedom.turns > 0) || (way.travels && freedom.travels);
    if (!fits) value.fail(cat("is not for a ", name_of(kind)));
    if (found != nullptr) value.fail(cat("must not be given beside '", found->argument, "'"));
    found = &way;
  }
  return found;
}

/// The coordinate that MOTOR names, or the only one that its way can mean; nothing when it is not
/// named and the motors of all are switched off.
std::optional<MotorCoordinate> motor_coordinate(const Arguments& args, JointKind kind,
                                                const MotorWay* way) {
  const Value& value = args["coordinate"];
  const bool travels = freedom_of(kind).travels;
  const bool turns = freedom_of(kind).turns > 0;
  if (!value.given()) {
    if (way == nullptr) return std::nullopt;
    if (way->turns && way->travels && turns && travels) {
      value.fail(cat("must be 'ANGLE' or 'TRAVEL' beside 'speed' of a ", name_of(kind)));
    }
    return way->turns && turns ? MotorCoordinate::angle : MotorCoordinate::travel;
  }
  const auto coordinate = static_cast<MotorCoordinate>(value.choice());
  if (!drive_of(kind, coordinate)) {
    value.fail(
        cat("must be a coordinate of the joint, got '", value.text(), "' for a ", name_of(kind)));
  }
  const bool fits =
      way == nullptr || (coordinate == MotorCoordinate::travel ? way->travels : way->turns);
  if (!fits) args[way->argument].fail(cat("does not drive the coordinate '", value.text(), "'"));
  return coordinate;
}

PrescribedMotion motor_motion(const Value& value, MotorKind kind, double time) {
  LoadValue load = load_value_of(value);
  PrescribedMotion motion;
  motion.kind = kind == MotorKind::place ? MotionKind::displacement : MotionKind::velocity;
  motion.start = time;
  if (kind == MotorKind::place && !load.series) {  // a place that stays
    load.series = std::make_shared<const TimeSeries>(
        std::vector<double>{time, time + 1.0}, std::vector<double>{load.constant, load.constant});
  }
  motion.constant = load.constant;
  motion.series = load.series;
  return motion;
}

/// Motor of a row whose lever is 1 m, switched off without a way.
struct Motor {
  MotorKind kind = MotorKind::none;
  double limit = std::numeric_limits<double>::infinity();  // N or N m
  double gain{};                                           // 1/s
  PrescribedMotion motion;
};

Motor motor_of(const Arguments& args, const MotorWay* way, double time) {
  const Value& limit = args["limit"];
  const Value& gain = args["gain"];
  if (gain.given() && (way == nullptr || way->kind != MotorKind::place)) {
    gain.fail("belongs to 'angle' or 'travel', which is not given");
  }
  if (limit.given() && way == nullptr) limit.fail("belongs to a motor, which is not given");
  Motor motor;
  if (way == nullptr) return motor;
  motor.kind = way->kind;
  motor.limit = limit.number_or(motor.limit);
  motor.gain = gain.number_or(0.0);
  motor.motion = motor_motion(args[way->argument], way->kind, time);
  return motor;
}

py::object motor(const Arguments& args) {
  const auto& object = args["joint"].as<JointObject>();
  const Joint& joint = object.joint;
  if (joint.drives == 0) {
    args["joint"].fail(
        cat("must be a HINGE, SLIDER, CYLINDRICAL or UNIVERSAL, got a ", name_of(joint.kind)));
  }
  Domain& domain = object.simulation->domain;
  const MotorWay* const way = motor_way(args, joint.kind);
  const std::optional<MotorCoordinate> coordinate = motor_coordinate(args, joint.kind, way);
  const Motor wanted = motor_of(args, way, domain.time());
  bool there = true;
  for (int d = 0; d < joint.drives; ++d) {
    if (coordinate && drive_of(joint.kind, *coordinate) != d) continue;
    const bool changed = domain.change_constraint(joint.drive(d), [&](UserConstraint& drive) {
      drive.joint.motor = wanted.kind;
      drive.joint.motor_limit = wanted.limit / joint.lever(d);
      drive.joint.gain = wanted.gain;
      drive.motion = wanted.motion;
    });
    there = there && changed;
  }
  if (!there) args["joint"].fail("is a deleted JOINT object", InputErrorKind::type);
  return py::none();
}

// ---- JOINT ------------------------------------------------------------------------------------

/// Binds a member that is None when the joint has vanished or does not have it.
template <typename Get>
void bind_value(TypeBinder<JointObject>& type, const char* name, Get get) {
  type.member(name, [get](JointObject& self) -> py::object {
    const std::optional<JointValues> values = values_of(self);
    if (!values) return py::none();
    return as_object(get(self.joint, *values));
  });
}

/// A number by its name in HISTORY, None where joints of the kind have none; two of a universal
/// one.
void bind_named(TypeBinder<JointObject>& type, const char* member, const std::string& name) {
  bind_value(type, member, [name](const Joint& joint, const JointValues& values) -> py::object {
    const std::vector<std::string_view> names = joint_value_names(joint.kind);
    const auto has = [&](std::string_view one) {
      return std::find(names.begin(), names.end(), one) != names.end();
    };
    if (!has(name)) return py::none();
    const double value = joint_value(joint, values, name);
    const std::string second = name + "2";
    if (!has(second)) return py::float_(value);
    return py::make_tuple(value, joint_value(joint, values, second));
  });
}

py::object bodies_of(JointObject& self) {
  const auto one = [&](BodyId id) -> py::object {
    const bool there = id != 0 && self.simulation->domain.find_record(id) != nullptr;
    return there ? to_python(self.simulation, id) : py::object(py::none());
  };
  py::object first = one(self.joint.body1);  // making an object may run user code
  return py::make_tuple(first, one(self.joint.body2));
}

py::object rows_of_joint(JointObject& self) {
  py::list rows;
  for (int i = 0; i < self.joint.rows; ++i) {
    const ConstraintId id = self.joint.id + i;
    if (self.simulation->find_constraint(id) == nullptr) continue;
    rows.append(constraint_to_python(self.simulation, id));
  }
  return rows;
}

void bind_joint(py::module_& module) {
  using Values = const JointValues&;
  TypeBinder<JointObject> type(module, "JOINT");
  type.refuse_constructor();
  type.member("kind", [](JointObject& self) { return std::string(name_of(self.joint.kind)); });
  type.member("bodies", bodies_of);
  type.member("constraints", rows_of_joint);
  bind_value(type, "point", [](const Joint& /*joint*/, Values v) { return to_tuple(v.point); });
  bind_value(type, "axis", [](const Joint& /*joint*/, Values v) -> py::object {
    if (v.axis == Vec3{}) return py::none();
    return to_tuple(v.axis);
  });
  bind_value(type, "R", [](const Joint& /*joint*/, Values v) { return to_tuple(v.force); });
  bind_value(type, "M", [](const Joint& /*joint*/, Values v) { return to_tuple(v.moment); });
  bind_named(type, "angle", "ANGLE");
  bind_named(type, "rate", "RATE");
  bind_named(type, "torque", "TORQUE");
  bind_named(type, "travel", "TRAVEL");
  bind_named(type, "speed", "SPEED");
  bind_named(type, "force", "FORCE");
  bind_named(type, "motor", "MOTOR");
  bind_named(type, "power", "POWER");
  bind_named(type, "travel_motor", "TRAVEL_MOTOR");
  bind_named(type, "travel_power", "TRAVEL_POWER");
  define_repr(type);
  type.identity([](const JointObject& self) { return self.joint.id; });
}

}  // namespace

void bind_joints(py::module_& module) {
  bind_joint(module);
  bind_command(module, "BALL", ball);
  bind_command(module, "HINGE", hinge);
  bind_command(module, "SLIDER", slider);
  bind_command(module, "CYLINDRICAL", cylindrical);
  bind_command(module, "UNIVERSAL", universal);
  bind_command(module, "WELD", weld);
  bind_command(module, "MOTOR", motor);
}

}  // namespace solfec
