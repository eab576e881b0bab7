#include "run/frame_output.h"

#include <array>
#include <cstdio>
#include <span>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "output/result_files.h"
#include "run/run_errors.h"
#include "run/stop/wall_time.h"

namespace solfec {

namespace {

// Every so many frames hold their whole state, so that results can be continued after damage
// further in front, or when the files of states are lost.
constexpr int kWholeFrames = 16;

/// How much the frame with a number holds. Whole states hold contacts: where a script asks for
/// these in some frames only, whole states are among them.
StateDetail detail_of_frame(int number, FrameKind kind, bool keeps_states, ContactFrames contacts) {
  if (kind != FrameKind::due || keeps_states || number == 0) return StateDetail::whole;
  if (contacts.every == ContactFrames::kNone) return StateDetail::counted;
  const int whole = (kWholeFrames + contacts.every - 1) / contacts.every * contacts.every;
  if (number % whole == 0) return StateDetail::whole;
  return contacts.holds(number) ? StateDetail::shown : StateDetail::counted;
}

/// Returns, for each phase, the seconds of the rank that took longest.
PhaseTimers largest_of_ranks(Comm& comm, const PhaseTimers& own) {
  std::array<double, kPhaseCount> seconds{};
  for (int i = 0; i < kPhaseCount; ++i) seconds.at(i) = own.seconds(static_cast<Phase>(i));
  comm.all_reduce(Reduction::largest, std::span<double>(seconds));
  PhaseTimers largest = own;
  for (int i = 0; i < kPhaseCount; ++i) {
    const auto phase = static_cast<Phase>(i);
    largest.add(phase, seconds.at(i) - own.seconds(phase));
  }
  return largest;
}

}  // namespace

void FrameOutput::begin() {
  begun_ = true;
  part_.reset();
  if (data_.context.settings.writes) {
    writer_ = std::make_unique<ResultWriter>(data_.folder.folder());
  }
  data_.last_frame_time = -1.0;
}

void FrameOutput::go_on(int frames, int readable) {
  begun_ = true;
  part_.reset();
  if (!data_.context.settings.writes) return;
  writer_ = std::make_unique<ResultWriter>(
      ResultWriter::resume(data_.folder.folder(), make_posix_file, frames));
  const std::string& copy = writer_->kept_in();
  if (frames < readable) {
    data_.say(cat("the state to go on from is missing after frame ", frames - 1, " of ", readable,
                  " (", state_file("", 0).substr(1), " and those beside it); later frames are ",
                  "computed again, the old ones are kept in ", copy));
  } else if (writer_->removed_bytes() > 0) {
    data_.say(cat("the last ", writer_->removed_bytes(),
                  " bytes were no complete frame and are cut off",
                  copy.empty() ? "" : "; they are kept in ", copy));
  }
}

bool FrameOutput::due() const { return data_.output.due(data_.domain.time(), data_.current_step); }

void FrameOutput::write(FrameKind kind, const ConstraintSolver& solver, bool ends_run) {
  Domain& domain = data_.domain;
  if (data_.last_frame_time == domain.time()) return;
  if (!domain.is_whole()) bring_callback_constraints();
  domain.join_ids();
  StepSummary summary = data_.summary;
  summary.sets = of_all_ranks(domain.comm(), summary.sets);
  const PhaseTimers timers = largest_of_ranks(domain.comm(), domain.timers);
  const ModelCounts counts = domain.counts();
  check_results(data_);
  data_.output.advance(domain.time(), data_.current_step);
  if (begun_) {  // else the file has this frame already
    data_.folder.check_ours();
    data_.fill_state(kind, solver);
    data_.state.callback_data = data_.callback.save ? data_.callback.save() : std::string();
  }
  const int number = begun_ ? next_frame() : 0;
  StateDetail detail = detail_of_frame(number, kind, data_.context.settings.keep_states,
                                       data_.state.configuration.contacts);
  if (ends_run && detail == StateDetail::counted) detail = StateDetail::shown;
  std::uint64_t states = 0;
  if (begun_ && !domain.is_whole()) {
    states = digest_.of(domain);
    write_part(number, states, detail);
  }
  if (writer_) {
    writer_->set_compression(data_.state.configuration.compressed);
    writer_->write(domain, summary, timers, data_.state, states, detail);
    if (data_.context.settings.verbose) say_frame(counts);
  }
  constexpr double kSyncInterval = 30.0;  // s; what a loss of power may cost
  sync(kSyncInterval);
  if (begun_) {
    ++writes_;
    domain.comm().barrier();  // the frame is there for all ranks
  }
  data_.last_frame_time = domain.time();
  for (int i = 0; i < kPhaseCount; ++i) {
    const auto phase = static_cast<Phase>(i);
    data_.timers.add(phase, domain.timers.seconds(phase));
  }
  if (domain.timers.steps() > 0) frame_timers_ = domain.timers;
  domain.timers.reset();
}

/// Definitions of constraints that functions made are stored as they stand.
void FrameOutput::bring_callback_constraints() {
  Domain& domain = data_.domain;
  bool any = false;
  domain.for_each_definition([&](const UserConstraint& one) { any = any || one.in_callback; });
  if (any) domain.make_whole();
}

/// Number of the next frame. @note Collective.
int FrameOutput::next_frame() const {
  return data_.domain.comm().all_reduce(Reduction::largest, writer_ ? writer_->next_frame() : 0);
}

/// Writes the part of the next frame that a rank > 0 has. Rank 0 writes its frame when all parts
/// are there.
void FrameOutput::write_part(int frame, std::uint64_t states, StateDetail detail) {
  const Domain& domain = data_.domain;
  Comm& comm = domain.comm();
  const int counted = comm.all_reduce(Reduction::largest, writer_ ? writer_->frame_count() : 0);
  if (!writer_) {
    if (!part_) {
      part_ = std::make_unique<RankPartWriter>(data_.folder.folder(), comm.rank(), frame, counted);
    }
    part_->set_compression(data_.state.configuration.compressed);
    part_->write(domain, frame, states, detail);
  }
  comm.barrier();
}

void FrameOutput::say_frame(const ModelCounts& counts) const {
  std::printf("solfec: %s: frame %d at t=%s s: %d bodies, %d constraints, %d contacts\n",
              data_.folder.folder().c_str(), writer_->frame_count() - 1,
              short_number(data_.domain.time()).c_str(), counts.bodies, counts.constraints,
              counts.contacts);
}

void FrameOutput::sync(double least_interval) {
  if ((!writer_ && !part_) || wall_time() - last_sync_ < least_interval) return;
  if (part_) part_->sync();
  if (writer_) {
    synced_writes_ = writer_->writes();
    writer_->sync();
  }
  last_sync_ = wall_time();
}

void FrameOutput::sync_quietly() {
  try {
    sync(0.0);
  } catch (const OutputError&) {
    return;
  }
}

void FrameOutput::sync_news() {
  const bool has_news = writer_ && synced_writes_ != writer_->writes();
  if (has_news && data_.folder.is_ours()) sync(0.0);
}

ResultReader* FrameOutput::reader() {
  if (!begun_) return nullptr;
  if (!reader_ || reader_writes_ != writes_) {
    reader_ = std::make_unique<ResultReader>(data_.folder.folder());
    reader_writes_ = writes_;
  }
  return reader_.get();
}

const PhaseTimers& FrameOutput::step_timers() const {
  return data_.domain.timers.steps() > 0 ? data_.domain.timers : frame_timers_;
}

}  // namespace solfec
