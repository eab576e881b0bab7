#include "run/run_data.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/check.h"
#include "run/report/log.h"

namespace solfec {

namespace {

bool same_loads(const std::array<LoadValue, 3>& a, const std::array<LoadValue, 3>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](const LoadValue& x, const LoadValue& y) {
    return x.series == y.series && (x.series || x.constant == y.constant);
  });
}

}  // namespace

double checked_step(double step) {
  if (step > 0.0 && std::isfinite(step)) return step;
  throw InputError(cat("step must be positive, got ", step, " s"));
}

RunData::RunData(RunContext& context_of_program, Domain& domain_of_object,
                 const RunChoices& choices_of_object, double step, const std::string& output_path,
                 std::function<void()> on_moved)
    : context(context_of_program),
      domain(domain_of_object),
      choices(choices_of_object),
      folder(context.settings, context.folders, output_path, std::move(on_moved)),
      current_step(step) {
  state.configuration.step_bound = step;
}

void RunData::fill_state(FrameKind kind, const ConstraintSolver& solver) {
  state.kind = kind;
  state.configuration.solver = solver.parameters();
  state.output = output.state();
  state.callback = callback_times.state();
  state.configuration.gravity_changed = !same_loads(domain.loads.gravity, gravity_at_start);
}

void RunData::tell_settings(const ConstraintSolver& solver, double duration,
                            const HeldParts* held) {
  settings = setting_texts(domain, state, solver, lines, held);
  marks.mark(settings);
  if (context.inputs_of && !context.has_called_back) tell_inputs(held);
  settings.push_back({std::string(kDurationOfRun), "", lines.line("RUN"), cat(duration, " s")});
}

/// A call of a function can change what stands in lists and dicts. Many functions are looked at
/// once, at the first RUN.
void RunData::tell_inputs(const HeldParts* held) {
  constexpr std::size_t kMany = 200;
  if (state.run > 1 && domain.loads.callbacks.size() > kMany) return;
  std::vector<FunctionOfScript> functions;
  for (const CallbackForce& force : domain.loads.callbacks) {
    if (force.in_callback) continue;
    functions.push_back({force.body, force.name, context.inputs_of(force)});
  }
  if (callback.inputs)
    functions.push_back({0, state.configuration.callback_function, callback.inputs()});
  for (FunctionOfScript& one : functions) {
    for (const FunctionInput& input : one.inputs) {
      if (!input.is_unknown || one.body == 0) continue;
      uncompared.push_back(cat(input.name, " of the function '", one.name,
                               "' is an object of the type ", input.value,
                               ", whose contents are not compared with those of other runs"));
    }
    std::erase_if(one.inputs, [&](const FunctionInput& input) {
      return input.is_unknown || (input.may_change && context.has_called_loads);
    });
  }
  const SettingTexts texts = function_texts(domain, lines, held, functions);
  settings.insert(settings.end(), texts.begin(), texts.end());
}

void RunData::tell_uncompared() {
  for (const std::string& text : uncompared) {
    if (told_uncompared.insert(text).second) say(text);
  }
  uncompared.clear();
}

void RunData::take_stored_samples(double from) {
  if (!samples.any() || !(domain.time() > from)) return;
  ResultReader reader(folder.folder());
  const int missing = samples.take_from_frames(reader, domain, from, domain.time(), step_bound());
  if (missing > 0) {
    warn(cat("COROTATED_DISPLACEMENTS: the results have no frame at ", missing,
             " of the sampled times, whose samples are left out; OUTPUT at the times of the "
             "samples keeps them"));
  }
}

void RunData::note(const std::string& text) const {
  if (context.settings.writes) log_line(folder.folder(), context.settings.log_file, text);
}

void RunData::say(const std::string& text) const {
  if (!context.settings.writes) return;
  note(text);
  if (context.settings.quiet || !choices.verbose) return;
  std::printf("solfec: %s: %s\n", folder.folder().c_str(), text.c_str());
  std::fflush(stdout);
}

void RunData::warn(const std::string& text) const {
  note(cat("warning: ", text));
  std::fprintf(stderr, "solfec: %s: warning: %s\n", folder.folder().c_str(), text.c_str());
}

}  // namespace solfec
