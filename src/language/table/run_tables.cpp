#include "contact/piece/contact_params.h"
#include "language/table/tables.h"

namespace solfec {

namespace {

CommandSpec run() {
  return {
      .name = "RUN",
      .where = Where::outside_run,
      .arguments =
          {analysis_argument(),
           object("solver", "a GAUSS_SEIDEL_SOLVER or another solver object",
                  "GAUSS_SEIDEL_SOLVER | PENALTY_SOLVER | NEWTON_SOLVER | BODY_SPACE_SOLVER | "
                  "INTERIOR_POINT_SOLVER",
                  "", "constraint solver"),
           required("duration", ValueKind::positive, "s", "time to advance by")},
      .result = "None",
      .doc =
          "Advances an analysis; several calls continue each other.\n\n"
          "In READ mode it ends at the stored frame of its end, and settings that the script "
          "gives otherwise than the results are warnings. Raises SolverStop when the solver's "
          "failure policy stops the run and NumericalError when a result is not finite, the "
          "energy of a body or of a joint grows without work or the step no longer changes the "
          "time.\n\n"
          "In the viewer (option -v) it only remembers solver and duration: the user starts it."};
}

CommandSpec output() {
  return {.name = "OUTPUT",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("interval", ValueKind::non_negative, "s",
                                 "time between result frames; 0: each step"),
                        optional("compression", ValueKind::flag, "'ON'", "",
                                 "compress the frames by zstd"),
                        object("contacts", "'EVERY', 'OFF' or an integer n >= 1", "str | int",
                               "'EVERY'",
                               "frames that hold contacts: all, none, or those whose number is a "
                               "multiple of n")},
          .result = "None",
          .doc =
              "Sets how often results are written; without it each step is.\n\n"
              "Contacts are most of the bytes of a frame. A frame without them holds their number, "
              "the constraints of the script and all of the bodies. What HISTORY, pictures and "
              "exports show of contacts is missing there, and they say so. The first frame and the "
              "one at the end of a RUN hold contacts always."};
}

CommandSpec extents() {
  return {.name = "EXTENTS",
          .where = kBetween,
          .arguments = {analysis_argument(), required("extents", ValueKind::vector6, "m",
                                                      "(xmin, ymin, zmin, xmax, ymax, zmax)")},
          .result = "None",
          .doc = "Deletes bodies that lie completely outside a box at the end of a step."};
}

CommandSpec unphysical_penetration() {
  return {.name = "UNPHYSICAL_PENETRATION",
          .where = kBetween,
          .arguments = {analysis_argument(), required("depth", ValueKind::positive, "m",
                                                      "depth of a contact that ends RUN")},
          .result = "None",
          .doc =
              "Stops RUN with an error when a contact is deeper than a bound.\n\n"
              "RUN raises SolverStop after the last frame is written; without this command any "
              "depth goes on."};
}

CommandSpec callback() {
  return {.name = "CALLBACK",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("interval", ValueKind::positive, "s", "time between calls"),
                        required("data", ValueKind::any, "",
                                 "passed to the function; a tuple is expanded"),
                        required("callback", ValueKind::callable, "",
                                 "function; returning 0 ends RUN, None continues")},
          .result = "None",
          .doc = "Calls a function at intervals during RUN; one per analysis, the last one holds."};
}

CommandSpec geometric_epsilon() {
  return {.name = "GEOMETRIC_EPSILON",
          .where = kBetween,
          .arguments = {required("epsilon", ValueKind::positive, "m",
                                 "distance below which two points count as one")},
          .result = "None",
          .doc =
              "Sets the tolerance of geometric tests for all analyses.\n\n"
              "Without it shapes are built with 1E-4 m, and the first RUN of an analysis takes for "
              "contact min(1E-4 m, 1E-3 of the least extent of its smallest moving body), which "
              "then holds. A value that is given holds as it is; RUN warns when a moving body is "
              "smaller than 100 times that (docs/contact.md)."};
}

CommandSpec contact_sparsify() {
  return {
      .name = "CONTACT_SPARSIFY",
      .where = kBetween,
      .arguments = {analysis_argument(),
                    optional(
                        "threshold", ValueKind::fraction, "0.01", "",
                        "ratio of contact areas below which the smaller one is removed; 0: every "
                        "overlap stays, unless minarea or mindist is given; applied to whole "
                        "patches when it is given"),
                    optional("minarea", ValueKind::non_negative, "0.0", "m^2",
                             "contacts with a smaller area are dropped, those of meshes element by "
                             "element; two bodies that lose all of theirs are told"),
                    optional("mindist", ValueKind::non_negative, "GEOMETRIC_EPSILON", "m",
                             "least distance between two contact points")},
      .result = "None",
      .doc = "Sets how redundant contact points are removed."};
}

CommandSpec contact_prediction() {
  return {.name = "CONTACT_PREDICTION",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("distance", ValueKind::non_negative, "m",
                                 "distance below which two bodies are seen to approach; 0: off")},
          .result = "None",
          .doc =
              "Makes pairs that are closer than the distance obey the contact law on their "
              "velocity plus gap / step, so that an impact ends at the surface and not a step's "
              "way inside (docs/time-step.md). Choose at least speed x step of the impacts. Off "
              "without it: contacts are seen once bodies touch."};
}

CommandSpec contact_points() {
  return {.name = "CONTACT_POINTS",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        choice("rule", names_of<ContactPoints>(), "",
                               "'PATCH': the corners of the patch on which two pieces press, so "
                               "that contact carries moments; 'CENTROID': one point at the "
                               "centroid of the overlap of two pieces, as the 2010 manual has it")},
          .result = "None",
          .doc = "Sets which points carry the contact of two polyhedra (docs/contact.md)."};
}

ArgumentSpec bounce_argument() {
  ArgumentSpec argument =
      required("speed", ValueKind::object, "m/s", "approach below which bodies do not bounce");
  argument.type = "a speed >= 0 or (x, 'GH') for x times g h";
  argument.stub = "float | tuple[float, str]";
  return argument;
}

CommandSpec contact_bounce() {
  return {
      .name = "CONTACT_BOUNCE",
      .where = kBetween,
      .arguments = {analysis_argument(), bounce_argument()},
      .result = "None",
      .doc =
          "Sets the least approach for which restitution acts: bodies that approach slower come "
          "to rest on each other (docs/contact.md).\n\n"
          "Without it the least approach is (2, 'GH'), the speed that gravity gives in two "
          "steps. With 0 every approach bounces, as it does with the restitution 1 in any "
          "case."};
}

CommandSpec contact_projection() {
  return {.name = "CONTACT_PROJECTION",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        choice("switch", {"ON", "OFF"}, "",
                               "'ON': bodies that overlap by more than GEOMETRIC_EPSILON are moved "
                               "apart; 'OFF': overlap stays")},
          .result = "None",
          .doc =
              "Moves overlapping bodies apart after each step of a dynamic analysis, up to a "
              "fifth of the overlap at once; velocities stay (docs/contact.md). On without it. "
              "CONTACT_POINTS 'CENTROID', springs and quasi-static analyses do not know it."};
}

}  // namespace

CommandGroup run_group() {
  return {"Running",
          {run(), rows_type(), time_loop(), output(), extents(), unphysical_penetration(),
           callback(), geometric_epsilon(), contact_sparsify(), contact_prediction(),
           contact_points(), contact_bounce(), contact_projection()}};
}

}  // namespace solfec
