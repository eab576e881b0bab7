#include <span>
#include <string>
#include <string_view>

#include "base/cat.h"
#include "body/finite_element/stress_recovery.h"
#include "language/table/tables.h"
#include "output/history_samplers.h"

namespace solfec {

namespace {

CommandSpec duration() {
  return {.name = "DURATION",
          .arguments = {analysis_argument()},
          .result = "tuple[float, float] | float",
          .doc =
              "Gives in READ mode the times (t0, t1) of the first and the last frame, s; in WRITE "
              "mode one number, the current time.\n\n"
              "A script that prints the same on both passes takes SOLFEC.time, in READ mode the "
              "time of the shown frame."};
}

CommandSpec move(std::string_view name, std::string_view doc) {
  return {.name = name,
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("steps", ValueKind::natural, "", "number of frames")},
          .result = "None",
          .doc = doc};
}

CommandSpec seek() {
  return {.name = "SEEK",
          .where = kBetween,
          .arguments = {analysis_argument(), required("time", ValueKind::number, "s", "time")},
          .result = "None",
          .doc = "Shows the frame nearest to a time. Ignored in WRITE mode."};
}

CommandSpec at_point(std::string_view name, std::string_view result, std::string_view doc) {
  return {.name = name,
          .arguments = {object("body", "a BODY object", "BODY", "", "body"),
                        required("point", ValueKind::vector3, "m", "reference point")},
          .result = result,
          .doc = doc};
}

CommandSpec stress() {
  CommandSpec command =
      at_point("STRESS", "tuple[float, float, float, float, float, float, float]",
               "Gives the Cauchy stress (sx, sy, sz, sxy, sxz, syz, mises) at a point, Pa.\n\n"
               "It is 0 for rigid bodies and obstacles, with a warning once; None for a body "
               "that the shown frame does not hold. Of finite elements: 'AVERAGED' is recovered at "
               "the nodes from the elements around them and interpolated between nodes, "
               "'EXTRAPOLATED' from the integration points of the element, 'ELEMENT' the mean over "
               "it, 'GAUSS' the value at its nearest integration point. HISTORY, pictures and "
               "exports take 'AVERAGED', exports of cells 'ELEMENT'.");
  command.arguments.push_back(
      choice("value", names_of<StressValue>(), "'AVERAGED'", "which stress of finite elements"));
  return command;
}

CommandSpec energy() {
  return {.name = "ENERGY",
          .arguments = {analysis_argument(),
                        object("object", "a SOLFEC object, a BODY object or a list of BODY objects",
                               "SOLFEC | BODY | Sequence[BODY] | None", "None",
                               "whose energy; None: all bodies")},
          .result = "tuple[float, float, float, float, float]",
          .doc =
              "Gives the energies (kinetic, internal, external, contact, friction), J.\n\n"
              "External is the work of loads and reactions, contact and friction the work of "
              "normal and tangential contact reactions, half of it on either body."};
}

CommandSpec timing() {
  return {
      .name = "TIMING",
      .arguments = {analysis_argument(),
                    choice("kind", names_of<Phase>(), "", "phase of the time step")},
      .result = "float",
      .doc =
          "Gives the seconds per step spent in a phase since the last frame, right after a frame "
          "those before it.\n\n"
          "TIMINT time integration, CONUPD constraints update, CONDET contact detection, LOCDYN "
          "local dynamics, CONSOL constraints solution, PARBAL load balancing; phases that did "
          "not run are 0."};
}

/// "A, B, C".
std::string words(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += cat(text.empty() ? "" : ", ", name);
  return text;
}

CommandSpec history() {
  static const std::string text =
      std::string(
          "Samples the stored frames: (times, values1, values2, ...), one list per "
          "item.\n\n") +
      "Items: (body, point, entity) with entity " + words(entity_names(PointHistory{})) +
      " (C: current coordinates, S: stress); (object, entity) with " +
      words(entity_names(EnergyHistory{})) +
      " (see docs/time-step.md); (object, entity) and (object, direction, pair, entity) with " +
      words(entity_names(ConstraintHistory{})) +
      " (GAP the least one, R reactions, U relative velocities, C: of contacts only), where "
      "direction and the pair of surfaces may be None; strings: " +
      words(entity_names(CounterHistory{})) +
      " (the phases of TIMING; counts since the frame before).\n\n"
      "An object is a SOLFEC, a BODY or its label, a list of these, or for constraints a "
      "CONSTRAINT or a list of CONSTRAINT.\n\n"
      "With a direction R and CR are the force, N, that all others exert on the object along "
      "it: a base under three blocks reads minus their weight along (0, 0, 1), each block plus "
      "its own. Pairs inside the object cancel, so that a SOLFEC feels only what is fixed in "
      "space. U and CU are the mean velocity of the object relative to the others, m/s. For a "
      "CONSTRAINT, the force on the first body of adjbod and its velocity relative to the "
      "second.\n\n"
      "Without direction R and CR are the sum, U and CU the mean of the normal components of "
      "all constraints of the object, each once and with the sign that CONSTRAINT.R and "
      "CONSTRAINT.U have: a measure of how hard it is pressed, no resultant.\n\n"
      "Where a frame holds none of the bodies of an item (they are not made yet, or deleted) the "
      "value is nan, which is said once for a body.\n\n"
      "An interval that holds no frame is an error that says which frames there are. After RUN "
      "in WRITE mode the frames "
      "written so far are sampled; without any the result is None.";
  return {
      .name = "HISTORY",
      .where = kBetween,
      .arguments = {analysis_argument(),
                    object("list", "a history item or a list of such", "Any", "",
                           "what is sampled, see below"),
                    required("t0", ValueKind::number, "s", "start of the interval"),
                    required("t1", ValueKind::number, "s", "end of the interval, included"),
                    optional("skip", ValueKind::count, "1", "", "every skip-th frame is sampled"),
                    optional("progress", ValueKind::flag, "'OFF'", "", "print the share done"),
                    optional("arrays", ValueKind::flag, "'OFF'", "",
                             "'ON': arrays of numpy in place of lists")},
      .result = "tuple[list[float], ...] | None",
      .doc = text};
}

}  // namespace

CommandGroup result_group() {
  return {
      "Results",
      {duration(),
       move("FORWARD", "Shows a later frame, at most the last one. Ignored in WRITE mode."),
       move("BACKWARD", "Shows an earlier frame, at most the first one. Ignored in WRITE mode."),
       seek(),
       at_point("DISPLACEMENT", kVectorStub,
                "Gives the displacement of a point of a body, m.\n\n"
                "None for a body that the shown frame does not hold."),
       at_point("VELOCITY", kVectorStub,
                "Gives the velocity of a point of a body, m/s.\n\n"
                "None for a body that the shown frame does not hold."),
       stress(), energy(), timing(), history()}};
}

}  // namespace solfec
