#include <utility>

#include "language/table/tables.h"

namespace solfec {

namespace {

constexpr std::string_view kMaybeVectorStub = "tuple[float, float, float] | None";

ArgumentSpec constrained_argument() {
  return object("body", "a BODY object", "BODY", "", "constrained body");
}

ArgumentSpec linked_body(std::string_view name, std::string_view doc) {
  return object(name, "a BODY object or None", "BODY | None", "", doc);
}

CommandSpec constraint() {
  return {.name = "CONSTRAINT",
          .is_type = true,
          .result = "CONSTRAINT",
          .doc =
              "A user constraint or a contact point.\n\n"
              "Objects come from the commands below, from SOLFEC.constraints and BODY.constraints; "
              "calling CONSTRAINT is an error. All members of a constraint that has vanished are "
              "None.",
          .members = {
              read_only("kind", "str | None", "",
                        "'CONTACT', 'FIXPNT', 'FIXDIR', 'VELODIR', 'RIGLNK', 'SPRING'"),
              read_only("R", kMaybeVectorStub, "N",
                        "mean reaction over the step in the local base (t1, t2, n)"),
              read_only("U", kMaybeVectorStub, "m/s",
                        "relative velocity at the end of the step in the local base"),
              read_only("V", kMaybeVectorStub, "m/s",
                        "relative velocity at the start of the step in the local base"),
              read_only("base", "tuple[float, ...] | None", "",
                        "local base: t1, t2, n one after another"),
              read_only("point", "tuple[float, ...] | None", "m",
                        "spatial point; for RIGLNK and SPRING both points, six numbers"),
              read_only("area", "float | None", "m^2", "contact area, 0 for other kinds"),
              read_only("gap", "float | None", "m",
                        "gap, negative when overlapping; 0 for other kinds"),
              read_only("damage", "float | None", "",
                        "of the bond of a contact of COHESIVE_ZONE, 1: broken; else 0"),
              read_only("merit", "float | None", "", "violation of the constraint"),
              read_only("adjbod", "tuple[BODY, BODY] | BODY | None", "",
                        "bodies (master, slave), or the only one"),
              read_only("matlab", "str | None", "", "label of the surface material of a contact"),
              read_only("spair", "tuple[int, int] | None", "",
                        "surface ids (master, slave) of a contact"),
          }};
}

ArgumentSpec strength() {
  return optional("strength", ValueKind::positive, "None", "N",
                  "mean reaction over a step above which it breaks; None: never");
}

CommandSpec fix_point() {
  return {.name = "FIX_POINT",
          .where = kBetween,
          .arguments = {constrained_argument(),
                        required("point", ValueKind::vector3, "m", "reference point"), strength()},
          .result = "CONSTRAINT",
          .doc =
              "Fixes a point of a body in space.\n\n"
              "With a strength it is removed at the end of the first step in which |R| is larger, "
              "and a line says so; it has done no work. Only one process may give it.\n\n"
              "The point moves with the body and need not lie in its shape, but in the mesh of a "
              "FINITE_ELEMENT body; so do those of the commands below. An OBSTACLE is held by "
              "nothing, which a warning tells."};
}

CommandSpec fix_direction() {
  return {
      .name = "FIX_DIRECTION",
      .where = kBetween,
      .arguments = {constrained_argument(),
                    required("point", ValueKind::vector3, "m", "reference point"),
                    required("direction", ValueKind::vector3, "", "spatial direction, normalised"),
                    object("body2", "a BODY object", "BODY | None", "None",
                           "other body; None: space"),
                    optional("point2", ValueKind::vector3, "None", "m",
                             "reference point of the other body")},
      .result = "CONSTRAINT",
      .doc =
          "Fixes the motion of a point of a body along a spatial direction.\n\n"
          "With another body the two points keep their distance along the direction, which stays "
          "in space. Points that lie beside each other then see a moment: put them on one line "
          "along the direction. Either body may be an OBSTACLE, which drives the other one."};
}

ArgumentSpec moved_body() {
  return object("body", "a BODY object", "BODY", "", "moved body; may be an OBSTACLE");
}

CommandSpec set_motion(std::string_view name, ArgumentSpec value, std::string_view doc) {
  return {
      .name = name,
      .where = kBetween,
      .arguments = {moved_body(), required("point", ValueKind::vector3, "m", "reference point"),
                    required("direction", ValueKind::vector3, "", "spatial direction, normalised"),
                    std::move(value)},
      .result = "CONSTRAINT",
      .doc = doc};
}

ArgumentSpec series(std::string_view doc) {
  return object("tms", "a TIME_SERIES object", "TIME_SERIES", "", doc);
}

CommandSpec set_displacement() {
  return set_motion("SET_DISPLACEMENT", series("displacement along the direction, m"),
                    "Prescribes the displacement of a point along a spatial direction.\n\n"
                    "Counts from now: the point moves by tms(t) - tms(now). Give the body the "
                    "velocity with which the series begins, else it catches up in two steps. The "
                    "path is followed exactly. Points that are samples of a smooth motion, at "
                    "least eight in a row, are joined by a smooth curve, others by straight lines "
                    "(docs/time-step.md); each corner between lines is a jump of the velocity and "
                    "needs a force that grows as one over the step.\n\n"
                    "On an OBSTACLE the commands SET_DISPLACEMENT, SET_VELOCITY and "
                    "SET_ACCELERATION of one point translate it, those of three points may also "
                    "turn it; motions that no rigid body can follow are an error of RUN.");
}

CommandSpec set_velocity() {
  return set_motion(
      "SET_VELOCITY",
      object("value", "a number or a TIME_SERIES object", "float | TIME_SERIES", "",
             "velocity along the direction, m/s"),
      "Prescribes the velocity of a point along a spatial direction.\n\n"
      "The velocity at the end of each step is that of the series. See SET_DISPLACEMENT for "
      "an OBSTACLE.");
}

CommandSpec set_acceleration() {
  return set_motion(
      "SET_ACCELERATION", series("acceleration along the direction, m/s^2"),
      "Prescribes the acceleration of a point along a spatial direction.\n\n"
      "The velocity is the integral of the series from time 0. Outside of the times of the series "
      "the acceleration is zero: a body keeps the velocity that it has reached at the last time, "
      "which a warning tells when the last value is not zero. See SET_DISPLACEMENT for an "
      "OBSTACLE.");
}

CommandSpec set_motion3(std::string_view name, std::string_view values, std::string_view stub,
                        std::string_view value_doc, std::string_view doc) {
  return {.name = name,
          .where = kBetween,
          .arguments = {moved_body(), required("point", ValueKind::vector3, "m", "reference point"),
                        required("base", ValueKind::matrix9, "",
                                 "three spatial directions one after another, each normalised; "
                                 "not in one plane"),
                        object("tms", values, stub, "", value_doc)},
          .result = "tuple[CONSTRAINT, CONSTRAINT, CONSTRAINT]",
          .doc = doc};
}

constexpr std::string_view kThreeSeries = "three TIME_SERIES objects";
constexpr std::string_view kThreeSeriesStub = "Sequence[TIME_SERIES]";

CommandSpec set_displacement3() {
  return set_motion3("SET_DISPLACEMENT3", kThreeSeries, kThreeSeriesStub,
                     "displacement along each direction, m",
                     "Prescribes the displacement of a point along three spatial directions.\n\n"
                     "Returns the three constraints of kind 'VELODIR' that SET_DISPLACEMENT would "
                     "make for each direction.");
}

CommandSpec set_velocity3() {
  return set_motion3("SET_VELOCITY3", "three numbers or TIME_SERIES objects",
                     "Sequence[float | TIME_SERIES]", "velocity along each direction, m/s",
                     "Prescribes the velocity of a point along three spatial directions.\n\n"
                     "Returns the three constraints of kind 'VELODIR' that SET_VELOCITY would make "
                     "for each direction.");
}

CommandSpec set_acceleration3() {
  return set_motion3("SET_ACCELERATION3", kThreeSeries, kThreeSeriesStub,
                     "acceleration along each direction, m/s^2",
                     "Prescribes the acceleration of a point along three spatial directions.\n\n"
                     "Returns the three constraints of kind 'VELODIR' that SET_ACCELERATION would "
                     "make for each direction.");
}

CommandSpec put_rigid_link() {
  return {
      .name = "PUT_RIGID_LINK",
      .where = kBetween,
      .arguments = {linked_body("body1", "first body; None: point1 is fixed in space"),
                    linked_body("body2", "second body; None: point2 is fixed in space"),
                    required("point1", ValueKind::vector3, "m",
                             "reference point of the first body"),
                    required("point2", ValueKind::vector3, "m",
                             "reference point of the second body"),
                    strength()},
      .result = "CONSTRAINT",
      .doc =
          "Keeps the distance that two points of two bodies have when it is put. One of them may "
          "be "
          "an OBSTACLE, which drives the other one.\n\n"
          "Points that coincide are tied in all directions: those closer than the "
          "GEOMETRIC_EPSILON "
          "that the script has given, or else than 1E-4 m and a thousandth of the least extent of "
          "either body."};
}

CommandSpec put_spring() {
  return {
      .name = "PUT_SPRING",
      .where = kBetween,
      .arguments =
          {linked_body("body1", "first body; None: point1 is fixed in space"),
           required("point1", ValueKind::vector3, "m", "reference point of the first body"),
           linked_body("body2", "second body; None: point2 is fixed in space"),
           required("point2", ValueKind::vector3, "m", "reference point of the second body"),
           object("function", "a number, a TIME_SERIES object or a function",
                  "float | TIME_SERIES | Callable[[float, float], float]", "",
                  "stiffness, N/m; restoring force over stroke, N over m; or a function"),
           object("limits", "two numbers or None", "Sequence[float | None] | _Numbers | None", "",
                  "least and largest stroke (lower <= 0, upper >= 0), m; None, also for one side "
                  "as in (None, 1): no stop"),
           optional("direction", ValueKind::vector3, "None", "",
                    "spatial direction, normalised; None: the line through both points"),
           optional("update", ValueKind::text, "None", "",
                    "'FIXED': the direction stays in space, the default; 'CONV1', 'CONV2': it "
                    "turns with body1 or body2")},
      .result = "CONSTRAINT",
      .doc =
          "Puts a spring, with a damper if it is a function, between two points of two bodies.\n\n"
          "The stroke is what the distance along the direction, direction * (point1 - point2), has "
          "changed by since now. At its limits it meets rigid stops, without rebound.\n\n"
          "A number is a stiffness k >= 0, a table its curve: what is positive over a positive "
          "stroke pulls the points together. Both are solved for together with all contacts and "
          "are stable for every stiffness and step; tables keep their last force beyond their "
          "ends.\n\n"
          "A function is called as function(stroke, velocity), m and m/s, and returns the force "
          "along the growing stroke, N: -k * stroke - c * velocity restores and damps. It is "
          "called several times per step, and at small strokes and velocities when it is given, "
          "and must depend on its arguments alone. A warning tells of a function whose force grows "
          "along the stroke or the velocity, and of a table that drives apart."};
}

}  // namespace

CommandGroup constraint_group() {
  return {"Constraints",
          {constraint(), fix_point(), fix_direction(), set_displacement(), set_velocity(),
           set_acceleration(), set_displacement3(), set_velocity3(), set_acceleration3(),
           put_rigid_link(), put_spring()}};
}

}  // namespace solfec
