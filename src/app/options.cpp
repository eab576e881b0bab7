#include "app/options.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string_view>
#include <sys/stat.h>
#include <utility>
#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "base/split_text.h"
#include "language/python/nearest.h"
#include "solver/named_solvers.h"

namespace solfec {

namespace {

/// One option; `value` names its arguments, '' for a switch, and `uses` the uses of the program
/// for which it has a meaning: r a script that runs (an example, too), k one that --check builds, v
/// a script in the viewer, f a folder there, p pictures, e an export, s a stored problem, t the
/// self-test; '' for options that choose the use.
struct OptionSpec {
  std::string_view name;
  std::string_view value;
  std::string_view doc;
  std::string_view uses = "";
};

constexpr OptionSpec kOptions[] = {
    {"-w", "", "write anew: old results move to DIR.bak-N", "rv"},
    {"-c", "", "continue results from their last good frame", "rv"},
    {"--keep-states", "", "each frame holds the state for -c (bytes: 1.3 times)", "r"},
    {"--read", "", "read results although gravity, materials, loads, solver or step differ", "rvp"},
    {"-s", "SUB", "subfolder of every output path", "rkvfp"},
    {"-o", "DIR", "output path instead of the script's; of --render the picture", "rkvpey"},
    {"-i", "SEC", "seconds between two reports (default 1)", "rv"},
    {"-t", "N", "threads (default: physical cores; of solfec-mpi 1 per rank)", "rkvfpest"},
    {"--share", "N", "ranks tell each other all of up to N bodies and contacts (200000)", "rk"},
    {"-q", "", "quiet: no status lines", "rvfpes"},
    {"--max-walltime", "T", "stop after T (seconds or hh:mm:ss); continue with -c", "rv"},
    {"--watchdog", "SEC", "end the program where no step or command ends for SEC seconds", "rk"},
    {"--log", "FILE", "append status lines and messages, beside the file log of each folder", "rv"},
    {"--verbose", "", "one line per result frame", "rv"},
    {"--why-solver", "", "print the stages of the solver in each step and why they ended", "rv"},
    {"--info", "DIR", "what a results folder holds: frames, model, run, damage"},
    {"--repair", "DIR", "cut a damaged end off; the removed bytes are kept beside"},
    {"--why", "BODY BODY DIR", "why two bodies touch where they do or not; -o FILE.svg draws it"},
    {"--export", "FORMAT DIR", "write results for ParaView (vtk), tables (csv), a page (html)"},
    {"--time", "T[:T1]", "of --export, too: the frame at T, or those from T to T1; of --why T"},
    {"--parts", "LIST", "of --export: bodies,spheres,contacts,... (docs/export.md)"},
    {"--fields", "LIST", "of --export: displacement,reaction,..."},
    {"--check", "", "build the model, report counts and overlaps; no step", "rk"},
    {"--solve", "PROBLEM", "solve a stored contact problem; exit code 1 if not reached"},
    {"--solver", "NAME", "solver of --solve (default auto)", "s"},
    {"--tolerance", "e", "natural residual that --solve must reach (default 1e-8)", "s"},
    {"-v", "", "opens the viewer: a script's model, or the results in a folder"},
    {"-g", "WxH", "of -v: size of the window (512x512)", "vf"},
    {"-f", "", "of -v: bodies as lines", "vf"},
    {"--watch", "DIR", "opens the viewer and follows results that are being written"},
    {"--render", "PATH", "pictures of results or of the model of a script, into -o FILE"},
    {"--doc", "[NAME]", "explain a command or function, e.g. --doc BODY; without a name list all"},
    {"--example", "[NAME]", "run an example in this folder; without a name list them all"},
    {"--print", "", "of --example: print the script instead"},
    {"--selftest", "", "small scenes with exact answers; exit code 1 when one is missed"},
    {"--stubs", "DIR", "write the type stubs __init__.pyi for editors"},
    {"--version", "", "version, Python, features; also -V"},
    {"--help", "", "this text; also -h"},
};
// Understood, but not shown by --help.
constexpr OptionSpec kOthers[] = {
    {"--reference", "FILE", "write docs/language.md"},
    {"--format-names", "FILE", "write python/solfec_results/names.py"},
    {"--format-layout", "FILE", "write python/solfec_results/layout.py, or as .md its tables"},
    {"--viewer-keys", "FILE", "write the table of docs/viewer.md"},
    {"-h", "", "--help"},
    {"-V", "", "--version"},
};

/// Options of --render, of which the viewer has the list.
const std::vector<OptionSpec>& render_options() {
  static const std::vector<OptionSpec> options = [] {
    std::vector<OptionSpec> list;
    for (const PictureOption& one : picture_options()) {
      list.push_back({one.name, one.value, one.doc});
    }
    return list;
  }();
  return options;
}

bool is_render_option(std::string_view name) {
  return std::any_of(render_options().begin(), render_options().end(),
                     [&](const OptionSpec& option) { return option.name == name; });
}

const OptionSpec* find_option(std::string_view word) {
  for (const OptionSpec& option : render_options()) {
    if (option.name == word) return &option;
  }
  for (const OptionSpec& option : kOptions) {
    if (option.name == word) return &option;
  }
  for (const OptionSpec& option : kOthers) {
    if (option.name == word) return &option;
  }
  return nullptr;
}

[[noreturn]] void fail_unknown(const std::string& word, bool behind_script) {
  std::vector<std::string_view> names;
  for (const OptionSpec& option : kOptions) names.push_back(option.name);
  for (const OptionSpec& option : render_options()) names.push_back(option.name);
  // A single letter is near to every other one: no suggestion.
  const std::string hint = word.size() > 2 ? suggestion(word, names) : "";
  throw UsageError(cat("unknown option '", word, "'", hint,
                       behind_script ? "; words for the script follow --" : "",
                       "; see solfec --help"));
}

double number_of(std::string_view option, const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(number) || number < 0.0) {
    throw UsageError(cat("option ", option, " needs a number >= 0, got '", text, "'"));
  }
  return number;
}

/// Seconds, or hours, minutes and seconds as hh:mm:ss.
double duration_of(std::string_view option, const std::string& text) {
  const std::vector<std::string> words = split_text(text, ':');
  double total = 0.0;
  for (const std::string& word : words) total = 60.0 * total + number_of(option, word);
  if ((words.size() != 1 && words.size() != 3) || !(total > 0.0)) {
    throw UsageError(cat("option ", option, " needs seconds > 0 or hh:mm:ss, got '", text, "'"));
  }
  return total;
}

int count_of(std::string_view option, const std::string& text, int most) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number < 1 || number > most) {
    throw UsageError(
        cat("option ", option, " needs a number from 1 to ", most, ", got '", text, "'"));
  }
  return number;
}

std::string checked_solver(const std::string& name) {
  std::vector<std::string_view> names;
  for (const NamedSolver& solver : named_solvers()) names.push_back(solver.name);
  if (find_solver(name) == nullptr) {
    throw UsageError(cat("option --solver: there is no solver '", name, "'",
                         suggestion(name, names), "; there are ", solver_names()));
  }
  return name;
}

double tolerance_of(const std::string& text) {
  const double value = number_of("--tolerance", text);
  if (!(value > 0.0))
    throw UsageError(cat("option --tolerance needs a number > 0, got '", text, "'"));
  return value;
}

constexpr int kMostThreads = 4096;
constexpr int kMostItems = 1'000'000'000;

/// --time and --every of an export, --parts, --fields.
void set_export_option(ExportCommand& command, std::string_view name, const std::string& value) {
  try {
    if (name == "--every") command.every = count_of(name, value, kMostItems);
    if (name == "--time") command.times = parse_times(value);
    if (name == "--parts") command.parts = parse_export_parts(value);
    if (name == "--fields") command.fields = parse_export_fields(value);
  } catch (const InputError& error) {
    throw UsageError(cat("option ", name, ": ", error.what()));
  }
}

/// --time of --why: a single time.
void set_why_time(WhyRequest& why, const std::string& value) {
  try {
    why.times = parse_times(value);
  } catch (const InputError& error) {
    throw UsageError(cat("option --time: ", error.what()));
  }
  if (why.times.range || why.times.times.size() != 1) {
    throw UsageError(cat("option --time of --why needs one time, got '", value, "'"));
  }
}

bool is_of_export(std::string_view name) {
  return name == "--time" || name == "--every" || name == "--parts" || name == "--fields";
}

ExportFormat export_format_of(const std::string& word) {
  try {
    return parse_export_format(word);
  } catch (const InputError& error) {
    throw UsageError(cat("option --export ", error.what()));
  }
}

/// Refuses an empty word as the value of an option.
const std::string& checked_word(const OptionSpec& option, const std::string& word) {
  if (!word.empty()) return word;
  throw UsageError(cat("option ", option.name, " needs ", option.value, ", got an empty word"));
}

/// The words that follow an option, as many as its `value` has.
std::vector<std::string> values_of(const OptionSpec& option, const std::vector<std::string>& words,
                                   std::size_t& i) {
  std::vector<std::string> values;
  if (option.value.empty()) return values;
  const bool may_end = option.value.front() == '[';
  if (may_end && i + 1 == words.size()) return {""};
  const auto wanted = 1 + std::count(option.value.begin(), option.value.end(), ' ');
  for (auto k = 0 * wanted; k < wanted; ++k) {
    if (i + 1 == words.size()) {
      throw UsageError(cat("option ", option.name, " needs ", option.value));
    }
    values.push_back(checked_word(option, words[++i]));
  }
  return values;
}

/// Place of the sign that ends the name in --name=value, npos in other words.
std::size_t equal_sign(const std::string& word) {
  return word.starts_with("--") ? word.find('=') : std::string::npos;
}

/// The value of --name=value, which stands for the two words --name value.
std::vector<std::string> attached_value(const OptionSpec& option, const std::string& value) {
  const bool takes_one = !option.value.empty() && option.value.find(' ') == std::string_view::npos;
  if (!takes_one) {
    throw UsageError(cat("option ", option.name,
                         option.value.empty() ? " takes no value" : " takes its values behind it",
                         ", got '", option.name, "=", value, "'"));
  }
  return {checked_word(option, value)};
}

/// WxH of -g.
void set_window_size(ViewCommand& view, const std::string& text) {
  constexpr int kMost = 8192;
  const std::vector<std::string> sides = split_text(text, 'x');
  if (sides.size() != 2) throw UsageError(cat("option -g needs WIDTHxHEIGHT, got '", text, "'"));
  view.width = count_of("-g WxH", sides[0], kMost);
  view.height = count_of("-g WxH", sides[1], kMost);
}

/// Options that choose what the program does; their value is the name or path of the action.
constexpr std::pair<std::string_view, Action> kActions[] = {
    {"--info", Action::summarize},
    {"--repair", Action::repair},
    {"--solve", Action::solve},
    {"--render", Action::render},
    {"--why", Action::why},
    {"--export", Action::export_results},
    {"--doc", Action::doc},
    {"--example", Action::example},
    {"--selftest", Action::selftest},
    {"--stubs", Action::stubs},
    {"--reference", Action::reference},
    {"--format-names", Action::names},
    {"--format-layout", Action::layout},
    {"--viewer-keys", Action::keys},
    {"--watch", Action::view},
    {"--version", Action::version},
    {"-V", Action::version},
    {"--help", Action::help},
    {"-h", Action::help},
};

/// Refuses a second action, of which one would be ignored. Help is shown whatever else is chosen.
void check_only_action(Action chosen, Action action, std::string_view name) {
  if (chosen == action || chosen == Action::help || action == Action::help) return;
  for (const auto& [chooser, other] : kActions) {
    if (other != chosen) continue;
    throw UsageError(cat("options ", chooser, " and ", name, " exclude each other"));
  }
}

void apply(Options& options, const OptionSpec& option, const std::string& value) {
  RunSettings& settings = options.settings;
  const std::string_view name = option.name;
  for (const auto& [chooser, action] : kActions) {
    if (name != chooser) continue;
    check_only_action(options.action, action, name);
    options.action = action;
    options.name = value;
  }
  if (name == "-w") settings.write_anew = true;
  if (name == "-c") settings.go_on = true;
  if (name == "--keep-states") settings.keep_states = true;
  if (name == "--read") settings.read_others = true;
  if (name == "-s") settings.subfolder = value;
  if (name == "-o") settings.output = value;
  if (name == "-i") settings.report_interval = number_of(name, value);
  if (name == "-t") settings.threads = count_of(name, value, kMostThreads);
  if (name == "--share") settings.shared_items = count_of(name, value, kMostItems);
  if (name == "-q") settings.quiet = true;
  if (name == "--max-walltime") settings.max_walltime = duration_of(name, value);
  if (name == "--watchdog") settings.watchdog = duration_of(name, value);
  if (name == "--log") settings.log_file = value;
  if (name == "--verbose") settings.verbose = true;
  if (name == "--why-solver") settings.why_solver = true;
  if (name == "--solver") options.solve.solver = checked_solver(value);
  if (name == "--tolerance") options.solve.tolerance = tolerance_of(value);
  if (name == "--check") settings.check_only = true;
  if (settings.write_anew && settings.go_on) {
    throw UsageError("options -w and -c exclude each other");
  }
  if (settings.read_others && (settings.write_anew || settings.go_on)) {
    throw UsageError(
        cat("options --read and ", settings.write_anew ? "-w" : "-c", " exclude each other"));
  }
  if (name == "-v") settings.viewer = true;
  if (name == "-g") set_window_size(options.view, value);
  if (name == "-f") options.view.wireframe = true;
  if (name == "--watch") options.view.follow = true;
  if (name == "--print") options.print_example = true;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// Words in lines of at most 80 characters.
std::string wrapped(const std::string& words) {
  constexpr std::size_t kLongest = 80;
  std::string text;
  std::size_t start = 0;
  while (words.size() - start > kLongest) {
    const std::size_t end = words.rfind(' ', start + kLongest);
    text += words.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return text + words.substr(start) + "\n";
}

/// Runs what reads or checks a request of pictures; its errors are those of a command line.
template <typename Check>
void check_pictures(const Check& check) {
  try {
    check();
  } catch (const PictureRequestError& error) {
    throw UsageError(error.what());
  }
}

/// An option that only --render or --export have.
void set_option_of_action(Options& options, std::string_view name, const std::string& value) {
  const bool of_render = is_render_option(name);
  const bool of_export = is_of_export(name);
  if (of_render && options.action == Action::render) {
    check_pictures([&] { set_picture_option(options.picture, name, value); });
  } else if (name == "--time" && options.action == Action::why) {
    set_why_time(options.why, value);
  } else if (of_export && options.action == Action::export_results) {
    set_export_option(options.export_command, name, value);
  } else {
    throw UsageError(cat("option ", name, " belongs to ", of_render ? "--render PATH" : "",
                         of_render && of_export ? " or " : "",
                         of_export ? "--export FORMAT DIR" : ""));
  }
}

/// A window is for -v and --watch, and what a run of another kind has is not for it.
void check_view(const Options& options, bool sized) {
  const bool opens = options.settings.viewer || options.action == Action::view;
  if (sized && !opens) throw UsageError("options -g and -f belong to -v or --watch DIR");
  if (!options.settings.viewer) return;
  if (options.action != Action::introduce) {
    throw UsageError("option -v needs a script or a folder, and no other action");
  }
  if (options.settings.check_only) throw UsageError("options -v and --check exclude each other");
}

/// -v with a path: results in a folder, or its subfolder of -s, or a script.
void finish_view(Options& options) {
  options.action = Action::view;
  if (!is_folder(options.name)) return;
  options.settings.viewer = false;
  if (!options.settings.subfolder.empty()) options.name += "/" + options.settings.subfolder;
}

/// Names and values of options that only --render, --export or --why have.
using ActionOptions = std::vector<std::pair<std::string_view, std::string>>;

/// The request of --render is complete; the words after it belong to its script.
void finish_render(Options& options, std::span<const std::string> words) {
  PictureRequest& picture = options.picture;
  RunSettings& settings = options.settings;
  picture.source = options.name;
  picture.output = settings.output;
  settings.output.clear();
  if (picture.output.empty()) throw UsageError("option --render needs -o FILE");
  check_pictures([&] { (void)format_of(picture.output); });
  if (settings.write_anew || settings.go_on || settings.check_only) {
    throw UsageError("option --render computes nothing: without -w, -c and --check");
  }
  if (is_folder(picture.source)) {
    if (!words.empty()) throw UsageError(cat("unexpected word '", words.front(), "'"));
    return;
  }
  settings.script = picture.source;
  settings.script_arguments.assign(words.begin(), words.end());
  settings.pictures_only = true;
  settings.quiet = true;
}

/// Refuses options of --render that its pictures would ignore.
/// @pre finish_render has completed the request.
void check_render_options(const PictureRequest& picture, const ActionOptions& given) {
  for (const auto& option : given) {
    check_pictures([&] { check_option_has_meaning(picture, option.first); });
  }
}

/// A word that can only be an option; numbers are words of a script.
bool is_option(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return false;
  const char next = word[1];
  return next != '.' && std::isdigit(static_cast<unsigned char>(next)) == 0;
}

/// The command line as far as it is read.
class CommandLine {
 public:
  explicit CommandLine(const std::vector<std::string>& words) : words_(words) {}

  /// Reads options up to a word that is none or behind `--`. @return Whether `--` has ended them.
  bool read_options(bool behind_script) {
    for (; at_ < words_.size() && is_option(words_[at_]); ++at_) {
      if (words_[at_] == "--") {
        ++at_;
        return true;
      }
      const std::string& word = words_[at_];
      const std::size_t end = equal_sign(word);
      const OptionSpec* const option = find_option(word.substr(0, end));
      if (option == nullptr) fail_unknown(word.substr(0, end), behind_script);
      read(*option, end == std::string::npos ? values_of(*option, words_, at_)
                                             : attached_value(*option, word.substr(end + 1)));
    }
    return false;
  }

  /// The next word, nothing at the end.
  const std::string* take() { return at_ < words_.size() ? &words_[at_++] : nullptr; }
  [[nodiscard]] std::span<const std::string> rest() const { return std::span(words_).subspan(at_); }

  Options options;
  bool sized = false;      // the window
  bool for_solve = false;  // --solver or --tolerance
  std::vector<const OptionSpec*> seen;
  ActionOptions later;  // options of an action

 private:
  void read(const OptionSpec& option, const std::vector<std::string>& values) {
    if (option.name == "--export") {
      options.export_command.format = export_format_of(values.front());
    }
    if (option.name == "--why") {
      options.why.first = values[0];
      options.why.second = values[1];
    }
    apply(options, option, values.empty() ? "" : values.back());
    if (option.name == "-g" || option.name == "-f") sized = true;
    if (option.name == "--solver" || option.name == "--tolerance") for_solve = true;
    if (is_render_option(option.name) || is_of_export(option.name)) {
      later.emplace_back(option.name, values.empty() ? "" : values.back());
    } else {
      seen.push_back(&option);
    }
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
};

/// Letter of the use in the table of options, and how a message calls it.
std::pair<char, std::string_view> use_of(const Options& options) {
  switch (options.action) {
    case Action::example:
      if (options.name.empty() || options.print_example) break;
      [[fallthrough]];
    case Action::run:
      if (options.settings.check_only) return {'k', "--check"};
      return {'r', "a script that runs"};
    case Action::view:
      return options.settings.viewer ? std::pair{'v', std::string_view("-v with a script")}
                                     : std::pair{'f', std::string_view("a folder in the viewer")};
    case Action::render:
      return {'p', "--render"};
    case Action::export_results:
      return {'e', "--export"};
    case Action::solve:
      return {'s', "--solve"};
    case Action::why:
      return {'y', "--why"};
    case Action::summarize:
      return {'-', "a look at a folder"};
    case Action::repair:
      return {'-', "--repair"};
    case Action::selftest:
      return {'t', "--selftest"};
    default:
      break;
  }
  return {'-', "what prints or writes a text"};
}

/// Refuses options that the chosen use of the program would ignore.
void check_uses(const Options& options, const std::vector<const OptionSpec*>& seen) {
  const auto [letter, what] = use_of(options);
  for (const OptionSpec* const option : seen) {
    const bool chooses = option->uses.empty();
    const bool is_quiet = option->name == "-q";  // nothing is ignored where nothing is said
    if (chooses || is_quiet || option->uses.find(letter) != std::string_view::npos) continue;
    throw UsageError(cat("option ", option->name, " has no meaning for ", what));
  }
}

/// Options of an action, checked and put into its request.
void finish_options(CommandLine& line) {
  Options& options = line.options;
  if (line.for_solve && options.action != Action::solve) {
    throw UsageError("options --solver and --tolerance belong to --solve PROBLEM");
  }
  check_view(options, line.sized);
  if (options.print_example && (options.action != Action::example || options.name.empty())) {
    throw UsageError("option --print belongs to --example NAME");
  }
  for (const auto& [name, value] : line.later) set_option_of_action(options, name, value);
  if (options.action == Action::why) {
    options.why.picture = options.settings.output;
    if (!options.why.picture.empty() && !options.why.picture.ends_with(".svg")) {
      throw UsageError(cat("option -o of --why needs FILE.svg, got '", options.why.picture, "'"));
    }
  }
  if (options.action != Action::export_results) return;
  options.export_command.target = options.settings.output;
  try {
    check_page_command(options.export_command);
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
}

/// The options and words behind --example NAME are those of its script.
void finish_example(CommandLine& line, bool ended) {
  Options& options = line.options;
  const Action chosen = options.action;
  if (!ended) line.read_options(true);
  if (options.action != chosen) return;  // --help
  finish_options(line);
  const std::span<const std::string> words = line.rest();
  if (!words.empty() && (options.name.empty() || options.print_example)) {
    throw UsageError(cat("unexpected word '", words.front(), "'"));
  }
  options.settings.script_arguments.assign(words.begin(), words.end());
}

/// The words behind the options of an action that has its path already.
void finish_action(CommandLine& line, bool ended) {
  Options& options = line.options;
  if (options.action == Action::example) return finish_example(line, ended);
  if (options.action == Action::render) {
    if (!ended) line.read_options(true);
    finish_options(line);
    finish_render(options, line.rest());
    check_render_options(options.picture, line.later);
    return;
  }
  finish_options(line);
  if (!line.rest().empty()) {
    throw UsageError(cat("unexpected word '", line.rest().front(), "'"));
  }
}

/// The path, the options behind it and the words of the script.
void finish_path(CommandLine& line, bool ended) {
  Options& options = line.options;
  const std::string* const path = line.take();
  if (path == nullptr) {
    finish_options(line);
    if (!line.seen.empty()) throw UsageError("no script given; see solfec --help");
    return;
  }
  options.name = *path;
  if (!ended) line.read_options(true);
  const Action chosen = options.action;
  if (chosen == Action::help) return;
  finish_options(line);
  if (chosen != Action::introduce) {  // behind the path
    throw UsageError(cat("unexpected word '", *path, "'"));
  }
  const std::span<const std::string> words = line.rest();
  options.action = is_folder(*path) ? Action::summarize : Action::run;
  if (options.action == Action::summarize && !words.empty()) {
    throw UsageError(cat("unexpected word '", words.front(), "'"));
  }
  options.settings.script = *path;
  options.settings.script_arguments.assign(words.begin(), words.end());
  if (options.settings.viewer) finish_view(options);
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
  CommandLine line(words);
  const bool ended = line.read_options(false);
  if (line.options.action == Action::introduce) {
    finish_path(line, ended);
  } else {
    finish_action(line, ended);
  }
  check_uses(line.options, line.seen);
  return std::move(line.options);
}

std::string usage() {
  constexpr std::size_t kWidth = 23;  // two blanks at least, by which help2man tells the columns
  std::string text =
      "usage: solfec script.py [options] [-- words]           run, or read if results exist\n"
      "       mpirun -np N solfec-mpi script.py [options]     the same on N ranks\n"
      "       solfec DIR                                      what a results folder holds\n"
      "       solfec --solve PROBLEM                          a stored contact problem\n"
      "       solfec --render PATH -o FILE                    pictures\n"
      "       solfec --why BODY BODY DIR                      why two bodies touch, or not\n"
      "       solfec -v script.py | DIR                       the viewer\n"
      "       solfec --example NAME [options] [-- words]      an example of inp/\n\n";
  const auto add = [&](const OptionSpec& option) {
    std::string head = cat("  ", option.name, option.value.empty() ? "" : " ", option.value);
    head.resize(std::max(kWidth, head.size() + 2), ' ');
    text += cat(head, option.doc, "\n");
  };
  for (const OptionSpec& option : kOptions) add(option);
  text += "\nOf --render:\n";
  for (const OptionSpec& option : render_options()) add(option);
  return text + "\nSolvers: " + wrapped(solver_names()) +
         "\nExit codes: 0 ok, 1 solver stop, 2 script error, 3 result not finite, 64 usage, 65 "
         "bad\n"
         "data file, 66 no input, 70 internal error, 71 out of memory, 73 and 74 output cannot be\n"
         "created or written, 75 stopped by wall time, 129, 130 and 143 stopped by a signal.\n";
}

}  // namespace solfec
