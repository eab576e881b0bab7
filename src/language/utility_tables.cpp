#include "language/tables.h"

namespace solfec {

namespace {

constexpr auto kBetween = Where::between_steps;

ArgumentSpec analysis() { return object("solfec", "a SOLFEC object", "SOLFEC", "", "analysis"); }

ArgumentSpec item(std::string_view doc) {
  return object("object", "a BODY or CONSTRAINT object", "BODY | CONSTRAINT", "", doc);
}

CommandSpec remove() {
  return {.name = "DELETE",
          .where = kBetween,
          .arguments = {analysis(), item("what is deleted; it is emptied")},
          .result = "None",
          .doc = "Deletes a body with its constraints and loads, or a constraint."};
}

CommandSpec by_label() {
  return {.name = "BYLABEL",
          .arguments = {analysis(),
                        choice("kind", {"SURFACE_MATERIAL", "BULK_MATERIAL", "BODY"}, "",
                               "kind of the object"),
                        required("label", ValueKind::text, "", "label")},
          .result = "SURFACE_MATERIAL | BULK_MATERIAL | BODY | None",
          .doc = "Finds an object by its label; None when there is none."};
}

CommandSpec ncpu() {
  return {.name = "NCPU",
          .arguments = {object("solfec", "a SOLFEC object", "SOLFEC | None", "None", "analysis")},
          .result = "int",
          .doc = "Gives the number of processes of the analysis; 1 in this build."};
}

CommandSpec here() {
  return {.name = "HERE",
          .arguments = {analysis(), item("what is looked for")},
          .result = "bool",
          .doc = "Tells whether an object exists on this process."};
}

CommandSpec viewer() {
  return {.name = "VIEWER",
          .result = "bool",
          .doc = "Tells whether the viewer is on (option -v); False in this build."};
}

CommandSpec non_solfec_argv() {
  return {.name = "NON_SOLFEC_ARGV",
          .result = "list[str] | None",
          .doc = "Gives the words that follow the script on the command line, None without any."};
}

}  // namespace

CommandGroup utility_group() {
  return {"Utilities", {remove(), by_label(), ncpu(), here(), viewer(), non_solfec_argv()}};
}

}  // namespace solfec
