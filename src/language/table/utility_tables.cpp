#include "language/table/tables.h"

namespace solfec {

namespace {

ArgumentSpec item(std::string_view doc) {
  return object("object", "a BODY or CONSTRAINT object", "BODY | CONSTRAINT", "", doc);
}

CommandSpec remove() {
  return {.name = "DELETE",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        object("object", "a BODY, CONSTRAINT or JOINT object",
                               "BODY | CONSTRAINT | JOINT", "", "what is deleted; it is emptied")},
          .result = "None",
          .doc = "Deletes a body with its constraints and loads, a constraint, or a joint."};
}

CommandSpec by_label() {
  return {.name = "BYLABEL",
          .arguments = {analysis_argument(),
                        choice("kind", {"SURFACE_MATERIAL", "BULK_MATERIAL", "BODY"}, "",
                               "kind of the object"),
                        required("label", ValueKind::text, "", "label")},
          .result = "SURFACE_MATERIAL | BULK_MATERIAL | BODY | None",
          .doc = "Finds an object by its label; None when there is none."};
}

ArgumentSpec any_body(std::string_view name, std::string_view doc) {
  return object(name, "a BODY object", "BODY", "", doc);
}

CommandSpec contact_exclude_bodies() {
  return {.name = "CONTACT_EXCLUDE_BODIES",
          .where = kBetween,
          .arguments = {any_body("body1", "first body"), any_body("body2", "second body")},
          .result = "None",
          .doc = "Excludes contact between two bodies, from the next step on."};
}

CommandSpec contact_exclude_objects() {
  return {
      .name = "CONTACT_EXCLUDE_OBJECTS",
      .where = kBetween,
      .arguments = {any_body("body1", "first body"),
                    required("point1", ValueKind::vector3, "m",
                             "reference point inside the first object"),
                    any_body("body2", "second body, may be the first one"),
                    required("point2", ValueKind::vector3, "m",
                             "reference point inside the second object")},
      .result = "None",
      .doc =
          "Excludes contact between two geometric objects of bodies, from the next step on.\n\n"
          "An object is a polyhedron, a sphere or an element; the one that holds the point "
          "deepest counts. Elements inside a mesh touch nothing anyway. A mesh that is convex as a "
          "whole, of a body that keeps planes plane, must have no cohesive bond yet."};
}

CommandSpec contact_exclude_surfaces() {
  return {.name = "CONTACT_EXCLUDE_SURFACES",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("surf1", ValueKind::integer, "", "surface id of some faces"),
                        required("surf2", ValueKind::integer, "",
                                 "surface id of others, may be the same")},
          .result = "None",
          .doc =
              "Excludes contact between faces with two surface ids, from the next step on.\n\n"
              "A body that meets an excluded face goes through it, until other faces are the "
              "nearest ones."};
}

CommandSpec material() {
  return {.name = "MATERIAL",
          .where = kBetween,
          .arguments = {analysis_argument(), any_body("body", "body that has not moved yet"),
                        required("volid", ValueKind::integer, "", "volume id of the parts"),
                        object("material", "a BULK_MATERIAL object or its label",
                               "BULK_MATERIAL | str", "", "bulk material of these parts")},
          .result = "None",
          .doc =
              "Gives the parts of a body with a volume id another bulk material.\n\n"
              "Comes before the first step of the body and replaces what BODY_CHARS set. Mass, "
              "centre and tensor are those of the parts; the stiffness of a PSEUDO_RIGID body is "
              "the mean weighted by volume, which is exact for its uniform deformation."};
}

CommandSpec apply_bulkmat() {
  CommandSpec command = material();
  command.name = "APPLY_BULKMAT";
  command.doc =
      "Gives the parts of a body with a volume id another bulk material, as MATERIAL does.";
  return command;
}

CommandSpec partition() {
  return {
      .name = "PARTITION",
      .where = kBetween,
      .arguments = {any_body("body", "FINITE_ELEMENT body with a mesh of its own; it is emptied"),
                    required("parts", ValueKind::count, "", "number of parts")},
      .result = "list[BODY] | None",
      .doc =
          "Splits a body into parts of about as many elements, glued node to node.\n\n"
          "The parts take over material, form, element, scheme, damping and velocity; their labels "
          "are that of the body followed by _PART1 and so on. They touch each other where "
          "the body could: nowhere unless its selfcontact is 'ON', and never between "
          "elements that share a node. Loads and constraints come afterwards. One part: "
          "None, and the body stays as it is."};
}

CommandSpec rt_split() {
  return {
      .name = "RT_SPLIT",
      .where = kBetween,
      .arguments =
          {any_body("body1",
                    "body whose shape is one MESH; the object stands for its first part then"),
           object("surf", "a list of lists of 3 or 4 node numbers", "Iterable[Sequence[int]]", "",
                  "faces between elements that are opened, as MESH.inter_element_faces gives them"),
           optional("sid1", ValueKind::integer, "0", "",
                    "surface id of their sides on elements from outside of which the listed nodes "
                    "run counter-clockwise"),
           optional("sid2", ValueKind::integer, "0", "", "surface id of the other sides"),
           optional("label1", ValueKind::text, "None", "",
                    "label of the first part; None: that of the body"),
           optional("label2", ValueKind::text, "None", "", "label of the second part; None: ''")},
      .result = "tuple[BODY | None, list[int], list[int] | None] | None",
      .doc =
          "Opens the mesh of a body along faces between elements, also in a CALLBACK.\n\n"
          "The body is replaced by two parts, or by one where the faces open a slit only. Parts "
          "have its material, form, element, scheme, damping and self-contact, the bodies that it "
          "has no contact with, and the place and velocity of each of its points: momentum and "
          "angular momentum stay. Loads and constraints go with the body, which a warning tells; "
          "a body with cohesive bonds is refused. Returns the second part (None: a slit), the "
          "numbers that the nodes of the first part had, and those of the second; None when no "
          "face is listed. On one rank only."};
}

CommandSpec imbalance_tolerance() {
  return {.name = "IMBALANCE_TOLERANCE",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("tolerance", ValueKind::number, "",
                                 "largest ratio of the loads of two processes, >= 1"),
                        object("lockdir", "'ON', 'OFF' or a number", "Any", "'OFF'",
                               "'ON': keep the first cut directions; a number is taken as "
                               "weightfactor"),
                        optional("degenratio", ValueKind::number, "10.0", "",
                                 "edge ratio of flat domains, >= 1"),
                        optional("weightfactor", ValueKind::fraction, "1.0", "",
                                 "part of the couplings of a constraint in its load"),
                        optional("updatefreq", ValueKind::count, "None", "",
                                 "later versions: steps between two balancings; no effect"),
                        optional("whole", ValueKind::count, "500", "",
                                 "bodies of the largest mechanism whose joints one process solves "
                                 "together; 1: bodies are dealt out one by one")},
          .result = "None",
          .doc =
              "Sets how ranks share a model: bodies are dealt out anew when the loads differ by "
              "more than the tolerance. Bodies that joints hold together stay on one rank unless "
              "they are more than 'whole'. Nothing on one rank."};
}

CommandSpec locdyn_dump() {
  return {.name = "LOCDYN_DUMP",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("path", ValueKind::path, "", "text file to write")},
          .result = "None",
          .doc =
              "Writes the local dynamics of the last step as text, one line per constraint.\n\n"
              "A line has the kind, (point), (master id, slave id or -1), the base [t1, t2, n] and "
              "the diagonal block of W by columns; after => come, for each coupled constraint, its "
              "kind, (point) and block. Entries below 1E-15 of the largest are written as 0.\n\n"
              "A file that has the name already is written over only when it is such a text; any "
              "other file is an error and stays as it is."};
}

CommandSpec export_contact_problem() {
  return {.name = "EXPORT_CONTACT_PROBLEM",
          .where = kBetween,
          .arguments = {analysis_argument(),
                        required("path", ValueKind::path, "",
                                 "file to write; FCLIB (HDF5) when it ends with .hdf5 "
                                 "or .h5, else text")},
          .result = "None",
          .doc =
              "Writes the contact problem of the last step with its solution.\n\n"
              "docs/stored-problems.md describes the formats; solfec --solve PATH solves the "
              "problem again. Reactions become impulses, open contacts are left out. The text "
              "format holds contacts only, FCLIB also joints and prescribed velocities; "
              "SPRING_DASHPOT contacts have no place in either."};
}

CommandSpec ncpu() {
  return {.name = "NCPU",
          .arguments = {object("solfec", "a SOLFEC object", "SOLFEC | None", "None", "analysis")},
          .result = "int",
          .doc = "Gives the number of processes (ranks) of the analysis; 1 without solfec-mpi."};
}

CommandSpec here() {
  return {.name = "HERE",
          .arguments = {analysis_argument(), item("what is looked for")},
          .result = "bool",
          .doc = "Tells whether an object exists on this process."};
}

CommandSpec viewer() {
  return {.name = "VIEWER",
          .result = "bool",
          .doc =
              "Tells whether the script is run for the viewer (option -v) or for pictures "
              "(--render), not for results."};
}

CommandSpec non_solfec_argv() {
  return {.name = "NON_SOLFEC_ARGV",
          .result = "list[str] | None",
          .doc = "Gives the words that follow the script on the command line, None without any."};
}

}  // namespace

CommandGroup utility_group() {
  return {"Utilities",
          {remove(), partition(), rt_split(), by_label(), material(), apply_bulkmat(),
           contact_exclude_bodies(), contact_exclude_objects(), contact_exclude_surfaces(),
           imbalance_tolerance(), locdyn_dump(), export_contact_problem(), ncpu(), here(), viewer(),
           non_solfec_argv()}};
}

}  // namespace solfec
