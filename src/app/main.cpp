// The programs solfec and solfec-mpi: options, then a script, a results folder or a text.

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <new>
#include <optional>

#include "app/examples.h"
#include "app/export_results.h"
#include "app/launch.h"
#include "app/options.h"
#include "app/rank_output.h"
#include "app/render.h"
#include "app/results_summary.h"
#include "app/solve_problem.h"
#include "app/view.h"
#include "app/watchdog.h"
#include "archive/archive_error.h"
#include "archive/foreign_file.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/parallel_for.h"
#include "language/interpreter.h"
#include "language/python/default_threads.h"
#include "language/python/errors.h"
#include "language/python/nearest.h"
#include "language/table/command_table.h"
#include "language/table/newer_names.h"
#include "language/table/reference.h"
#include "output/format_names.h"
#include "output/frame_layout.h"
#include "output/repair.h"
#include "parallel/world.h"
#include "run/folder/build_info.h"
#include "run/folder/read_mode.h"
#include "run/report/log.h"
#include "run/run_context.h"
#include "viewer/picture/drawing.h"
#include "viewer/session/actions.h"

namespace solfec {
namespace {

constexpr const char* kIntroduction =
    "Solfec " SOLFEC_VERSION
    ": dynamics of many bodies in contact with friction.\n"
    "An input file is a Python script that builds bodies and calls RUN.\n"
    "\n"
    "  solfec script.py      runs a script; run it again to read its results\n"
    "  solfec --doc BODY     explains a command of the input language\n"
    "  solfec --example      lists the examples, --example NAME runs one\n"
    "  solfec --help         lists the options\n"
    "\n"
    "The input language is described in docs/language.md.\n";

int print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return 0;
}

int write_file(const std::string& path, const std::string& text) {
  if (is_foreign_file(path, {std::string_view(text).substr(0, text.find('\n'))})) {
    std::fprintf(stderr,
                 "solfec: '%s' exists and was not written by solfec; it is not overwritten\n",
                 path.c_str());
    return kExitCreate;
  }
  std::ofstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "solfec: cannot create '%s'\n", path.c_str());
    return kExitCreate;
  }
  file << text << std::flush;
  if (!file) {
    std::fprintf(stderr, "solfec: cannot write '%s'\n", path.c_str());
    return kExitWrite;
  }
  return 0;
}

/// The first sentence of a text.
std::string first_sentence(std::string_view text) {
  const std::size_t line = text.find('\n');
  const std::size_t dot = text.find(". ");
  const std::size_t end = std::min(line, dot == std::string_view::npos ? dot : dot + 1);
  return std::string(text.substr(0, end));
}

/// All commands with what they do in a sentence.
int print_commands() {
  constexpr std::size_t kWidth = 26;
  std::string text;
  for (const std::string_view name : command_names()) {
    std::string head(name);
    head.resize(std::max(kWidth, head.size() + 1), ' ');
    text += head + first_sentence(find_command(name)->doc) + "\n";
  }
  return print(text +
               "\nsolfec --doc NAME explains one of them, or a function of the Python modules\n"
               "solfec.build, solfec.mesh, solfec.quake, solfec.limit and solfec.study.\n");
}

/// Prints the text about a name of the input language or, beside it, of the Python package. The
/// name is as the user wrote it, in small letters too; '' lists all commands.
int print_doc(const std::string& words) {
  if (words.empty()) return print_commands();
  std::string name = words;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (const CommandSpec* const command = find_command(name)) return print(help_text(*command));
  if (const NewerName* const newer = find_newer_name(name)) return print(newer_name_text(*newer));
  const PackageDoc package = package_doc(words);
  if (!package.text.empty()) return print(package.text);
  std::vector<std::string_view> known = command_names();
  for (const NewerName& newer : newer_names()) known.push_back(newer.name);
  known.insert(known.end(), package.names.begin(), package.names.end());
  std::fprintf(stderr, "solfec: there is no command or function '%s'%s\n", words.c_str(),
               suggestion(name, known).c_str());
  return kExitUsage;
}

/// The folder is made when it is not there.
int write_stubs(const std::string& folder) {
  std::error_code reason;
  std::filesystem::create_directories(folder, reason);
  if (reason) {
    std::fprintf(stderr, "solfec: cannot create '%s': %s\n", folder.c_str(),
                 reason.message().c_str());
    return kExitCreate;
  }
  return write_file(folder + "/__init__.pyi", type_stubs());
}

std::string version_text(const std::string& mpi) {
  return cat("solfec ", SOLFEC_VERSION, "\n", build_text(mpi), "Python ", python_version(),
             "\nthreads: ", thread_count(), "\nviewer: ", drawing().text, "\n");
}

int repair(const std::string& folder) {
  for (const std::string& line : repair_results(folder)) std::printf("%s\n", line.c_str());
  return 0;
}

/// Runs an action on a results folder or a file.
template <typename Call>
int on_file(const Call& action, const std::string& path) {
  try {
    return action(path);
  } catch (const InputError& error) {
    std::fprintf(stderr, "solfec: %s\n", error.what());
    return kExitNoInput;
  } catch (const ArchiveError& error) {
    std::fprintf(stderr, "solfec: %s\n", error.what());
    return kExitData;
  } catch (const OutputError& error) {
    std::fprintf(stderr, "solfec: %s\n", error.what());
    return error.creating() ? kExitCreate : kExitWrite;
  }
}

int summarize(const std::string& folder) { return print(results_summary(folder)); }

/// Tells the user on standard error where the results of a script are and how to go on with them.
void say_what_next(const RunContext& context) {
  const std::vector<std::string> folders = context.folders.written_folders();
  if (folders.empty()) return;
  const std::string more =
      folders.size() == 1 ? "" : cat(" and ", folders.size() - 1, " more of the script");
  const RunSettings& settings = context.settings;
  const char* const next = settings.write_anew ? "the same command without -w reads them"
                           : settings.go_on    ? "the same command without -c reads them"
                                               : "the same command again reads them";
  std::fprintf(stderr, "solfec: results in %s%s; %s (histories, curves), -w computes anew\n",
               folders.front().c_str(), more.c_str(), next);
}

/// The ranks come together at the end of their scripts. @return The exit code of all.
int end_together(World& world, const RankOutput& output, RunContext& context, int code) {
  const JobEnd end = context.meetings.end(world.comm(), code);
  if (end.is_lost) {
    std::fprintf(stderr,
                 "solfec: the script has ended here with exit code %d; others wait within "
                 "a step, and are ended\n",
                 code);
  }
  if (end.is_told) output.tell(world.comm().rank());
  if (end.is_lost) world.abort(end.code);
  return end.code;
}

int run_and_say_what_next(World& world, const RankOutput& output, const Options& options) {
  RunContext context(options.settings);
  context.comm = &world.comm();
  context.viewer_action = [](const std::string& name, const auto& /*answer*/) {
    (void)action_of(name);  // a wrong name is told without a window, too
  };
  context.bisection = world.bisection();
  const Watchdog watchdog(options.settings.watchdog, context, output);
  const int code = end_together(world, output, context, run_script(options.name, context));
  if (code != 0) return code;
  for (const std::string& line : results_beyond_runs(context.reached)) {
    std::fprintf(stderr, "solfec: warning: %s\n", line.c_str());
  }
  if (options.settings.why_solver && !context.reached.empty()) {
    std::fprintf(
        stderr,
        "solfec: warning: --why-solver tells of steps that are computed, and these results "
        "were read; -w computes anew\n");
  }
  if (!options.settings.quiet) say_what_next(context);
  return code;
}

/// Lists the examples, prints one or makes it the script of this run.
/// @return The exit code when nothing is to run.
std::optional<int> choose_example(Options& options) {
  if (options.name.empty()) return print(list_of_examples());
  const Example example = find_example(options.name);
  if (options.print_example) return print(example_text(example));
  std::fprintf(stderr, "solfec: example %s is %s\n", example.name.c_str(), example.path.c_str());
  options.name = options.settings.script = example.path;
  return std::nullopt;
}

/// The script that --selftest runs lies in the package solfec.
int run_selftest(World& world, const RankOutput& output, Options options) {
  if (world.comm().size() > 1) {
    std::fprintf(stderr, "solfec: --selftest runs on one rank, got %d\n", world.comm().size());
    return kExitUsage;
  }
  const std::string parent = package_parent_folder();
  if (parent.empty()) {
    std::fprintf(stderr, "solfec: --selftest: the package solfec is not beside the program\n");
    return kExitNoInput;
  }
  options.name = options.settings.script = parent + "/solfec/selftest/run.py";
  options.settings.quiet = true;
  options.action = Action::run;
  return run_and_say_what_next(world, output, options);
}

/// Says when --log names a file that is no log of solfec: on all ranks, before anything is written.
bool is_foreign_log_named(const std::string& log) {
  if (log.empty() || !is_foreign_log(log)) return false;
  std::fprintf(stderr,
               "solfec: option --log must name a log of solfec or a new file: '%s' exists and is "
               "none; it is left as it is\n",
               log.c_str());
  return true;
}

/// Makes the path of the script absolute, so that it is found when the script has changed to
/// another folder before RUN copies it.
void keep_path_of_script(RunSettings& settings) {
  if (settings.script.empty()) return;
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::absolute(settings.script, ignored);
  if (!ignored) settings.script = path.string();
}

int run(World& world, const RankOutput& output, Options options) {
  if (options.action == Action::example) {
    if (const std::optional<int> code = choose_example(options)) return *code;
    options.action = Action::run;
  }
  keep_path_of_script(options.settings);
  const int threads = options.settings.threads;
  set_thread_count(threads > 0 ? threads : default_thread_count(world.has_mpi()));
  options.settings.mpi = world.mpi();
  options.settings.writes = world.comm().rank() == 0;
  if (options.action == Action::run || options.action == Action::selftest) {
    warn_of_cores(world, thread_count());
  } else if (world.comm().rank() > 0) {
    return 0;  // a text once
  }
  if (is_foreign_log_named(options.settings.log_file)) return kExitScript;
  switch (options.action) {
    case Action::introduce:
      return print(kIntroduction);
    case Action::help:
      return print(usage());
    case Action::version:
      return print(version_text(options.settings.mpi));
    case Action::doc:
      return print_doc(options.name);
    case Action::example:
      break;  // it runs or was printed above
    case Action::selftest:
      return run_selftest(world, output, options);
    case Action::stubs:
      return write_stubs(options.name);
    case Action::reference:
      return write_file(options.name, language_reference());
    case Action::keys:
      return write_file(options.name, actions_as_markdown());
    case Action::names:
      return write_file(options.name, python_format_names());
    case Action::layout:
      return write_file(options.name, options.name.ends_with(".md") ? markdown_frame_layout()
                                                                    : python_frame_layout());
    case Action::run:
      return run_and_say_what_next(world, output, options);
    case Action::summarize:
      return on_file(summarize, options.name);
    case Action::repair:
      return on_file(repair, options.name);
    case Action::export_results:
      return on_file(
          [&](const std::string& path) {
            const std::string mistake = export_results(path, options.export_command);
            if (!mistake.empty()) throw UsageError(cat("option --time: ", mistake));
            return 0;
          },
          options.name);
    case Action::solve:
      return on_file(
          [&](const std::string& path) {
            return solve_problem(path, options.solve) ? 0 : kExitSolver;
          },
          options.name);
    case Action::why:
      return on_file(
          [&](const std::string& path) { return print(explain_contacts(path, options.why)); },
          options.name);
    case Action::render:
      return render(world, options);
    case Action::view:
      return view(world, options);
  }
  return kExitInternal;
}

int run_and_report(World& world, const RankOutput& output, const std::vector<std::string>& words) {
  try {
    return run(world, output, parse_options(words));
  } catch (const UsageError& error) {
    std::fprintf(stderr, "solfec: %s\n", error.what());
    return kExitUsage;
  } catch (const InputError& error) {  // --example
    std::fprintf(stderr, "solfec: %s\n", error.what());
    return kExitNoInput;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "solfec: out of memory\n");
    return kExitMemory;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "solfec: internal error: %s\n", error.what());
    return kExitInternal;
  }
}

int run_program(int argc, char** argv) {
  try {
    const std::unique_ptr<World> world = start_world(&argc, &argv);
    if (const Launch launch = launch_of_environment(); launch.ranks > 1 && !world->has_mpi()) {
      return refuse_launch(launch, {argv + 1, argv + argc});
    }
    const int rank = world->comm().rank();
    const RankOutput output(rank == 0);
    const int code = run_and_report(*world, output, {argv + 1, argv + argc});
    return world->finish(code, [&] { output.tell(rank); });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "solfec: cannot start: %s\n", error.what());
    return kExitInternal;
  }
}

}  // namespace
}  // namespace solfec

int main(int argc, char** argv) { return solfec::run_program(argc, argv); }
