#include "run/run_continuation.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "output/setting_rows.h"
#include "run/folder/output_folder.h"
#include "run/folder/read_mode.h"
#include "run/report/log.h"

namespace solfec {

namespace {

SettingTexts bodies_only(const SettingTexts& settings) {
  SettingTexts texts;
  std::copy_if(settings.begin(), settings.end(), std::back_inserter(texts), is_of_bodies);
  return texts;
}

/// Settings with the duration of a record: a longer one is what a run goes on for.
SettingTexts with_duration_of(const SettingTexts& stored, SettingTexts settings) {
  const auto is_duration = [](const SettingText& text) { return text.name == kDurationOfRun; };
  std::erase_if(settings, is_duration);
  std::copy_if(stored.begin(), stored.end(), std::back_inserter(settings), is_duration);
  return settings;
}

}  // namespace

void RunContinuation::compare_settings(const RunData& data) {
  differences_.clear();
  is_compared_ = false;
  if (!data.domain.is_whole()) return;
  const std::string& folder = data.folder.folder();
  const int run = data.state.run;
  ReachedFrames none;
  ReadMode reading(folder, past_->reader(), none);
  std::vector<std::string> others;
  if (run == 1) others = reading.start_differences(data.domain);
  HeldParts held;
  held.frames_tell_start = run == 1;
  for (const BodyRecord& body : data.domain.body_records()) {
    held.bodies.emplace(body.id, lasting_name(body));
  }
  const int frame = past_->frame_to_restore(run);
  const double time = frame < 0 ? kEndOfTime : past_->reader().time(frame);
  const SettingRecord record(folder);
  const RunRecord* const of_run = record.find(run);
  const SettingTexts stored = of_run == nullptr ? SettingTexts() : of_run->settings_at(time);
  is_compared_ = !stored.empty();
  if (of_run != nullptr) {
    for (SettingDifference& one :
         setting_differences(bodies_only(data.settings), bodies_only(stored), held)) {
      others.push_back(std::move(one.text));
    }
  }
  if (!others.empty()) refuse_results(folder, others, "-w computes anew");
  if (!is_compared_) return;
  const SettingTexts script = with_duration_of(stored, data.settings);
  for (SettingDifference& one : reading.differences(run, script, held, time)) {
    differences_.push_back(std::move(one.text));
  }
}

/// Tells with both values which settings of the script are others than those that the RUN had up
/// to the frame that was put in, or by name where no record has the values.
void RunContinuation::tell_differences(const RestoreReport& report, const RunData& data) const {
  std::vector<std::string> texts = differences_;
  for (const SettingRow& row : setting_rows()) {
    const bool differs = report.differs.at(static_cast<std::size_t>(row.setting));
    if (is_compared_ || !differs) continue;
    texts.push_back(
        cat(row.name, " is another one than in the results, which do not tell its value"));
  }
  if (texts.empty() || !data.context.settings.writes) return;
  const std::string text =
      listed_below(cat("the results up to t=", short_number(data.domain.time()),
                       " s were computed with other settings than those of the script:"),
                   texts);
  log_line(data.folder.folder(), data.context.settings.log_file, cat("warning: ", text));
  data.warn(text);
}

void RunContinuation::restore(RunData& data, ConstraintSolver& solver, FrameOutput& output) {
  const int run = data.state.run;
  const int index = past_->frame_to_restore(run);
  if (index >= 0) {
    Frame frame;
    const RestoreReport report =
        past_->restore(index, data.state.configuration.at_run_start, data.domain, frame);
    take_over(frame, report, data, solver);
    is_whole_ = form_of(frame.version) == StateForm::whole;
    if (data.choices.on_restored) data.choices.on_restored();
    const FrameKind kind = frame.run.kind;
    if (kind == FrameKind::start || kind == FrameKind::callback_end) {
      data.domain.note_given_velocities();  // as in the run that wrote it
    }
    if (frame.run.run == run && kind != FrameKind::start) {
      goes_on_at_ = data.domain.time();
      tell_differences(report, data);
    }
    if (frame.run.run != run) {
      restored_ = Restored::nothing;
    } else if (kind == FrameKind::due || kind == FrameKind::failed) {
      restored_ = Restored::before_callback;
    } else {
      restored_ = kind == FrameKind::callback_end ? Restored::end : Restored::after_callback;
    }
  }
  if (!past_->at_end()) return;
  output.go_on(past_->frames(), past_->reader().frame_count());
  data.domain.timers.reset();
  past_.reset();
  caught_up_ = true;
}

/// Sets the run loop as it was after the frame. Settings that the script has changed since then
/// hold, the others are those of the frame, which callbacks may have changed.
void RunContinuation::take_over(const Frame& frame, const RestoreReport& report, RunData& data,
                                ConstraintSolver& solver) const {
  const auto differs = [&](Setting setting) {
    return report.differs.at(static_cast<std::size_t>(setting));
  };
  const RunConfiguration& stored = report.configuration;
  RunConfiguration& now = data.state.configuration;
  data.energy_watch = {};
  data.joint_watch = {};
  data.summary = frame.summary;
  data.current_step = frame.summary.step;
  data.last_frame_time = frame.time;
  data.state.failure = frame.run.failure;
  data.state.segment_start = frame.run.segment_start;
  data.state.segment_step = frame.run.segment_step;
  data.state.segment_steps = frame.run.segment_steps;
  const bool other_function = stored.callback_function != now.callback_function;
  if (!differs(Setting::callback) && other_function) {
    throw InputError(
        cat(data.folder.folder(), ": CALLBACK with the function '", stored.callback_function,
            "' was set by a callback and cannot be restored"),
        InputErrorKind::runtime);
  }
  for (const SettingRow& row : setting_rows()) {
    if (row.go_on != nullptr && !differs(row.setting)) row.go_on(stored, now);
  }
  now.step_bound = checked_step(now.step_bound);
  if (!differs(Setting::solver)) solver.set_parameters(stored.solver);
  const auto restored = [&](Setting setting, const Schedule& script, const ScheduleState& state) {
    if (!differs(setting)) return Schedule(state);
    Schedule changed(state.base, script.state().interval);
    changed.advance(frame.time, data.current_step);
    return changed;
  };
  data.output = restored(Setting::output, data.output, frame.run.output);
  data.callback_times = restored(Setting::callback, data.callback_times, frame.run.callback);
  if (data.callback.load && !frame.run.callback_data.empty())
    data.callback.load(frame.run.callback_data);
  for (const SettingRow& row : setting_rows()) {
    if (!differs(row.setting)) continue;
    data.say(cat(row.name, " of the script differs from the stored run and holds from t=",
                 short_number(frame.time), " s on"));
  }
}

void RunContinuation::check_can_step(const RunData& data) const {
  if (is_whole_) return;
  throw InputError(
      cat(data.folder.folder(), ": RUN number ", data.state.run, " goes on from t=",
          short_number(data.domain.time()), " s, where a RUN of the results ended; they hold no ",
          "state to go on from there. Give this RUN the duration that it had and later ones the ",
          "rest, or run with -w to compute new results"),
      InputErrorKind::runtime);
}

bool RunContinuation::is_complete(const RunData& data, double end) {
  const double left = end - data.domain.time();
  const bool complete = restored_ == Restored::end || (restored_ == Restored::after_callback &&
                                                       !(left > 0.5 * data.state.segment_step));
  if (!caught_up_) return complete;
  if (complete) {
    data.say(cat("results are complete up to t=", short_number(data.domain.time()),
                 " s; nothing to do"));
    return true;
  }
  caught_up_ = false;
  if (data.context.settings.writes) {
    continue_output_folder(data.context.settings, data.folder.folder());
  }
  data.say(cat("continues from t=", short_number(data.domain.time()), " s"));
  return false;
}

}  // namespace solfec
