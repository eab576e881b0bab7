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
                    "spatial axis of HINGE, SLIDER and CYLINDRICAL, which turns with body2"),
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
          read_only("motor", "float | None", "N m or N",
                    "part of the motor in the torque or the force"),
          read_only("power", "float | None", "W", "mean power of the motor over the step"),
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

/// Arguments of a joint with one free coordinate.
std::vector<ArgumentSpec> resisting(std::string_view axis, bool turns) {
  return {
      axis_argument("axis", axis),
      object("limits", "two numbers or None", "Sequence[float] | _Numbers | None", "None",
             turns ? "least and largest angle (lower <= 0, upper >= 0), rad; inf, None: no stop"
                   : "least and largest travel (lower <= 0, upper >= 0), m; inf, None: no stop"),
      optional("friction", ValueKind::non_negative, "0.0", turns ? "N m" : "N",
               turns ? "largest torque of dry friction" : "largest force of dry friction"),
      object("spring", "a number, a TIME_SERIES object or None", "float | TIME_SERIES | None",
             "None",
             turns ? "stiffness, N m/rad, or restoring torque, N m, over angle, rad"
                   : "stiffness, N/m, or restoring force, N, over travel, m"),
      optional("damper", ValueKind::non_negative, "0.0", turns ? "N m s/rad" : "N s/m",
               "damping of the rate")};
}

CommandSpec ball() {
  return joint_command("BALL", {},
                       "Joins a point of two bodies; they turn freely about it.\n\n"
                       "PSEUDO_RIGID and FINITE_ELEMENT bodies may be joined, too; the point lies "
                       "inside of a mesh.");
}

CommandSpec hinge() {
  return joint_command(
      "HINGE", resisting("spatial axis now, normalised", true),
      "Joins two bodies along an axis, about which they turn.\n\n"
      "The angle is that of body1 against body2 about the axis by the right hand, 0 now. At its "
      "limits it meets rigid stops, without rebound. Friction holds the angle unless more than its "
      "torque is needed. See MOTOR.");
}

CommandSpec slider() {
  return joint_command(
      "SLIDER", resisting("spatial axis now, normalised; it turns with body2", false),
      "Joins two bodies so that they move along an axis and do not turn.\n\n"
      "The travel is that of body1 against body2 along the axis, 0 now. Limits and friction are "
      "those of HINGE. See MOTOR.");
}

CommandSpec cylindrical() {
  return joint_command("CYLINDRICAL",
                       {axis_argument("axis", "spatial axis now, normalised; it turns with body2")},
                       "Joins two bodies so that they move along an axis and turn about it.");
}

CommandSpec universal() {
  return joint_command(
      "UNIVERSAL",
      {axis_argument("axis1", "spatial axis of body1 now, normalised"),
       axis_argument("axis2", "spatial axis of body2 now, normalised, perpendicular to axis1")},
      "Joins two bodies by a cross of two perpendicular axes (Cardan).\n\n"
      "The point and the right angle of the axes stay. The angles are those of body1 about axis1 "
      "and of the cross about axis2.");
}

CommandSpec weld() {
  return joint_command("WELD", {}, "Joins two bodies so that neither moves against the other.");
}

CommandSpec motor() {
  return {
      .name = "MOTOR",
      .where = kOutsideRun,
      .arguments =
          {object("joint", "a JOINT object of HINGE or SLIDER", "JOINT", "", "driven joint"),
           object("angle", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "HINGE: angle to reach, rad"),
           object("travel", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "SLIDER: travel to reach, m"),
           object("speed", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "rate to keep, rad/s of a HINGE, m/s of a SLIDER"),
           object("torque", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "HINGE: torque on body1, N m"),
           object("force", "a number or a TIME_SERIES object", "float | TIME_SERIES", "None",
                  "SLIDER: force on body1, N"),
           optional("limit", ValueKind::non_negative, "None", "N m or N",
                    "largest torque or force; None: as large as needed"),
           optional("gain", ValueKind::positive, "None", "1/s",
                    "rate per distance from the angle or travel; None: reaches it in each step")},
      .result = "None",
      .doc =
          "Drives a HINGE or a SLIDER by one of the ways angle, travel, speed, torque and "
          "force.\n\n"
          "Angle, travel and speed are solved for together with all contacts: the rate at the end "
          "of a step is exact unless it needs more than the limit, so that each gain is stable. A "
          "motor that starts far from its angle needs a gain or a limit. Angles and travels count "
          "from where the joint was made. MOTOR again replaces the motor; without a way it is "
          "switched off."};
}

}  // namespace

CommandGroup joint_group() {
  return {"Joints",
          {joint(), ball(), hinge(), slider(), cylindrical(), universal(), weld(), motor()}};
}

}  // namespace solfec
