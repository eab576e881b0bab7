#include "language/table/tables.h"

namespace solfec {

namespace {

CommandSpec modal_analysis() {
  return {
      .name = "MODAL_ANALYSIS",
      .arguments = {object("body", "a FINITE_ELEMENT body or None", "BODY | None", "None",
                           "body; None: modes are read from 'path' alone"),
                    optional("num", ValueKind::count, "None", "",
                             "number of modes; None: all that 'path' has"),
                    optional("path", ValueKind::text, "None", "",
                             "file that keeps the modes; None: none does"),
                    optional("abstol", ValueKind::positive, "1E-11", "",
                             "tolerance of the eigenvalues, against each; below 1"),
                    optional("maxiter", ValueKind::count, "100", "",
                             "largest number of restarts of the Lanczos method"),
                    optional("verbose", ValueKind::flag, "'OFF'", "", "'ON' prints frequencies")},
      .result = "tuple[list[float], list[float]]",
      .doc =
          "Computes the lowest free vibrations K f = w^2 M f of a mesh in its reference.\n\n"
          "Returns the eigenvalues w^2 (1/s^2), ascending, and the vectors f, one list, three "
          "numbers for each node and mode, in the order of BODY.mesh, with f M f = 1. K is the "
          "tangent of the undeformed mesh, M the lumped mass; constraints and contacts are left "
          "out, so the first six modes are rigid motions with w = 0. A file that keeps the "
          "modes of another mesh or material is an error; option -w computes anew."};
}

CommandSpec register_base() {
  return {.name = "REGISTER_BASE",
          .where = Where::between_steps,
          .arguments = {analysis_argument(),
                        object("base", "a tuple (eigenvalues, vectors)", "tuple[Any, ...]", "",
                               "base as BODY takes it, with damping ratios or without"),
                        required("label", ValueKind::text, "", "label, not used before")},
          .result = "None",
          .doc =
              "Makes a base known by a label, which BODY takes as its argument 'base'.\n\n"
              "Bodies of forms 'BC-MODAL' and 'BC-RO' share it. It belongs to the analysis and is "
              "stored with each body that uses it."};
}

CommandSpec corotated_displacements() {
  return {.name = "COROTATED_DISPLACEMENTS",
          .where = Where::between_steps,
          .arguments = {analysis_argument(),
                        object("subset",
                               "a label pattern, a BODY, its number, a box or a list of these",
                               "str | BODY | int | tuple[Any, ...] | Sequence[str | BODY | int | "
                               "tuple[Any, ...]] | None",
                               "None", "FINITE_ELEMENT bodies with equally many nodes; None: all"),
                        object("sampling", "an interval or a list of times",
                               "float | Sequence[float] | None", "None",
                               "s; interval from now on, or times after now; None: the interval of "
                               "OUTPUT")},
          .result = "list[list[float]]",
          .doc =
              "Samples displacements of meshes in the frames that turn with them.\n\n"
              "Returns an empty list at once. RUN appends a list of three numbers for each node, "
              "m, for each body at each time: positions turned back, less those of the reference, "
              "without their mean (form 'BC'); a base for 'BC-RO' follows from them by a singular "
              "value decomposition. A RUN that reads results or continues them (-c) takes the "
              "samples from frames, as far as there are frames at their times. Several ranks all "
              "have the whole list."};
}

CommandSpec rigid_displacements() {
  return {.name = "RIGID_DISPLACEMENTS",
          .arguments = {object("body", "a FINITE_ELEMENT body", "BODY", "", "body")},
          .result = "list[list[float]] | None",
          .doc =
              "Gives the six displacements of a mesh that move it without strain.\n\n"
              "Six lists of three numbers for each node of BODY.conf: the unit translations along "
              "x, y and z, m, and e x (X - center) for turns by the unit of angle about these axes "
              "through the reference mass centre, m. None where another process has the body."};
}

CommandSpec body_mm_export() {
  return {
      .name = "BODY_MM_EXPORT",
      .arguments = {object("body", "a FINITE_ELEMENT body", "BODY", "", "body"),
                    required("pathM", ValueKind::text, "", "file of the mass matrix"),
                    required("pathK", ValueKind::text, "", "file of the stiffness matrix"),
                    optional(
                        "spdM", ValueKind::flag, "'ON'", "",
                        "'ON': the mass file is `symmetric` and has the lower triangle; 'OFF': "
                        "`general`, with both"),
                    optional("spdK", ValueKind::flag, "'ON'", "", "the stiffness file, likewise")},
      .result = "None",
      .doc =
          "Writes mass and stiffness of a mesh as files of the MatrixMarket format.\n\n"
          "K is the tangent of the undeformed mesh, N/m, M the lumped mass, kg, as "
          "MODAL_ANALYSIS has them. Three unknowns x, y, z for each node, in the order of "
          "BODY.conf; constraints and contacts are left out. Numbers come back to the last bit "
          "(scipy.io.mmread). A file that Solfec has not written is an error and stays as it "
          "is."};
}

CommandSpec display_point() {
  return {.name = "DISPLAY_POINT",
          .where = Where::between_steps,
          .arguments = {object("body", "a BODY object", "BODY", "", "body"),
                        required("point", ValueKind::vector3, "m", "reference point"),
                        optional("label", ValueKind::text, "None", "", "label; None: ''")},
          .result = "None",
          .doc =
              "Marks a reference point of a body in pictures (option --render), with its label.\n\n"
              "The point moves with the body; it is kept in BODY.display_points."};
}

CommandSpec rank() {
  return {.name = "RANK",
          .result = "int",
          .doc = "Gives the number of this process (rank), from 0; 0 without solfec-mpi."};
}

CommandSpec barrier() {
  return {.name = "BARRIER",
          .result = "None",
          .doc = "Waits for all processes; returns at once on one."};
}

CommandSpec subdir() {
  return {.name = "SUBDIR",
          .result = "str | None",
          .doc = "Gives the value of the option -s of the command line, None without it."};
}

CommandSpec register_callback() {
  return {.name = "REGISTER_CALLBACK",
          .arguments = {required("callback", ValueKind::callable, "", "function of a FORCE"),
                        optional("data", ValueKind::any, "None", "", "passed to the function")},
          .result = "None",
          .doc =
              "Makes a function known to all processes, for the FORCE commands that use it.\n\n"
              "Every process runs the whole script here and has all of its functions, so there is "
              "nothing to be done but to check the arguments. Scripts that need it elsewhere run "
              "as they are."};
}

CommandSpec warnings() {
  return {.name = "WARNINGS",
          .where = Where::between_steps,
          .arguments = {object("solfec", "a SOLFEC object, 'ON' or 'OFF'", "SOLFEC | str | None",
                               "None", "analysis; 'ON' or 'OFF' alone holds for all analyses"),
                        optional("state", ValueKind::flag, "None", "",
                                 "'OFF' silences the warnings about the model and its contacts")},
          .result = "None",
          .doc =
              "Switches the warnings about a model on or off, 'ON' without it.\n\n"
              "They are printed before the first step: bodies that coincide or overlap and the "
              "like; and once in a run for a pair of bodies that overlaps deeply or comes so fast "
              "that a step may pass it by. WARNINGS (solfec, 'OFF') silences one analysis, "
              "WARNINGS ('OFF') all, those made later too. Errors and warnings about calls stay."};
}

ArgumentSpec stored_path() {
  return required("path", ValueKind::path, "", "folder of stored results");
}

ArgumentSpec stored_time() {
  return required("time", ValueKind::non_negative, "s", "the nearest frame to it is taken");
}

ArgumentSpec stored_subset() {
  return object("subset", "a label pattern or a list of such", "str | Sequence[str] | None", "None",
                "bodies whose labels match; None: all");
}

CommandSpec initialize_state() {
  return {
      .name = "INITIALIZE_STATE",
      .where = kBetween,
      .arguments = {analysis_argument(), stored_path(), stored_time(), stored_subset()},
      .result = "None",
      .doc =
          "Gives bodies the configuration and velocity that they have in stored results.\n\n"
          "Bodies are those of equal labels; a body without one is that of its number, BODY.id. "
          "Those that the results do not hold stay as they are. An OBSTACLE is placed, its "
          "velocity stays. The kinds must be equal, as must the numbers of nodes. Contacts, "
          "constraints and loads are not taken. A pattern is a basic regular expression that "
          "is searched in labels. What keeps it from being done is a RuntimeError, in READ mode a "
          "warning."};
}

CommandSpec rigid_to_fem() {
  return {.name = "RIGID_TO_FEM",
          .where = kBetween,
          .arguments = {stored_path(), stored_time(), analysis_argument(), stored_subset()},
          .result = "None",
          .doc =
              "Moves the nodes of FINITE_ELEMENT bodies as stored RIGID bodies move.\n\n"
              "Nodes get places and velocities of the rigid motion, so that the mesh begins "
              "unstrained. Bodies are found as INITIALIZE_STATE finds them; those of other kinds "
              "stay as they are."};
}

CommandSpec render() {
  return {
      .name = "RENDER",
      .arguments = {analysis_argument(), object("object", "a BODY object or a list of BODY objects",
                                                "BODY | Sequence[BODY]", "", "what is drawn")},
      .result = "None",
      .doc =
          "Has pictures (option --render) show some bodies only.\n\n"
          "A later call replaces the bodies; an empty list stands for all."};
}

CommandSpec viewer_action() {
  return {
      .name = "VIEWER_ACTION",
      .arguments = {required("name", ValueKind::text, "",
                             "name of the action, docs/viewer.md lists them"),
                    optional("answer", ValueKind::text, "None", "",
                             "text that answers the question of the action; None: the user does")},
      .result = "None",
      .doc =
          "Has the viewer (option -v) perform an action of its menu.\n\n"
          "The actions of a script are performed in their order when the window opens, those of a "
          "script that the viewer runs, or of a callback, after it. Without the window "
          "nothing is done but the check of the name, in ordinary Python not even that."};
}

CommandSpec xdmf_export() {
  return {
      .name = "XDMF_EXPORT",
      .where = kBetween,
      .arguments =
          {analysis_argument(),
           object("time", "a time, a pair (t0, t1) or a list of times", "float | Sequence[float]",
                  "", "frames: the nearest to a time, all from t0 to t1, or the nearest to each"),
           required("path", ValueKind::path, "", "folder to write to; made when it is not there"),
           object("subset", "a label pattern, a BODY, its number, a box or a list of these",
                  "str | BODY | int | Sequence[float] | Sequence[Any] | None", "None",
                  "bodies that are exported; None: all"),
           object("attributes", "a list of names", "Sequence[str] | None", "None",
                  "what is exported; None: 'DISP', 'VELO', 'REAC', 'GAP'")},
      .result = "None",
      .doc =
          "Exports frames for ParaView in READ mode. Ignored in WRITE mode.\n\n"
          "It writes what solfec --export vtk writes (docs/export.md): a series of files for "
          "each of bodies, obstacles, spheres, contacts and joints, with a .pvd file that says "
          "their times; ParaView, VisIt and vtk read these with fewer surprises than XDMF.\n\n"
          "A time outside of the results is an error, as is a range (a tuple) that holds no "
          "frame. A subset is a basic regular expression that is searched in labels, a BODY, the "
          "number of a body (the n-th of the script), a tuple of six numbers (a box, its lower "
          "and upper corner, m, that their boxes overlap at the first frame), or a list of "
          "these; contacts and joints are those of its bodies.\n\n"
          "Attributes: 'DISP', 'VELO', 'STRESS', 'PLASTIC_STRAIN', 'LABEL', 'MATERIAL', 'RANK' of "
          "bodies, 'REAC', "
          "'RELV', 'GAP', 'AREA', 'NORMAL', 'STATUS' (0 open, 1 stick, 2 slip) of contacts and "
          "joints, which are written when one of these is asked for. Of several processes the "
          "first one writes."};
}

}  // namespace

CommandGroup later_group() {
  return {
      "Commands of later versions",
      {modal_analysis(), register_base(), corotated_displacements(), rigid_displacements(),
       body_mm_export(), display_point(), rank(), barrier(), subdir(), register_callback(),
       warnings(), render(), viewer_action(), xdmf_export(), initialize_state(), rigid_to_fem()}};
}

}  // namespace solfec
