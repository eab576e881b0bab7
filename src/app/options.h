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

/// Options of -v and --watch.
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
  keys,            // --viewer-keys FILE, for maintainers
  names,           // --format-names FILE, for maintainers
  layout,          // --format-layout FILE, for maintainers
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
  std::string name;  // argument of doc, stubs, reference and names; else the path
  RunSettings settings;
  SolveRequest solve;            // of --solve
  ExportCommand export_command;  // of --export
  PictureRequest picture;        // of --render
  WhyRequest why;                // of --why
  ViewCommand view;              // of -v and --watch
  bool print_example = false;    // --print
};

/// A command line that the program does not understand; exit code 64. The text names the nearest
/// option.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the words after the program's name. The first word that is no option is the path; options
/// may stand before and behind it. The next word that is no option, and all words after it, belong
/// to the script, as do all words after `--`. Negative numbers are no options.
/// @throws UsageError.
Options parse_options(const std::vector<std::string>& words);

/// Returns the text that `--help` prints.
std::string usage();

}  // namespace solfec
