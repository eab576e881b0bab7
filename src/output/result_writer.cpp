#include "output/result_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <vector>

#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "base/cat.h"
#include "domain/state_archive.h"
#include "output/frame_archive.h"
#include "output/kept_tail.h"
#include "output/model_archive.h"
#include "output/rank_parts.h"
#include "output/result_files.h"
#include "output/set_aside.h"
#include "output/state_files.h"

namespace solfec {

namespace fs = std::filesystem;

namespace {

void make_folder(const std::string& folder) {
  std::error_code reason;
  fs::create_directories(folder, reason);
  if (reason) throw OutputError(cat("cannot create '", folder, "': ", reason.message()), true);
}

/// The names of new files, and of the folder itself, must outlast a loss of power too.
void sync_names(const fs::path& folder) {
  const fs::path parent = fs::absolute(folder).lexically_normal().parent_path();
  for (const fs::path& each : {folder, parent}) {
    const int error = sync_folder(each.string());
    if (error == 0 || (each == parent && error == EACCES)) continue;
    throw OutputError(cat(each.string(), ": cannot be written: ", system_message(error)), false);
  }
}

FrameWriter new_file(const std::string& path, const FileFactory& files) {
  set_aside(path);
  return FrameWriter::create(path, files());
}

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Timing file of results that go on: its entries up to the last frame, or a new file.
FrameWriter resumed_timing(const std::string& path, double time, bool provisional,
                           const FileFactory& files) {
  try {
    FrameReader entries(path);
    std::int64_t kept = 0;
    while (kept < entries.frames() && entries.time(static_cast<int>(kept)) <= time) ++kept;
    if (kept > 0) {
      FrameWriter writer = FrameWriter::resume(path, kept, files());
      if (provisional && entries.time(static_cast<int>(kept) - 1) == time) writer.replace_last();
      return writer;
    }
  } catch (const ArchiveError&) {  // missing or not readable: starts anew
  }
  return new_file(path, files);
}

}  // namespace

struct ResultWriter::State {
  State(FrameWriter frames_writer, FrameWriter timing_writer, StateFiles files)
      : frames(std::move(frames_writer)),
        timing(std::move(timing_writer)),
        state_files(std::move(files)) {}

  /// Data that readers know after a frame.
  struct Known {
    std::vector<std::byte> definitions;  // of the last frame with model data
    std::vector<BodyId> ids;
    int model_frame = -1;  // last frame with model data, -1: none
  };

  static Known learn(const std::string& folder, FrameReader& file, int frame);
  void take_over(const std::string& folder, FrameReader& file, int frames_there);
  void find_changes(const Domain& domain, const RunConfiguration& run);
  void save_model(const Domain& domain, XdrWriter& out);
  void learn_from(bool has_model, int frame, Known& after) const;
  void write_timing(double time, const PhaseTimers& timers);
  void fill(const Domain& domain, StateDetail detail);

  FrameWriter frames;
  FrameWriter timing;
  StateFiles state_files;
  XdrWriter payload;
  XdrWriter timing_payload;

  FrameHead frame_head;  // of this frame
  StateWriter states;
  StoredModel model;  // without bodies
  XdrWriter definitions;

  Known known;                  // from the last frame that is not provisional
  std::optional<Known> at_end;  // from the provisional one behind it

  std::vector<BodyId> ids;         // of the bodies of this frame
  std::vector<BodyId> new_bodies;  // since the last frame that is not provisional
  std::vector<BodyId> deleted_bodies;
  long long writes = 0;
  bool folder_synced = false;  // since the files were made
  std::string kept_in;         // copy of what `resume` cut off
};

/// Bodies of a frame, and the bytes of the definitions that hold there: those of the frame itself
/// or of the latest one before it that has model data.
ResultWriter::State::Known ResultWriter::State::learn(const std::string& folder, FrameReader& file,
                                                      int frame) {
  Frame content;
  Known known;
  XdrReader head(file.payload(frame));
  const ModelLink link = load_head(head, content);
  load_bodies(head, content);
  ModelStates all{std::move(content.bodies), {}};
  RankParts(folder).join(content, frame, file.time(frame), all);
  known.ids = all.bodies.ids();
  known.model_frame = link.holding(frame);
  const auto stored = file.payload(known.model_frame);
  XdrReader in(stored);
  if (!load_head(in, content).has_model) {
    throw ArchiveError(cat(file.path(), ": the model data of frame ", frame, " are missing"));
  }
  load_bodies(in, content);
  load_constraints(in, true, content);
  const std::size_t start = stored.size() - in.remaining();
  (void)load_definitions(in);
  const auto bytes = stored.subspan(start, stored.size() - in.remaining() - start);
  known.definitions.assign(bytes.begin(), bytes.end());
  return known;
}

/// Learns from the file what the writer that made it knew.
void ResultWriter::State::take_over(const std::string& folder, FrameReader& file,
                                    int frames_there) {
  const int last = frames_there - 1;
  Frame content;
  XdrReader head(file.payload(last));
  load_head(head, content);
  if (!is_provisional(content.run.kind) || last == 0) {
    known = learn(folder, file, last);
    return;
  }
  known = learn(folder, file, last - 1);
  at_end = learn(folder, file, last);
  frames.replace_last();
}

/// Compares the ids of the bodies, in creation order, with those of the last frame.
void ResultWriter::State::find_changes(const Domain& domain, const RunConfiguration& run) {
  ids.clear();
  domain.for_each_record([this](const BodyRecord& record) { ids.push_back(record.id); });
  std::sort(ids.begin(), ids.end());
  new_bodies.clear();
  deleted_bodies.clear();
  std::set_difference(ids.begin(), ids.end(), known.ids.begin(), known.ids.end(),
                      std::back_inserter(new_bodies));
  std::set_difference(known.ids.begin(), known.ids.end(), ids.begin(), ids.end(),
                      std::back_inserter(deleted_bodies));
  definitions.clear();
  store_definitions(domain, run, model);
  save_definitions(model, definitions);
}

void ResultWriter::State::learn_from(bool has_model, int frame, Known& after) const {
  if (has_model) {
    after.model_frame = frame;
    after.definitions.assign(definitions.bytes().begin(), definitions.bytes().end());
  }
  after.ids = ids;
}

void ResultWriter::State::save_model(const Domain& domain, XdrWriter& out) {
  save_definitions(model, out);
  out.write_uint32(static_cast<std::uint32_t>(new_bodies.size()));
  for (const BodyId id : new_bodies) {
    save(stored_body(*domain.find_record(id), domain.characteristics(id)), out);
  }
}

void ResultWriter::State::write_timing(double time, const PhaseTimers& timers) {
  FrameTiming mean;
  for (int i = 0; i < kPhaseCount; ++i) {
    mean.seconds[i] = timers.seconds(static_cast<Phase>(i)) / std::max(1, timers.steps());
  }
  timing_payload.clear();
  timing_payload.write_array(std::span<const double>(mean.seconds));
  timing.append(time, timing_payload.bytes());
}

/// Makes the payload of the frame, but for the model data.
void ResultWriter::State::fill(const Domain& domain, StateDetail detail) {
  payload.clear();
  frame_head.version = version_of(detail);
  save_head(domain, frame_head, payload);
  states.save_own_bodies(domain, payload);
  states.save_constraints(domain, payload, detail);
}

ResultWriter::ResultWriter(const std::string& folder, const FileFactory& files) {
  constexpr double kNoFrame = -1.0;
  make_folder(folder);
  state_ = std::make_unique<State>(new_file(frames_file(folder), files),
                                   new_file(timing_file(folder), files),
                                   StateFiles(folder, 0, kNoFrame, files));
}

ResultWriter::ResultWriter() = default;

ResultWriter ResultWriter::resume(const std::string& folder, const FileFactory& files, int frames) {
  const std::string path = frames_file(folder);
  FrameReader file(path, ScanDepth::headers);
  const int there = std::min(complete_frames(folder, file), frames);
  if (there == 0) throw ArchiveError(cat(path, ": no readable frame"));
  const double time = file.time(there - 1);
  Frame last;
  XdrReader in(file.payload(there - 1));
  load_head(in, last);
  const bool provisional = is_provisional(last.run.kind) && there > 1;
  const long long end = there < file.frames()
                            ? file.index().frames.at(static_cast<std::size_t>(there)).offset
                            : file.index().end;
  ResultWriter writer;
  std::string kept_in;
  if (frames_behind(path, end) > 0) kept_in = keep_tail(path, end);  // not the trace of a kill
  writer.state_ =
      std::make_unique<State>(FrameWriter::resume(path, there, files()),
                              resumed_timing(timing_file(folder), time, provisional, files),
                              StateFiles(folder, 0, time, files));
  writer.state_->take_over(folder, file, there);
  writer.state_->kept_in = kept_in;
  return writer;
}

ResultWriter::~ResultWriter() = default;
ResultWriter::ResultWriter(ResultWriter&&) noexcept = default;
ResultWriter& ResultWriter::operator=(ResultWriter&&) noexcept = default;

void ResultWriter::set_compression(bool on) {
  state_->frames.set_compression(on);
  state_->state_files.set_compression(on);
}

void ResultWriter::write(const Domain& domain, const StepSummary& summary,
                         const PhaseTimers& timers, const RunState& run, std::uint64_t states,
                         StateDetail detail) {
  State& s = *state_;
  const bool first = s.known.model_frame < 0;
  s.find_changes(domain, run.configuration);
  FrameHead& head = s.frame_head;
  head.link.has_model =
      first || !s.new_bodies.empty() || !same_bytes(s.definitions.bytes(), s.known.definitions);
  head.link.previous_model = s.known.model_frame;
  head.ranks = domain.is_whole() ? 1 : domain.comm().size();
  head.states = states;
  head.summary = summary;
  head.run = run;
  head.new_bodies.clear();
  if (!first) head.new_bodies = s.new_bodies;
  head.deleted_bodies = s.deleted_bodies;

  if (detail != StateDetail::whole) {
    s.fill(domain, StateDetail::whole);
    s.state_files.write(domain.time(), s.payload.bytes());
  }
  s.fill(domain, detail);
  if (head.link.has_model) s.save_model(domain, s.payload);
  s.write_timing(domain.time(), timers);
  s.frames.append(domain.time(), s.payload.bytes());
  if (first) s.payload = {};  // with the whole model it is larger than those to come

  // The frame is in the file: only now it counts.
  ++s.writes;
  const int frame = static_cast<int>(s.frames.frames()) - 1;
  if (is_provisional(run.kind)) {
    s.at_end = s.known;
    s.learn_from(head.link.has_model, frame, *s.at_end);
    s.frames.replace_last();
    s.timing.replace_last();
    return;
  }
  s.at_end.reset();
  s.learn_from(head.link.has_model, frame, s.known);
}

void ResultWriter::keep_last() {
  State& s = *state_;
  if (!s.at_end) return;
  s.known = std::move(*s.at_end);
  s.at_end.reset();
  s.frames.keep_last();
  s.timing.keep_last();
}

void ResultWriter::sync() {
  state_->state_files.sync();
  state_->frames.sync();
  state_->timing.sync();
  if (state_->folder_synced) return;
  sync_names(std::filesystem::path(state_->frames.path()).parent_path());
  state_->folder_synced = true;
}

long long ResultWriter::removed_bytes() const { return state_->frames.removed_bytes(); }

const std::string& ResultWriter::kept_in() const { return state_->kept_in; }

long long ResultWriter::writes() const { return state_->writes; }

int ResultWriter::next_frame() const { return frame_count() - (state_->at_end ? 1 : 0); }

int ResultWriter::frame_count() const { return static_cast<int>(state_->frames.frames()); }

}  // namespace solfec
