#include "run/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "archive/archive_error.h"
#include "base/check.h"
#include "output/setting_hashes.h"
#include "run/folder/view_file.h"
#include "run/report/check_report.h"
#include "run/settings/body_settings.h"
#include "run/stop/agreement.h"

namespace solfec {

Simulation::Simulation(RunContext& context, Analysis analysis, double step,
                       const std::string& output, double tolerance)
    : domain(analysis, tolerance, *context.comm, context.bisection),
      data_(context, domain, choices, checked_step(step), output,
            [this] { forget_moved_reader(); }),
      output_(data_),
      session_(data_, output_, continuation_) {
  Visit visit;
  visit.place = MeetingPlace::analysis;
  context.meetings.meet(*context.comm, visit);
  choose_mode();
}

/// The reader of a live run has the old path of its files.
void Simulation::forget_moved_reader() {
  if (mode_ == Mode::read) return;
  output_.forget_reader();
  if (data_.record) data_.record->moved_to(folder());
}

void Simulation::choose_mode() {
  const RunSettings& settings = data_.context.settings;
  const bool mine = data_.folder.written_here();
  if (!mine && (settings.write_anew || settings.check_only)) return;
  // one answer for all ranks, however fast the first of them goes on and writes
  if (!as_rank_0(domain.comm(), ResultReader::has_results(folder()))) return;
  if (!mine && settings.go_on) {
    continuation_.open(folder());
    return;
  }
  mode_ = Mode::read;
  reader_ = std::make_unique<ResultReader>(folder());
  if (settings.read_others) reader_->accept_other_materials();
  reading_ = std::make_unique<ReadMode>(folder(), *reader_, data_.context.reached);
  if (!mine && !settings.quiet) {
    std::printf("solfec: reads %s%s\n", reading_->headline().c_str(),
                settings.script.empty() ? "" : "; -w computes anew");
    std::fflush(stdout);
  }
  for (const std::string& text : reading_->warnings()) data_.warn(text);
}

Simulation::~Simulation() {
  try {
    sync_results();
  } catch (const OutputError& error) {
    std::fprintf(stderr, "solfec: %s\n", error.what());
    data_.context.has_late_error = true;
  }
}

void Simulation::set_step_bound(double step) {
  data_.state.configuration.step_bound = checked_step(step);
}

void Simulation::set_output(double interval, bool compressed, ContactFrames contacts) {
  data_.output = Schedule(domain.time(), interval);
  data_.state.configuration.compressed = compressed;
  data_.state.configuration.contacts = contacts;
}

void Simulation::sample_displacements(std::vector<BodyId> bodies, std::optional<SampleTimes> times,
                                      DisplacementSamples::Sink sink) {
  if (!times) times.emplace(Schedule(domain.time(), data_.output.state().interval));
  data_.samples.add(std::move(bodies), std::move(*times), std::move(sink));
}

void Simulation::set_callback(double interval, RunCallback callback) {
  data_.callback_times = Schedule(domain.time(), interval);
  data_.state.configuration.callback_function = callback.name;
  data_.state.configuration.callback_is_nested = callback.is_nested;
  std::swap(data_.callback, callback);  // the old one goes when nothing here is half changed
}

// ---- RUN -------------------------------------------------------------------------------------

RunSession& Simulation::begin_run(ConstraintSolver& solver, double duration,
                                  FailureHook on_failure) {
  if (!(duration > 0.0) || !std::isfinite(duration)) {
    throw InputError(cat("duration must be positive, got ", duration, " s"));
  }
  if (mode_ == Mode::read) {
    const double from = domain.time();
    read_run(solver, duration);
    data_.take_stored_samples(from);
    session_.pass();
  } else if (data_.context.settings.check_only) {
    data_.scale.choose_tolerance(domain);
    const std::optional<ModelReview> review = review_model(data_);
    print_check_report(domain);
    if (review) print_model_warnings(*review, data_);
    session_.pass();
  } else if (data_.context.settings.pictures_only) {
    data_.scale.choose_tolerance(domain);
    domain.detect_contacts();
    session_.pass();
  } else {
    session_.begin(solver, duration, std::move(on_failure));
    store_view();
  }
  return session_;
}

void Simulation::store_view() {
  if (mode_ != Mode::write || !output_.writes() || !data_.context.settings.writes) return;
  data_.folder.check_ours();
  solfec::store_view(data_.folder.folder(), view);
}

RunEnd Simulation::run(ConstraintSolver& solver, double duration, FailureHook on_failure) {
  RunSession& session = begin_run(solver, duration, std::move(on_failure));
  while (session.advance()) {
  }
  return session.end();
}

void Simulation::sync_results() { output_.sync_news(); }

// ---- results ---------------------------------------------------------------------------------

ResultReader* Simulation::results() {
  if (continuation_.has_frames()) return &continuation_.reader();
  return mode_ == Mode::read ? reader_.get() : output_.reader();
}

void Simulation::show_frame(int frame) {
  SOLFEC_ASSERT(mode_ == Mode::read);
  const int shown = std::clamp(frame, 0, reader_->frame_count() - 1);
  reader_->show(shown, domain, shown_);
  shown_frame_ = shown;
  shown_constraints_ = shown_->constraints;
  std::erase_if(deleted_, [&](BodyId id) { return shown_->find(id) != nullptr; });
  domain.set_time(shown_->time);  // the script's clock
  const std::vector<std::string> adopted = reader_->take_adopted();
  if (adopted.size() == 1) {
    data_.warn(cat(adopted.front(),
                   " is not made by the script up to here; it is taken from the results"));
  } else if (!adopted.empty()) {
    data_.warn(cat(adopted.size(), " bodies, the first one ", adopted.front(),
                   ", are not made by the script up to here; they are taken from the results"));
  }
}

/// Advice for a user whose script has other settings than the results.
std::string Simulation::remedies() const {
  if (data_.folder.written_here()) {
    return "another SOLFEC object of this script has written them; a path of its own computes anew";
  }
  return data_.context.settings.script.empty()
             ? "remove the folder to compute anew; the package solfec_results reads it as it is"
             : "-w computes anew, --read reads the results all the same";
}

/// Compares the script with the results and shows what stood at the end of the RUN.
void Simulation::read_run(ConstraintSolver& solver, double duration) {
  if (++data_.state.run == 1) reader_->check_constraints(domain);
  data_.fill_state(FrameKind::start, solver);
  ReadMode& reading = *reading_;
  const HeldParts held = reading.held_at(data_.state.run, domain);
  data_.tell_settings(solver, duration, &held);
  data_.lines.forget_bodies_with(kInitialVelocity);
  std::vector<std::string> others;
  if (data_.state.run == 1 && shown_frame_ < 0) others = reading.start_differences(domain);
  if (domain.script_body_count() > 0) {
    for (const SettingDifference& one :
         reading.differences(data_.state.run, data_.settings, held)) {
      if (one.moves_bodies) others.push_back(one.text);
      if (!one.moves_bodies) data_.warn(one.text);
    }
    for (const std::string& text :
         reading.earlier_differences(data_.state.run, data_.settings, held)) {
      data_.warn(text);
    }
    if (data_.state.run == 1 && others.empty()) {
      others = reading.hash_differences(setting_hashes(domain, data_.state), held);
    }
  }
  const RunSettings& settings = data_.context.settings;
  if (!others.empty() && !settings.read_others) refuse_results(folder(), others, remedies());
  for (const std::string& text : others) data_.warn(text);
  std::string missing;
  show_frame(reading.end_frame(data_.state.run, duration, missing));
  if (!missing.empty()) data_.warn(missing);
}

void Simulation::note_line(std::string_view command, const std::string& line, bool in_callback) {
  ScriptLines& lines = data_.lines;
  const Loads& loads = domain.loads;
  const auto note_last = [&](const auto& all, const auto& key_of) {
    if (!all.empty()) lines.note_item(command, key_of(all.back()), line);
  };
  const auto body_of = [](const auto& load) { return load.body; };
  const bool by_function = command == kForceFunctions;
  lines.note(by_function ? "FORCE" : command, line, in_callback);
  if (command == "FORCE") note_last(loads.forces, body_of);
  if (by_function) note_last(loads.callbacks, body_of);
  if (command == "TORQUE") note_last(loads.torques, body_of);
  if (command == "PRESSURE") note_last(loads.pressures, body_of);
  if (command == "SIMPLIFIED_CRACK") note_last(loads.cracks, body_of);
  if (command == "constraint") {
    const auto all = domain.user_constraints();
    note_last(all, [](const UserConstraint& one) { return one.id; });
    for (const UserConstraint& one : all) {  // a joint has many rows
      const ConstraintId joint = all.back().joint.joint;
      if (joint != 0 && one.joint.joint == joint) lines.note_item(command, one.id, line);
    }
  }
}

void Simulation::delete_body(BodyId id) {
  if (is_building()) {
    domain.remove_body(id);
  } else {
    reading_->note_deleted_body(id);
    deleted_.insert(id);
    std::erase_if(shown_constraints_,
                  [id](const auto& row) { return row.master == id || row.slave == id; });
  }
}

void Simulation::delete_constraint(ConstraintId id) {
  if (is_building()) {
    domain.remove_constraint(id);
  } else {
    reading_->note_deleted_constraint(id);
    std::erase_if(shown_constraints_, [id](const auto& row) { return row.id == id; });
  }
}

/// A constraint that a script makes while it looks at a frame stands where its bodies are there.
ConstraintId Simulation::add_constraint(const UserConstraint& constraint) {
  const ConstraintId id = domain.add_constraint(constraint);
  if (shown_ == nullptr) return id;
  const auto id_there = [this](BodyId body) {
    const SnapshotBody* const found = shown_->find(body);
    return found == nullptr ? BodyId{0} : found->id_in_bodies;
  };
  ConstraintRecord record = *domain.find_constraint(id);
  UserConstraint placed = domain.user_constraints().back();
  placed.master = id_there(constraint.master);
  placed.slave = id_there(constraint.slave);
  const bool all_there = (placed.master == 0) == (constraint.master == 0) &&
                         (placed.slave == 0) == (constraint.slave == 0);
  if (all_there) {
    place_constraint(shown_->bodies, placed);
    record.point = placed.point;
    record.slave_point = placed.slave_point;
    record.frame = placed.frame;
  }
  const auto first_contact =
      std::find_if(shown_constraints_.begin(), shown_constraints_.end(),
                   [](const auto& row) { return row.kind == ConstraintKind::contact; });
  shown_constraints_.insert(first_contact, record);
  return id;
}

// ---- state -----------------------------------------------------------------------------------

void Simulation::need_all() const {
  if (domain.is_whole() || session_.phase() == RunPhase::running) return;
  throw InputError(cat(
      "rank ", domain.comm().rank(), " of ", domain.comm().size(),
      " has only its part of this model: that is so beyond ", data_.context.settings.shared_items,
      " bodies and contacts (option --share), and after a RUN that has failed. Look at it by "
      "functions of CALLBACK, or in the results"));
}

bool Simulation::owns(BodyId id) const {
  if (domain.find_body(id) == nullptr || domain.bodies.is_ghost(id)) return false;
  return shown_ == nullptr || shown_->find(id) != nullptr;
}

const std::vector<ConstraintRecord>& Simulation::constraints() const {
  need_all();
  return shown_ == nullptr ? domain.constraints() : shown_constraints_;
}

const ConstraintRecord* Simulation::find_constraint(ConstraintId id) const {
  const auto& all = constraints();
  const auto found =
      std::find_if(all.begin(), all.end(), [id](const auto& row) { return row.id == id; });
  return found == all.end() ? nullptr : &*found;
}

bool Simulation::holds(BodyId id) const {
  need_all();
  if (has_deleted(id)) return false;
  return domain.find_body(id) != nullptr && (shown_ == nullptr || shown_->find(id) != nullptr);
}

const Bodies& Simulation::bodies() const {
  need_all();
  return shown_ == nullptr ? domain.bodies : shown_->bodies;
}

BodyRef Simulation::place_of(BodyId id) const {
  return shown_ == nullptr ? domain.body_ref(id) : shown_->find(id)->place;
}

Energies Simulation::energies(std::span<const BodyId> ids) const {
  need_all();
  return shown_ == nullptr ? domain.energies(ids) : shown_->energies(ids);
}

ConstraintId Simulation::worst_constraint() {
  if (mode_ == Mode::write) return data_.summary.worst;
  if (shown_ != nullptr) return shown_->summary.worst;
  Frame frame;
  reader_->load(0, frame, FrameParts::bodies);
  return frame.summary.worst;
}

double Simulation::timing(Phase phase) {
  if (mode_ == Mode::read) {
    if (shown_frame_ < 0) show_frame(0);
    return reader_->timing(shown_frame_).seconds[static_cast<int>(phase)];
  }
  const PhaseTimers& timers = output_.step_timers();
  return timers.seconds(phase) / std::max(1, timers.steps());
}

}  // namespace solfec
