#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "language/python/pybind.h"
#include "language/table/command_table.h"
#include "run/run_context.h"
#include "run/script_trail.h"
#include "run/simulation.h"

namespace solfec {

/// State of the input language beside the simulations themselves; one per process, as is the
/// interpreter.

/// Returns the context that all simulations share: that of the program, or one of its own in
/// ordinary Python.
RunContext& run_context();
/// To be called before the script begins; the context outlives the interpreter.
void set_run_context(RunContext& context);

/// GEOMETRIC_EPSILON of what the script builds, m.
double geometric_epsilon();
/// Sets it, also for simulations made from now on and all living ones; `line` of the script.
void set_geometric_epsilon(double epsilon, const std::string& line);

/// Whether all living simulations and those made from now on print warnings about their model, and
/// shapes about themselves.
void set_model_warnings(bool on);
/// Whether shapes do.
[[nodiscard]] bool shape_warnings();

/// Remembers a simulation for `set_geometric_epsilon` and `release_callbacks`. Without
/// GEOMETRIC_EPSILON its first RUN chooses the tolerance.
void register_simulation(const std::shared_ptr<Simulation>& simulation);

/// Hands all simulations of a script that has ended well to RunContext::at_end, if somebody waits
/// there for them, and lets them go in any case.
/// @param code  Exit code of the script. @return That of the program.
int end_script(int code);

/// Forces all results to the disk and tells what cannot be. @return Whether all of them are there,
/// also those of objects that are gone.
bool sync_all_results();

/// Drops every Python function that any simulation holds; called before the interpreter ends.
void release_callbacks();
/// Drops the Python functions of one simulation. What they run when they are freed may come back.
void drop_functions(Simulation& simulation);

/// How deep the interpreter is inside functions of the user that a RUN calls.
enum class Inside { script, run, step };

/// Marks a call of a user's function; `step` when bodies and constraints are being advanced.
class CallbackScope {
 public:
  explicit CallbackScope(Inside inside);
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  Inside before_;
};

/// Where the interpreter is now.
Inside inside();
/// Whether what the script does to a simulation is done in one of its RUNs: in a function that RUN
/// calls, or between the steps of a TIME_LOOP.
bool acts_in_run(const Simulation& simulation);

/// Marks that the script is between the parts of a step of a TIME_LOOP, where no model may change.
class OpenStep {
 public:
  OpenStep();
  ~OpenStep();
  OpenStep(const OpenStep&) = delete;
  OpenStep& operator=(const OpenStep&) = delete;
};

/// Remembers what ends a TIME_LOOP that the script leaves open, for end_loops.
void register_loop(std::weak_ptr<std::function<void()>> end);
/// Ends all loops that are still on.
void end_loops();

/// Throws InputError (runtime) when a command may not be called where the interpreter is.
void check_where(Where where);

/// Whether several ranks compute, all of which must call a command alike.
bool is_compared(const CommandSpec& command);
/// Whether several ranks compute.
bool ranks_compare();
/// Takes down for the other ranks that the script has called a command or has set a member.
void note_on_trail(std::string_view name, std::span<const TrailArgument> arguments);

/// Name of a function for messages, '?' when it has none.
std::string function_name(const py::object& function);

/// Calls a user's function, given to `command`, with `first`, then `data` (a tuple is expanded,
/// null is left out), then `last`.
/// @throws InputError naming command and function when it does not take so many arguments.
py::object call_with_data(std::string_view command, const py::function& function,
                          const py::tuple& first, const py::object& data, const py::tuple& last);

}  // namespace solfec
