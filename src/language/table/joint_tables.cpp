#include <utility>

#include "language/table/tables.h"

namespace solfec {

namespace {

constexpr auto kOutsideRun = Where::outside_run;
constexpr std::string_view kMaybeVectorStub = "tuple[float, float, float] | None";
constexpr std::string_view kCoordinateStub = "float | tuple[float, float] | None";

CommandSpec joint() {
  return {
      .name = "JOINT",
      .is_type = true,
      .result = "JOINT",
      .doc =
          "A joint between two bodies.\n\n"
          "Objects come from the commands below; calling JOINT is an error. A joint consists of "
          "rows, which are CONSTRAINT objects; its members sum them up (docs/joints.md). Angle, "
          "travel and their rates tell how body1 moves against body2, forces and moments what "
          "the joint does to body1. Members that a joint does not have, and all of a joint that "
          "was deleted, are None; those of UNIVERSAL for an angle are pairs of numbers.",
      .members = {
          read_only("kind", "str", "",
                    "'BALL', 'HINGE', 'SLIDER', 'CYLINDRICAL', 'UNIVERSAL', 'WELD'"),
          read_only("bodies", "tuple[BODY | None, BODY | None]", "",
                    "body1 and body2, None for space"),
          read_only("constraints", "list[CONSTRAINT]", "", "rows of the joint"),
          read_only("point", kMaybeVectorStub, "m", "spatial point, of body1 or body2"),
          read_only("axis", kMaybeVectorStub, "",
                    "spatial axis of HINGE, SLIDER and CYLINDRICAL in the middle of the last step; "
                    "turns with body2"),
          read_only("R", kMaybeVectorStub, "N", "mean force on body1 over the step"),
          read_only("M", kMaybeVectorStub, "N m", "mean moment on body1 about the point"),
          read_only("angle", kCoordinateStub, "rad", "angle about the axis, with whole turns"),
          read_only("rate", kCoordinateStub, "rad/s", "its rate at the end of the step"),
          read_only("torque", kCoordinateStub, "N m",
                    "mean torque about the axis: spring, damper, stops, friction and motor"),
          read_only("travel", "float | None", "m", "travel along the axis"),
          read_only("speed", "float | None", "m/s", "its rate at the end of the step"),
          read_only("force", "float | None", "N",
                    "mean force along the axis: spring, damper, stops, friction and motor"),
          read_only("motor", kCoordinateStub, "N m or N",
                    "part of the motor in the torque, of SLIDER in the force"),
          read_only("power", kCoordinateStub, "W", "mean power of this motor over the step"),
          read_only("travel_motor", "float | None", "N",
                    "CYLINDRICAL: part of the motor of the travel in the force"),
          read_only("travel_power", "float | None", "W",
                    "CYLINDRICAL: mean power of this motor over the step"),
      }};
}

ArgumentSpec joined(std::string_view name) {
  return object(name, "a BODY object or None", "BODY | None", "",
                name == "body1" ? "first body; None: space" : "second body; None: space");
}

ArgumentSpec joint_point() {
  return required("point", ValueKind::vector3, "m",
                  "where the joint stands now, inside or outside of the shapes of its bodies");
}

ArgumentSpec contact() {
  return optional("contact", ValueKind::flag, "'OFF'", "",
                  "'ON': the two bodies may be in contact, else they pass through each other");
}

CommandSpec joint_command(std::string_view name, std::vector<ArgumentSpec> more,
                          std::string_view doc) {
  CommandSpec spec{.name = name,
                   .where = kOutsideRun,
                   .arguments = {joined("body1"), joined("body2"), joint_point()},
                   .result = "JOINT",
                   .doc = doc};
  for (ArgumentSpec& argument : more) spec.arguments.push_back(std::move(argument));
  spec.arguments.push_back(contact());
  return spec;
}

ArgumentSpec axis_argument(std::string_view name, std::string_view doc) {
  return required(name, ValueKind::vector3, "", doc);
}

/// Names and meanings of the arguments that resist one coordinate of a joint.
struct ResistanceTexts {
  std::string_view limits, limits_doc;
  std::string_view friction, friction_unit, friction_doc;
  std::string_view spring, spring_doc;
  std::string_view damper, damper_unit, damper_doc;
};

constexpr ResistanceTexts kAngle = {
    .limits = "limits",
    .limits_doc =
        "least and largest angle (lower <= 0, upper >= 0), rad; None, also "
        "for one side as in (None, 1): no stop",
    .friction = "friction",
    .friction_unit = "N m",
    .friction_doc = "largest torque of dry friction",
    .spring = "spring",
    .spring_doc = "stiffness, N m/rad, or restoring torque, N m, over angle, rad",
    .damper = "damper",
    .damper_unit = "N m s/rad",
    .damper_doc = "damping of the rate"};

constexpr ResistanceTexts kTravel = {
    .limits = "limits",
    .limits_doc =
        "least and largest travel (lower <= 0, upper >= 0), m; None, also "
        "for one side as in (None, 1): no stop",
    .friction = "friction",
    .friction_unit = "N",
    .friction_doc = "largest force of dry friction",
    .spring = "spring",
    .spring_doc = "stiffness, N/m, or restoring force, N, over travel, m",
    .damper = "damper",
    .damper_unit = "N s/m",
    .damper_doc = "damping of the rate"};

/// Travel beside an angle.
constexpr ResistanceTexts kBesideAngle = {.limits = "travel_limits",
                                          .limits_doc = kTravel.limits_doc,
                                          .friction = "travel_friction",
                                          .friction_unit = "N",
                                          .friction_doc = kTravel.friction_doc,
                                          .spring = "travel_spring",
                                          .spring_doc = kTravel.spring_doc,
                                          .damper = "travel_damper",
                                          .damper_unit = "N s/m",
                                          .damper_doc = "damping of the speed"};

/// Second angle of a universal joint.
constexpr ResistanceTexts kSecondAngle = {
    .limits = "limits2",
    .limits_doc =
        "those of the angle about axis2, rad; None, also for one side as in "
        "(None, 1): no stop",
    .friction = "friction2",
    .friction_unit = "N m",
    .friction_doc = "largest torque of dry friction about axis2",
    .spring = "spring2",
    .spring_doc = "stiffness, N m/rad, or restoring torque, N m, over the angle about axis2, rad",
    .damper = "damper2",
    .damper_unit = "N m s/rad",
    .damper_doc = "damping of the rate about axis2"};

/// Adds the arguments that resist a coordinate.
std::vector<ArgumentSpec> resisting(std::vector<ArgumentSpec> arguments,
                                    const ResistanceTexts& texts) {
  arguments.push_back(object(texts.limits, "two numbers or None",
                             "Sequence[float | None] | _Numbers | None", "None", texts.limits_doc));
  arguments.push_back(optional(texts.friction, ValueKind::non_negative, "0.0", texts.friction_unit,
                               texts.friction_doc));
  arguments.push_back(object(texts.spring, "a number, a TIME_SERIES object or None",
                             "float | TIME_SERIES | None", "None", texts.spring_doc));
  arguments.push_back(
      optional(texts.damper, ValueKind::non_negative, "0.0", texts.damper_unit, texts.damper_doc));
  return arguments;
}

CommandSpec ball() {
  return joint_command("BALL", {},
                       "Joins a point of two bodies; they turn freely about it.\n\n"
                       "PSEUDO_RIGID and FINITE_ELEMENT bodies may be joined, too; the point lies "
                       "inside of a mesh.");
}

CommandSpec hinge() {
  return joint_command(
      "HINGE", resisting({axis_argument("axis", "spatial axis now, normalised")}, kAngle),
      "Joins two bodies along an axis, about which they turn.\n\n"
      "The angle is that of body1 against body2 about the axis by the right hand, 0 now. At its "
      "limits it meets rigid stops, without rebound. Friction holds the angle unless more than its "
      "torque is needed. See MOTOR.");
}

CommandSpec slider() {
  return joint_command(
      "SLIDER",
      resisting({axis_argument("axis", "spatial axis now, normalised; it turns with body2")},
                kTravel),
      "Joins two bodies so that they move along an axis and do not turn.\n\n"
      "The travel is that of body1 against body2 along the axis, 0 now. Limits and friction are "
      "those of HINGE. See MOTOR.");
}

CommandSpec cylindrical() {
  const ArgumentSpec axis =
      axis_argument("axis", "spatial axis now, normalised; it turns with body2");
  return joint_command(
      "CYLINDRICAL", resisting(resisting({axis}, kAngle), kBesideAngle),
      "Joins two bodies so that they move along an axis and turn about it.\n\n"
      "Angle and travel are those of HINGE and SLIDER, with stops, friction, springs and dampers "
      "of their own: the names that begin with travel_ are of the travel. See MOTOR.");
}

CommandSpec universal() {
  std::vector<ArgumentSpec> arguments = {
      axis_argument("axis1", "spatial axis of body1 now, normalised"),
      axis_argument("axis2", "spatial axis of body2 now, normalised, perpendicular to axis1")};
  return joint_command(
      "UNIVERSAL", resisting(resisting(std::move(arguments), kAngle), kSecondAngle),
      "Joins two bodies by a cross of two perpendicular axes (Cardan).\n\n"
      "The point and the right angle of the axes stay. The angles are those of body1 about axis1 "
      "against the cross, and of the cross about axis2 against body2, 0 now. Each has stops, "
      "friction, a spring and a damper as HINGE has them: the names that end with 2 are of axis2. "
      "See MOTOR.");
}

CommandSpec weld() {
  return joint_command("WELD", {}, "Joins two bodies so that neither moves against the other.");
}

CommandSpec motor() {
  return {
      .name = "MOTOR",
      .where = kOutsideRun,
      .arguments =
          {object("joint", "a JOINT object of HINGE, SLIDER, CYLINDRICAL or UNIVERSAL", "JOINT", "",
                  "driven joint"),
           object("angle", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "angle to reach, rad"),
           object("travel", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "travel to reach, m"),
           object("speed", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "rate to keep, rad/s of an angle, m/s of a travel"),
           object("torque", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "torque on body1 about the axis of the angle, N m"),
           object("force", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "force on body1 along the axis, N"),
           optional("limit", ValueKind::non_negative, "None", "N m or N",
                    "largest torque or force; None: as large as needed"),
           optional("gain", ValueKind::positive, "None", "1/s",
                    "rate per distance from the angle or travel; None: reaches it in each step"),
           choice(
               "coordinate", {"ANGLE", "ANGLE2", "TRAVEL"}, "None",
               "driven coordinate: an angle, the one of UNIVERSAL about axis2, the travel; None: "
               "the one that the way drives, of UNIVERSAL 'ANGLE'; speed of CYLINDRICAL asks for "
               "it")},
      .result = "None",
      .doc =
          "Drives a coordinate of a joint by one of the ways angle, travel, speed, torque and "
          "force.\n\n"
          "Angle, travel and speed are solved for together with all contacts: the rate at the end "
          "of a step is exact unless it needs more than the limit, so that each gain is stable. A "
          "motor that starts far from its angle needs a gain or a limit; one with a limit brakes "
          "in "
          "time and does not swing. Angles and travels count from where the joint was made. Each "
          "coordinate of CYLINDRICAL and UNIVERSAL has a motor "
          "of its own. MOTOR again replaces the motor of its coordinate; without a way it switches "
          "that motor off, without way and coordinate all motors of the joint."};
}

}  // namespace

CommandGroup joint_group() {
  return {"Joints",
          {joint(), ball(), hinge(), slider(), cylindrical(), universal(), weld(), motor()}};
}

}  // namespace solfec
