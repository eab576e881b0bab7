#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "app/explain_contacts.h"
#include "app/export_results.h"
#include "app/solve_problem.h"
#include "run/settings/run_settings.h"
#include "viewer/picture/picture_request.h"

namespace solfec {

/// How the viewer begins.
struct ViewCommand {
  int width = 512;  // of the window, pixels
  int height = 512;
  bool wireframe = false;
  bool follow = false;  // --watch
};

/// Action that the command line asks of the program.
enum class Action {
  introduce,  // no arguments
  help,
  version,
  doc,             // --doc NAME
  example,         // --example [NAME], name '' lists; or with --print
  selftest,        // --selftest
  stubs,           // --stubs DIR
  reference,       // --reference FILE, for maintainers
  keys,            // --viewer-keys FILE, likewise
  names,           // --format-names FILE, for maintainers
  layout,          // --format-layout FILE, likewise
  run,             // a script
  summarize,       // a results folder
  repair,          // --repair DIR
  export_results,  // --export FORMAT DIR
  solve,           // --solve PROBLEM
  render,          // --render DIR or script
  why,             // --why BODY BODY DIR
  view             // -v DIR or script, --watch DIR
};

struct Options {
  Action action = Action::introduce;
  std::string name;  // of doc, stubs, reference, names; path of the others
  RunSettings settings;
  SolveRequest solve;            // of --solve
  ExportCommand export_command;  // of --export
  PictureRequest picture;        // of --render
  WhyRequest why;                // of --why
  ViewCommand view;              // of -v and --watch
  bool print_example = false;    // --print
};

/// A command line that makes no sense; exit code 64. The text names the nearest option.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the words after the program's name. The first that is no option is the path; options may
/// stand before it and behind it. The first word behind those, or what follows `--`, belongs to the
/// script with all later ones; numbers are no options.
/// @throws UsageError.
Options parse_options(const std::vector<std::string>& words);

/// Returns the text that `--help` prints.
std::string usage();

}  // namespace solfec
