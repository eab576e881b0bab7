#include "language/arguments/session.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "archive/archive_error.h"
#include "base/check.h"
#include "language/python/script_location.h"
#include "run/settings/script_lines.h"

namespace solfec {

namespace {

struct Session {
  RunContext own_context;  // of ordinary Python
  RunContext* context = &own_context;
  double geometric_epsilon = kDefaultTolerance;  // m
  bool epsilon_is_given = false;
  std::string epsilon_line;  // of the script
  bool model_warnings = true;
  std::vector<std::weak_ptr<Simulation>> simulations;
  std::vector<std::shared_ptr<Simulation>> kept;            // for RunContext::at_end
  std::vector<std::weak_ptr<std::function<void()>>> loops;  // what ends them
  Inside inside = Inside::script;
  int open_steps = 0;  // of loops
};

Session& session() {
  static Session session;
  return session;
}

/// A callback of the stored run may have set GEOMETRIC_EPSILON, which then held everywhere.
void take_over_geometric_epsilon(Simulation& simulation) {
  const ContactParams restored = simulation.domain.contact_params;
  if (restored.automatic_tolerance || restored.tolerance == session().geometric_epsilon) return;
  set_geometric_epsilon(restored.tolerance, std::string(kByCallback));
  simulation.domain.contact_params = restored;
}

void note_epsilon_line(Simulation& simulation) {
  simulation.note_line("GEOMETRIC_EPSILON", session().epsilon_line, acts_in_run(simulation));
}

}  // namespace

RunContext& run_context() { return *session().context; }

void set_run_context(RunContext& context) { session().context = &context; }

double geometric_epsilon() { return session().geometric_epsilon; }

void set_geometric_epsilon(double epsilon, const std::string& line) {
  session().geometric_epsilon = epsilon;
  session().epsilon_is_given = true;
  session().epsilon_line = line;
  for (const auto& entry : session().simulations) {
    const auto simulation = entry.lock();
    if (!simulation) continue;
    ContactParams& params = simulation->domain.contact_params;
    params.automatic_tolerance = false;
    set_tolerance(epsilon, params);
    note_epsilon_line(*simulation);
  }
}

void set_model_warnings(bool on) {
  session().model_warnings = on;
  for (const auto& entry : session().simulations) {
    if (const auto simulation = entry.lock()) simulation->choices.warnings = on;
  }
}

bool shape_warnings() { return session().model_warnings; }

void register_simulation(const std::shared_ptr<Simulation>& simulation) {
  simulation->choices.warnings = session().model_warnings;
  simulation->domain.contact_params.automatic_tolerance = !session().epsilon_is_given;
  if (session().epsilon_is_given) note_epsilon_line(*simulation);
  std::erase_if(session().simulations, [](const auto& entry) { return entry.expired(); });
  session().simulations.push_back(simulation);
  if (run_context().at_end) session().kept.push_back(simulation);
  Simulation* const owner = simulation.get();  // the function is its member
  simulation->choices.on_restored = [owner] { take_over_geometric_epsilon(*owner); };
}

int end_script(int code) {
  end_loops();
  const auto kept = std::exchange(session().kept, {});  // they must not outlive the context
  return code == 0 && run_context().at_end ? run_context().at_end(kept) : code;
}

bool sync_all_results() {
  bool all = true;
  for (const auto& entry : session().simulations) {
    const auto simulation = entry.lock();
    if (!simulation) continue;
    try {
      simulation->sync_results();
    } catch (const OutputError& error) {
      std::fprintf(stderr, "solfec: %s\n", error.what());
      all = false;
    }
  }
  return all && !run_context().has_late_error;
}

void release_callbacks() {
  // A copy: dropping a function may run code of the user and free simulations.
  const auto simulations = session().simulations;
  for (const auto& entry : simulations) {
    if (const auto simulation = entry.lock()) drop_functions(*simulation);
  }
}

void drop_functions(Simulation& simulation) {
  simulation.set_callback(1.0, RunCallback{});
  // Swapped out first: dropping a function may free its owner, which comes back here.
  std::vector<CallbackForce> forces;
  forces.swap(simulation.domain.loads.callbacks);
}

CallbackScope::CallbackScope(Inside inside) : before_(session().inside) {
  session().inside = inside;
}

CallbackScope::~CallbackScope() { session().inside = before_; }

Inside inside() { return session().inside; }

bool acts_in_run(const Simulation& simulation) {
  return session().inside != Inside::script || simulation.is_in_loop;
}

OpenStep::OpenStep() { ++session().open_steps; }

OpenStep::~OpenStep() { --session().open_steps; }

void register_loop(std::weak_ptr<std::function<void()>> end) {
  std::erase_if(session().loops, [](const auto& entry) { return entry.expired(); });
  session().loops.push_back(std::move(end));
}

void end_loops() {
  const auto loops = std::exchange(session().loops, {});
  for (const auto& entry : loops) {
    if (const auto end = entry.lock()) (*end)();
  }
}

void check_where(Where where) {
  if (where != Where::anywhere && session().open_steps > 0) {
    throw InputError(
        "not allowed between the parts of a step of TIME_LOOP, but before its predict () and after "
        "its finish ()",
        InputErrorKind::runtime);
  }
  if (where == Where::anywhere || session().inside == Inside::script) return;
  if (session().inside == Inside::step) {
    throw InputError("not allowed in a function that is called within a time step",
                     InputErrorKind::runtime);
  }
  if (where == Where::outside_run) {
    throw InputError("not allowed in a function that RUN calls", InputErrorKind::runtime);
  }
}

bool ranks_compare() { return run_context().comm->size() > 1; }

void note_on_trail(std::string_view name, std::span<const TrailArgument> arguments) {
  run_context().meetings.trail.note(name, script_origin(), arguments);
}

bool is_compared(const CommandSpec& command) {
  // allowed between steps only, but for looking at the model or at results
  constexpr std::array<std::string_view, 8> kLook = {
      "EXPORT_CONTACT_PROBLEM", "SEEK",   "FORWARD", "BACKWARD", "WARNINGS", "RENDER",
      "DISPLAY_POINT",          "HISTORY"};
  const bool looks = std::find(kLook.begin(), kLook.end(), command.name) != kLook.end();
  return ranks_compare() && command.where != Where::anywhere && !looks;
}

std::string function_name(const py::object& function) {
  const py::object name = py::getattr(function, "__name__", py::str("?"));
  return py::isinstance<py::str>(name) ? name.cast<std::string>() : "?";
}

py::object call_with_data(std::string_view command, const py::function& function,
                          const py::tuple& first, const py::object& data, const py::tuple& last) {
  py::tuple arguments = first;
  if (data) {
    const bool expand = py::isinstance<py::tuple>(data);
    arguments =
        arguments + (expand ? py::reinterpret_borrow<py::tuple>(data) : py::make_tuple(data));
  }
  arguments = arguments + last;
  try {
    return function(*arguments);
  } catch (py::error_already_set& error) {
    // without a frame of Python nothing of the function has run: the call itself does not fit
    if (!error.matches(PyExc_TypeError) || error.trace()) throw;
    throw InputError(
        cat("the function '", function_name(function), "' of ", command, " is called with ",
            arguments.size(), arguments.size() == 1 ? " argument: " : " arguments: ",
            std::string(py::str(error.value()))),
        InputErrorKind::type);
  }
}

}  // namespace solfec
