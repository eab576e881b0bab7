#include "language/table/tables.h"

namespace solfec {

namespace {

constexpr std::string_view kDoubles = "NDArray[numpy.float64]";
constexpr std::string_view kIntegers = "NDArray[numpy.int64]";

ArgumentSpec velocities() {
  return required(
      "u", ValueKind::any, "",
      "velocities of all bodies by increasing id, BODY.velo one after the other: of a rigid "
      "body 6, of a pseudo-rigid one 12 numbers, of finite elements those of the nodes, of "
      "an obstacle none; writing them before predict () acts as INITIAL_VELOCITY");
}

ArgumentSpec reactions() {
  return object("reactions", "a function of the rows or an array of n x 3 reactions",
                "Callable[[ROWS], Any] | _Numbers | None", "None",
                "reactions R that are taken in place of those of the solver, N, or a function "
                "that returns them for the ROWS that it is given; it is called again when rows "
                "have to be formed anew");
}

std::vector<MemberSpec> state_members() {
  return {
      read_only("time", "float", "s", "time at the end of the last step that was finished"),
      read_only("step", "float", "s", "length of the step under way, or of the last one"),
      read_only("number", "int", "", "number of the step under way, or of the last one, from 1 on"),
      read_only("next", "str", "",
                "next part: 'begin', 'predict', 'detect', 'rows', 'solve' or 'finish'; '' when the "
                "RUN has ended"),
      read_only("bodies", kIntegers, "", "ids of all bodies, increasing"),
      read_only("q", kDoubles, "",
                "configurations of all bodies, BODY.conf one after the other; between predict () "
                "and finish () those of the middle of the step, with u as it is without reactions"),
      read_write(velocities(), kDoubles),
      read_only("q_start", kIntegers, "",
                "where the numbers of each body begin in q; one more entry is the end"),
      read_only("u_start", kIntegers, "", "likewise in u"),
  };
}

std::vector<MemberSpec> part_members() {
  return {
      method("begin", {}, "bool",
             "Begins a step. Returns False when none is left, which has ended the RUN; `for step "
             "in loop` calls it."),
      method("predict", {}, "None",
             "Moves the bodies by half a step and finds loads and velocities without reactions."),
      method("detect", {}, "None", "Finds the contacts in the middle of the step."),
      method("rows", {}, "ROWS", "Forms the rows of contacts and constraints, U = B + W R."),
      method("solve", {reactions()}, "None",
             "Finds the reactions by the solver, or takes those of the script. "
             "Reactions of the script are measured as those of the solver are, by its criteria: "
             "its members residual, velerr, merhist and missed say how good they are, and its "
             "failure policy acts. PENALTY_SOLVER has no criteria, and SOLFEC.impacts = 'RATTLE' "
             "solves a second time: both refuse them."),
      method("finish", {}, "None",
             "Ends the step: velocities with reactions, the second half step, frames, callbacks, "
             "checks and requests to stop, as in RUN."),
      method("end", {}, "None",
             "Ends the RUN between two steps, with a frame; it may be called again. Within a step "
             "it takes the step back and raises a RuntimeError."),
  };
}

}  // namespace

CommandSpec rows_type() {
  return {
      .name = "ROWS",
      .is_type = true,
      .result = "ROWS",
      .doc =
          "Rows of the step under way of a TIME_LOOP: U = B + W R.\n\n"
          "Objects come from TIME_LOOP.rows (); calling ROWS is an error. Constraints of the "
          "script come first, then contacts. Vectors have the components (t1, t2, n) of the frame "
          "of their row, W contains the step, and R is the mean force over it (docs/notation.md). "
          "Arrays are copies of numpy that cannot be written. The rows are there until the "
          "finish () of their step.",
      .members = {
          read_only("count", "int", "", "number of rows"),
          read_only("kinds", "list[str]", "", "as CONSTRAINT.kind"),
          read_only("bodies", kIntegers, "", "ids of masters and slaves, n x 2; 0: space"),
          read_only("point", kDoubles, "m", "n x 3"),
          read_only("frame", kDoubles, "", "n x 3 x 3, with the columns t1, t2, n"),
          read_only("gap", kDoubles, "m", "of contacts, negative where bodies overlap"),
          read_only("open", "NDArray[numpy.bool_]", "",
                    "contacts with a positive gap, which have no reaction"),
          read_only("friction", kDoubles, "", "mu of contacts"),
          read_only("shift", kDoubles, "m/s",
                    "what the law of contacts adds to U_N: e min (0, V_N) with the restitution e; "
                    "quasi-static: max (gap, 0) / h"),
          read_only("cohesion", kDoubles, "N", "force of the bond of contacts, added to R_N"),
          read_only("target", kDoubles, "m/s", "prescribed U_N of SET_VELOCITY and its like"),
          read_only("V", kDoubles, "m/s", "relative velocities at the start of the step, n x 3"),
          read_only("B", kDoubles, "m/s", "relative velocities without reactions, n x 3"),
          read_only("U", kDoubles, "m/s", "relative velocities with reactions, after solve ()"),
          read_only("R", kDoubles, "N", "reactions to start from; after solve () the solution"),
          read_only("W",
                    "tuple[NDArray[numpy.float64], NDArray[numpy.int32], NDArray[numpy.int32]]",
                    "s/kg",
                    "blocks 3 x 3, their block columns and the starts of block rows, as "
                    "scipy.sparse.bsr_matrix takes them"),
      }};
}

CommandSpec time_loop() {
  std::vector<MemberSpec> members = part_members();
  for (MemberSpec& member : state_members()) members.push_back(std::move(member));
  return {
      .name = "TIME_LOOP",
      .is_type = true,
      .where = Where::outside_run,
      .arguments =
          {analysis_argument(),
           object("solver", "a GAUSS_SEIDEL_SOLVER or another solver object",
                  "GAUSS_SEIDEL_SOLVER | PENALTY_SOLVER | NEWTON_SOLVER | BODY_SPACE_SOLVER | "
                  "INTERIOR_POINT_SOLVER",
                  "", "constraint solver"),
           required("duration", ValueKind::positive, "s", "time to advance by")},
      .result = "TIME_LOOP",
      .doc =
          "A RUN whose steps the script makes part by part.\n\n"
          "`with TIME_LOOP (solfec, solver, duration) as loop:` begins it, `for step in loop:` "
          "gives the loop once for each step, and predict (), detect (), rows (), solve () and "
          "finish () make the step, which gives the bytes of RUN. Between finish () and predict () "
          "the model may change, as in a function of CALLBACK. In READ mode the loop has no "
          "steps: it shows the frame at its end, as RUN does. It is for one rank, and not for the "
          "viewer (docs/time-loop.md).",
      .members = std::move(members),
      .protocols =
          "    def __enter__(self) -> TIME_LOOP: ...\n"
          "    def __exit__(self, *exception: Any) -> None: ...\n"
          "    def __iter__(self) -> TIME_LOOP: ...\n"
          "    def __next__(self) -> TIME_LOOP: ...\n"};
}

}  // namespace solfec
