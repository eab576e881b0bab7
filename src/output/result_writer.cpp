#include "output/result_writer.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "base/cat.h"
#include "output/frame_payload.h"
#include "output/model_payload.h"
#include "output/repair.h"
#include "output/result_files.h"

namespace solfec {

namespace fs = std::filesystem;

namespace {

void make_folder(const std::string& folder) {
  std::error_code reason;
  fs::create_directories(folder, reason);
  if (reason) throw OutputError(cat("cannot create '", folder, "': ", reason.message()), true);
}

/// Renames a file that stands where a new one is to be made.
void set_aside(const std::string& path) {
  std::error_code reason;
  if (!fs::exists(path, reason)) return;
  int n = 1;
  while (fs::exists(cat(path, ".bak-", n), reason)) ++n;
  fs::rename(path, cat(path, ".bak-", n), reason);
  if (reason) throw OutputError(cat("cannot rename '", path, "': ", reason.message()), true);
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
  State(FrameWriter frames_writer, FrameWriter timing_writer)
      : frames(std::move(frames_writer)), timing(std::move(timing_writer)) {}

  void take_over(FrameReader& file);
  void find_changes(const Domain& domain, const RunConfiguration& run);
  void encode_model(const Domain& domain, const RunConfiguration& run, XdrWriter& out);
  void write_timing(double time, const PhaseTimers& timers);

  FrameWriter frames;
  FrameWriter timing;
  FrameEncoder encoder;
  XdrWriter payload;
  XdrWriter timing_payload;

  XdrWriter definitions;  // of this frame

  // the last frame that is not provisional, and its model data
  std::vector<std::byte> written_definitions;
  std::vector<BodyId> written_ids;
  int model_frame = -1;  // last such frame with model data, -1: none

  std::vector<BodyId> new_bodies;  // since then
  std::vector<BodyId> deleted_bodies;
  long long writes = 0;
};

/// Learns from the file what the writer that made it knew.
void ResultWriter::State::take_over(FrameReader& file) {
  Frame content;
  int last = file.frames() - 1;
  ModelLink link;
  for (;; --last) {
    XdrReader in(file.payload(last));
    link = decode_head(in, content);
    decode_bodies(in, content);
    if (!is_provisional(content.run.kind) || last == 0) break;
  }
  written_ids = content.body;
  model_frame = link.holding(last);
  const auto stored = file.payload(model_frame);
  XdrReader in(stored);
  if (!decode_head(in, content).has_model) {
    throw ArchiveError(cat(file.path(), ": the model data of frame ", last, " are missing"));
  }
  decode_bodies(in, content);
  decode_constraints(in, true, content);
  const std::size_t start = stored.size() - in.remaining();
  (void)decode_definitions(in);
  const auto bytes = stored.subspan(start, stored.size() - in.remaining() - start);
  written_definitions.assign(bytes.begin(), bytes.end());
  if (last + 1 < file.frames()) frames.replace_last();
}

/// Compares the ids of the bodies, in creation order, with those of the last frame.
void ResultWriter::State::find_changes(const Domain& domain, const RunConfiguration& run) {
  const auto ids = domain.bodies.ids();
  new_bodies.clear();
  deleted_bodies.clear();
  std::set_difference(ids.begin(), ids.end(), written_ids.begin(), written_ids.end(),
                      std::back_inserter(new_bodies));
  std::set_difference(written_ids.begin(), written_ids.end(), ids.begin(), ids.end(),
                      std::back_inserter(deleted_bodies));
  definitions.clear();
  encode_definitions(domain, run, definitions);
}

void ResultWriter::State::encode_model(const Domain& domain, const RunConfiguration& run,
                                       XdrWriter& out) {
  encode_definitions(domain, run, out);
  out.write_uint32(static_cast<std::uint32_t>(new_bodies.size()));
  for (const BodyId id : new_bodies) {
    const BodyRecord& record = *domain.find_body(id);
    encode_body(record, domain.bodies.characteristics(domain.body_ref(id)),
                geometry_hash(*record.shape), out);
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

ResultWriter::ResultWriter(const std::string& folder, const FileFactory& files) {
  make_folder(folder);
  state_ = std::make_unique<State>(new_file(frames_file(folder), files),
                                   new_file(timing_file(folder), files));
}

ResultWriter::ResultWriter() = default;

ResultWriter ResultWriter::resume(const std::string& folder, const FileFactory& files) {
  const std::string path = frames_file(folder);
  FrameReader file(path, ScanDepth::headers);
  if (file.frames() == 0) throw ArchiveError(cat(path, ": no readable frame"));
  const double time = file.time(file.frames() - 1);
  Frame last;
  XdrReader in(file.payload(file.frames() - 1));
  decode_head(in, last);
  const bool provisional = is_provisional(last.run.kind) && file.frames() > 1;
  const long long end = file.index().end;
  if (frames_behind(path, end) > 0) (void)keep_tail(path, end);  // not the trace of a kill
  ResultWriter writer;
  writer.state_ =
      std::make_unique<State>(FrameWriter::resume(path, file.frames(), files()),
                              resumed_timing(timing_file(folder), time, provisional, files));
  writer.state_->take_over(file);
  return writer;
}

ResultWriter::~ResultWriter() = default;
ResultWriter::ResultWriter(ResultWriter&&) noexcept = default;
ResultWriter& ResultWriter::operator=(ResultWriter&&) noexcept = default;

void ResultWriter::set_compression(bool on) { state_->frames.set_compression(on); }

void ResultWriter::write(const Domain& domain, const StepSummary& summary,
                         const PhaseTimers& timers, const RunState& run) {
  State& s = *state_;
  const bool first = s.model_frame < 0;
  s.find_changes(domain, run.configuration);
  FrameEncoder::Changes changes;
  changes.link.has_model =
      first || !s.new_bodies.empty() || !same_bytes(s.definitions.bytes(), s.written_definitions);
  changes.link.previous_model = s.model_frame;
  if (!first) changes.new_bodies = s.new_bodies;
  changes.deleted_bodies = s.deleted_bodies;

  s.payload.clear();
  s.encoder.encode(domain, summary, run, changes, s.payload);
  if (changes.link.has_model) s.encode_model(domain, run.configuration, s.payload);
  s.write_timing(domain.time(), timers);
  s.frames.append(domain.time(), s.payload.bytes());

  // The frame is in the file: only now it counts.
  ++s.writes;
  if (is_provisional(run.kind)) {
    s.frames.replace_last();
    s.timing.replace_last();
    return;
  }
  if (changes.link.has_model) {
    s.model_frame = static_cast<int>(s.frames.frames()) - 1;
    s.written_definitions.assign(s.definitions.bytes().begin(), s.definitions.bytes().end());
  }
  s.written_ids.assign(domain.bodies.ids().begin(), domain.bodies.ids().end());
}

void ResultWriter::sync() { state_->frames.sync(); }

long long ResultWriter::removed_bytes() const { return state_->frames.removed_bytes(); }

long long ResultWriter::writes() const { return state_->writes; }

int ResultWriter::frame_count() const { return static_cast<int>(state_->frames.frames()); }

}  // namespace solfec
