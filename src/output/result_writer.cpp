#include "output/result_writer.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include "archive/frame_writer.h"
#include "base/cat.h"
#include "output/frame_payload.h"
#include "output/model_payload.h"
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

FrameWriter new_file(const std::string& path) {
  set_aside(path);
  return FrameWriter::create(path);
}

bool same_bytes(const XdrWriter& a, const XdrWriter& b) {
  return std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end());
}

}  // namespace

struct ResultWriter::State {
  explicit State(const std::string& folder)
      : frames(new_file(frames_file(folder))), timing(new_file(timing_file(folder))) {}

  void find_changes(const Domain& domain);
  void encode_model(const Domain& domain, XdrWriter& out);
  void write_timing(double time, const PhaseTimers& timers);

  FrameWriter frames;
  FrameWriter timing;
  FrameEncoder encoder;
  XdrWriter payload;
  XdrWriter timing_payload;

  XdrWriter materials;              // of this frame
  XdrWriter written_materials;      // of the last model data
  std::vector<BodyId> written_ids;  // of the last frame
  std::vector<BodyId> new_bodies;   // since then
  std::vector<BodyId> deleted_bodies;
  int model_frame = -1;  // last frame with model data
};

/// Compares the ids of the bodies, in creation order, with those of the last frame.
void ResultWriter::State::find_changes(const Domain& domain) {
  const auto ids = domain.bodies.ids();
  new_bodies.clear();
  deleted_bodies.clear();
  std::set_difference(ids.begin(), ids.end(), written_ids.begin(), written_ids.end(),
                      std::back_inserter(new_bodies));
  std::set_difference(written_ids.begin(), written_ids.end(), ids.begin(), ids.end(),
                      std::back_inserter(deleted_bodies));
  materials.clear();
  encode_materials(domain, materials);
}

void ResultWriter::State::encode_model(const Domain& domain, XdrWriter& out) {
  encode_materials(domain, out);
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

ResultWriter::ResultWriter(const std::string& folder) {
  make_folder(folder);
  state_ = std::make_unique<State>(folder);
}

ResultWriter::~ResultWriter() = default;
ResultWriter::ResultWriter(ResultWriter&&) noexcept = default;
ResultWriter& ResultWriter::operator=(ResultWriter&&) noexcept = default;

void ResultWriter::set_compression(bool on) { state_->frames.set_compression(on); }

void ResultWriter::write(const Domain& domain, const StepSummary& summary,
                         const PhaseTimers& timers) {
  State& s = *state_;
  const bool first = s.frames.frames() == 0;
  s.find_changes(domain);
  FrameEncoder::Changes changes;
  changes.link.has_model =
      first || !s.new_bodies.empty() || !same_bytes(s.materials, s.written_materials);
  changes.link.previous_model = s.model_frame;
  if (!first) changes.new_bodies = s.new_bodies;
  changes.deleted_bodies = s.deleted_bodies;

  s.payload.clear();
  s.encoder.encode(domain, summary, changes, s.payload);
  if (changes.link.has_model) s.encode_model(domain, s.payload);
  s.write_timing(domain.time(), timers);
  s.frames.append(domain.time(), s.payload.bytes());

  // The frame is in the file: only now it counts.
  if (changes.link.has_model) {
    s.model_frame = static_cast<int>(s.frames.frames()) - 1;
    std::swap(s.materials, s.written_materials);
  }
  s.written_ids.assign(domain.bodies.ids().begin(), domain.bodies.ids().end());
}

int ResultWriter::frame_count() const { return static_cast<int>(state_->frames.frames()); }

}  // namespace solfec
