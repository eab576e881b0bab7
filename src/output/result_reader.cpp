#include "output/result_reader.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>

#include "archive/archive_error.h"
#include "archive/fields.h"
#include "archive/frame_reader.h"
#include "archive/xdr.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/state_archive.h"
#include "output/body_binding.h"
#include "output/frame_archive.h"
#include "output/frame_snapshots.h"
#include "output/model_archive.h"
#include "output/rank_parts.h"
#include "output/result_files.h"
#include "output/state_files.h"

namespace solfec {

struct ResultReader::State {
  explicit State(const std::string& results)
      : frames(frames_file(results), ScanDepth::headers),
        count(complete_frames(results, frames)),
        folder(results),
        parts(results) {}

  void open_timing();
  void read_model();
  void read_model_of(int frame);
  StoredModel definitions_at(int frame);
  void check_snapshot(int frame);
  void take_ids_of(const Domain& domain, Snapshot& snapshot) const;
  /// Returns the text of what is wrong with a frame; errors of the file itself name it already.
  std::string at(int frame, const std::string& problem) const {
    if (problem.compare(0, frames.path().size(), frames.path()) == 0) return problem;
    return cat(frames.path(), ": frame ", frame, ": ", problem);
  }

  void join_parts(int frame, bool constraints, Frame& content);
  bool load_state(int frame, Frame& content);
  bool load_state_of(FrameReader& file, int frame, Frame& content);
  bool has_state(int frame);

  FrameReader frames;
  int count;  // of frames that all their ranks have written
  std::string folder;
  RankParts parts;
  std::optional<FrameReader> timing;
  ModelArchive archive;
  BodyBinding binding;
  FrameSnapshots snapshots;
  Frame decoded;  // storage of `snapshot` and `show`
};

namespace {

/// Whether a stored constraint, its bodies being those of the domain, has the id of another one.
bool is_another_in(const Domain& domain, const ConstraintRecord& row) {
  if (row.id <= 0 || !is_of_script(row.id)) return false;
  const auto mine = domain.user_constraints();  // ids increase: callbacks make none here
  const auto found =
      std::lower_bound(mine.begin(), mine.end(), row.id,
                       [](const UserConstraint& one, ConstraintId id) { return one.id < id; });
  return found != mine.end() && found->id == row.id &&
         (found->kind != row.kind || found->master != row.master || found->slave != row.slave);
}

/// A FIFO or a device is damage whatever reads it, no lack of results.
void check_regular(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_other(std::filesystem::status(path, ignored))) return;
  throw ArchiveError(cat(path, ": cannot be opened: ", system_message(kNoRegularFile)));
}

/// Names the files of ranks without which no frame can be shown.
[[noreturn]] void fail_incomplete(const std::string& folder, FrameReader& frames) {
  std::string text = cat(frames.path(), ": no frame that all its ranks have written");
  for (const std::string& line : missing_parts(folder, frames)) text += "; " + line;
  throw ArchiveError(text);
}

[[noreturn]] void fail_missing(const std::string& text) {
  throw InputError(text, InputErrorKind::runtime);
}

}  // namespace

// ---- opening ---------------------------------------------------------------------------------

/// The timing file may be missing or damaged: then its times are zero.
void ResultReader::State::open_timing() {
  try {
    timing.emplace(timing_file(folder), ScanDepth::headers);
  } catch (const ArchiveError&) {
    timing.reset();
  }
}

/// Follows the chain of frames with model data from the end to the start, then reads them forwards.
/// Frames that are damaged inside are left out; they fail when they are loaded.
void ResultReader::State::read_model() {
  std::vector<int> chain;
  Frame head;
  int frame = count - 1;
  while (frame >= 0) {
    int next = frame - 1;
    try {
      XdrReader in(frames.payload(frame));
      const ModelLink link = load_head(in, head);
      if (link.previous_model >= frame) throw ArchiveError("its model data come later");
      if (link.has_model) chain.push_back(frame);
      next = link.previous_model;
    } catch (const ArchiveError& error) {
      archive.damage = at(frame, error.what());
    }
    frame = next;
  }
  for (auto part = chain.rbegin(); part != chain.rend(); ++part) {
    try {
      read_model_of(*part);
    } catch (const ArchiveError& error) {
      archive.damage = at(*part, error.what());
    }
  }
  if (archive.model.bodies.empty() && !archive.damage.empty()) throw ArchiveError(archive.damage);
}

void ResultReader::State::read_model_of(int frame) {
  Frame content;
  XdrReader in(frames.payload(frame));
  load_head(in, content);
  load_bodies(in, content);
  load_constraints(in, true, content);
  StoredModel part = solfec::load<StoredModel>(in);
  in.expect_end();
  archive.add(std::move(part));
}

bool ResultReader::has_results(const std::string& folder) {
  constexpr int kTraceOfAStart = 1;  // frame that a run which was killed then may leave incomplete
  check_regular(frames_file(folder));
  std::optional<FrameReader> frames;
  try {
    frames.emplace(frames_file(folder), ScanDepth::headers);
  } catch (const ArchiveError&) {
    return false;
  }
  if (complete_frames(folder, *frames) > 0) return true;
  if (frames->frames() > kTraceOfAStart) fail_incomplete(folder, *frames);
  return false;
}

ResultReader::ResultReader(const std::string& folder) {
  check_regular(frames_file(folder));
  try {
    state_ = std::make_unique<State>(folder);
  } catch (const ArchiveError& error) {
    fail_missing(error.what());
  }
  const FrameReader& frames = state_->frames;
  if (state_->count == 0) {
    if (frames.frames() > 0) {
      fail_incomplete(folder, state_->frames);
    }
    if (frames.damage().empty()) fail_missing(cat(frames.path(), ": holds no frame yet"));
    throw ArchiveError(cat(frames.path(), ": ", frames.damage()));
  }
  state_->archive.file = frames.path();
  state_->open_timing();
  state_->read_model();
}

ResultReader::~ResultReader() = default;
ResultReader::ResultReader(ResultReader&&) noexcept = default;
ResultReader& ResultReader::operator=(ResultReader&&) noexcept = default;

// ---- frames ----------------------------------------------------------------------------------

int ResultReader::frame_count() const { return state_->count; }

double ResultReader::time(int frame) const { return state_->frames.time(frame); }

int ResultReader::nearest(double t) const {
  int frame = std::min(state_->frames.frame_at(t), frame_count() - 1);
  if (frame + 1 < frame_count() && time(frame + 1) - t < t - time(frame)) ++frame;
  while (frame > 0 && time(frame - 1) == time(frame)) --frame;
  return frame;
}

long long ResultReader::damaged_bytes() const { return state_->frames.unreadable_bytes(); }

int ResultReader::incomplete_frames() const { return state_->frames.frames() - state_->count; }

const std::string& ResultReader::damage() const { return state_->frames.damage(); }

std::vector<std::string> ResultReader::take_adopted() { return state_->binding.take_adopted(); }

/// Completes what rank 0 has of a frame.
void ResultReader::State::join_parts(int frame, bool constraints, Frame& content) {
  if (content.ranks == 1) return;
  ModelStates all{std::move(content.bodies), std::move(static_cast<ConstraintStates&>(content))};
  const std::int64_t read = solfec::count(all.constraints.constraints) + all.constraints.left_out;
  const std::int64_t unread = content.constraint_count - read;  // of rank 0
  parts.join(content, frame, frames.time(frame), all);
  content.constraint_count =
      unread + solfec::count(all.constraints.constraints) + all.constraints.left_out;
  content.bodies = std::move(all.bodies);
  if (!constraints) all.constraints.constraints.clear();
  static_cast<ConstraintStates&>(content) = std::move(all.constraints);
}

void ResultReader::load(int frame, Frame& content, FrameParts parts) {
  content.time = time(frame);
  try {
    XdrReader in(state_->frames.payload(frame));
    const ModelLink link = load_head(in, content);
    load_bodies(in, content);
    load_constraints(in, parts == FrameParts::all, content);
    if (parts == FrameParts::all && !link.has_model) in.expect_end();
    state_->join_parts(frame, parts == FrameParts::all, content);
    check_bodies_of(content);
  } catch (const ArchiveError& error) {
    throw ArchiveError(state_->at(frame, error.what()));
  }
  for (const BodyState& body : content.bodies.bodies) {
    const int stored = state_->archive.find(body.id);
    const bool known = stored >= 0 && bodies()[static_cast<std::size_t>(stored)].kind == body.kind;
    if (known) continue;
    throw ArchiveError(
        state_->at(frame, cat("body ", body.id, " is not described",
                              state_->archive.damage.empty() ? "" : "; ", state_->archive.damage)));
  }
}

// ---- whole states of frames that only show them ----------------------------------------------

/// Takes the state in a file when it is that of the frame: head (but for the version, which stands
/// first) and bodies repeat the bytes of the frame.
bool ResultReader::State::load_state_of(FrameReader& file, int frame, Frame& content) {
  constexpr std::size_t kVersion = sizeof(std::uint32_t);
  if (file.frames() != 1 || file.time(0) != frames.time(frame)) return false;
  const auto whole = file.payload(0);
  const auto shown = frames.payload(frame);
  Frame found;
  XdrReader in(whole);
  load_head(in, found);
  load_bodies(in, found);
  const std::size_t common = whole.size() - in.remaining();
  if (form_of(found.version) != StateForm::whole || shown.size() < common ||
      !std::equal(whole.begin() + kVersion, whole.begin() + static_cast<std::ptrdiff_t>(common),
                  shown.begin() + kVersion)) {
    return false;
  }
  load_constraints(in, true, found);
  in.expect_end();
  if (found.ranks > 1) {
    ModelStates all{std::move(found.bodies), std::move(static_cast<ConstraintStates&>(found))};
    RankParts(folder, PartFiles::states).join(found, frame, frames.time(frame), all);
    found.bodies = std::move(all.bodies);
    static_cast<ConstraintStates&>(found) = std::move(all.constraints);
  }
  check_bodies_of(found);
  found.time = frames.time(frame);
  found.constraint_count = solfec::count(found.constraints);
  content = std::move(found);
  return true;
}

/// Puts the whole state of a frame in place of what the frame shows; false when it is nowhere.
bool ResultReader::State::load_state(int frame, Frame& content) {
  for (int i = 0; i < StateFiles::kFiles; ++i) {
    try {
      FrameReader file(state_file(folder, i));
      if (load_state_of(file, frame, content)) return true;
    } catch (const ArchiveError&) {
      continue;  // damaged, or written by halves: another one holds
    }
  }
  return false;
}

bool ResultReader::State::has_state(int frame) {
  Frame content;
  try {
    XdrReader in(frames.payload(frame));
    load_head(in, content);
  } catch (const ArchiveError&) {
    return true;  // it is told when the frame is loaded
  }
  return form_of(content.version) == StateForm::whole || load_state(frame, content);
}

int ResultReader::continuable_frames() {
  for (int frames = frame_count(); frames > 0; --frames) {
    if (state_->has_state(frames - 1)) return frames;
  }
  return frame_count();
}

RunState ResultReader::run_state(int frame) const {
  Frame content;
  try {
    XdrReader in(state_->frames.payload(frame));
    load_head(in, content);
  } catch (const ArchiveError& error) {
    throw ArchiveError(state_->at(frame, error.what()));
  }
  return content.run;
}

SettingHashes ResultReader::hashes_at_run_start(int frame) const {
  try {
    return state_->definitions_at(frame).settings.configuration.at_run_start;
  } catch (const ArchiveError& error) {
    throw ArchiveError(state_->at(frame, error.what()));
  }
}

StoredModel ResultReader::State::definitions_at(int frame) {
  Frame content;
  XdrReader head(frames.payload(frame));
  const ModelLink link = load_head(head, content);
  XdrReader in(frames.payload(link.holding(frame)));
  if (!load_head(in, content).has_model) throw ArchiveError("the model data are missing");
  load_bodies(in, content);
  load_constraints(in, true, content);
  return load_definitions(in);
}

/// Throws when the bodies of the frame in `decoded` cannot be placed.
void ResultReader::State::check_snapshot(int frame) {
  try {
    snapshots.check(decoded, archive);
  } catch (const ArchiveError& error) {
    throw ArchiveError(at(frame, error.what()));
  }
}

RestoreReport ResultReader::restore(int frame, const SettingHashes& script, Domain& domain,
                                    Frame& content) {
  load(frame, content);
  if (form_of(content.version) != StateForm::whole) (void)state_->load_state(frame, content);
  try {
    const StoredModel definitions = state_->definitions_at(frame);
    return restore_domain(content, definitions, state_->archive, script, domain);
  } catch (const ArchiveError& error) {
    throw ArchiveError(state_->at(frame, error.what()));
  }
}

void ResultReader::place(int frame, Domain& domain) {
  Frame content;
  load(frame, content);
  if (form_of(content.version) != StateForm::whole) (void)state_->load_state(frame, content);
  try {
    place_domain(content, state_->definitions_at(frame), state_->archive, domain);
  } catch (const ArchiveError& error) {
    throw ArchiveError(state_->at(frame, error.what()));
  }
}

void ResultReader::check_constraints(const Domain& domain) {
  Frame first;
  load(0, first);
  state_->binding.bind(state_->archive, domain);
  check_first_constraints(first, state_->archive, state_->binding, domain);
}

FrameTiming ResultReader::timing(int frame) const {
  FrameTiming result;
  if (!state_->timing || state_->timing->frames() == 0) return result;
  FrameReader& file = *state_->timing;
  const int entry = file.frame_at(time(frame));
  if (file.time(entry) != time(frame)) return result;
  std::vector<double> seconds;
  try {
    XdrReader in(file.payload(entry));
    in.read_array(seconds);
  } catch (const ArchiveError&) {
    return result;
  }
  if (!all_finite(seconds)) return result;
  seconds.resize(kPhaseCount, 0.0);
  std::copy(seconds.begin(), seconds.end(), result.seconds);
  return result;
}

// ---- model -----------------------------------------------------------------------------------

Analysis ResultReader::analysis() const { return state_->archive.model.analysis; }

const std::vector<StoredBody>& ResultReader::bodies() const { return state_->archive.model.bodies; }

const std::vector<BulkMaterial>& ResultReader::bulk_materials() const {
  return state_->archive.model.bulk_materials;
}

const std::vector<SurfaceMaterial>& ResultReader::surface_materials() const {
  return state_->archive.model.surface_materials;
}

const ContactParams& ResultReader::contact_params() const {
  return state_->archive.model.settings.contact_params;
}

std::shared_ptr<const Snapshot> ResultReader::snapshot(int frame) {
  State& s = *state_;
  load(frame, s.decoded);
  s.check_snapshot(frame);
  return s.snapshots.take(s.decoded, s.archive);
}

void ResultReader::show(int frame, Domain& domain, std::shared_ptr<const Snapshot>& shown) {
  State& s = *state_;
  load(frame, s.decoded);
  if (domain.contact_params.automatic_tolerance && contact_params().automatic_tolerance) {
    set_tolerance(contact_params().tolerance, domain.contact_params);
  }
  s.binding.bind_or_create(s.archive, s.decoded.bodies.ids(), domain);
  s.check_snapshot(frame);
  shown.reset();
  const std::shared_ptr<Snapshot> snapshot = s.snapshots.take(s.decoded, s.archive);
  s.take_ids_of(domain, *snapshot);
  shown = snapshot;
}

/// Names bodies, constraints and materials of a snapshot as a domain does.
void ResultReader::State::take_ids_of(const Domain& domain, Snapshot& snapshot) const {
  const auto in_domain = [this](BodyId stored) {
    return stored == 0 ? BodyId{0} : binding.domain_id(archive.find(stored));
  };
  for (SnapshotBody& body : snapshot.members) {
    body.id = in_domain(body.id);
    body.material = domain.find_body(body.id)->material;
  }
  std::sort(snapshot.members.begin(), snapshot.members.end(),
            [](const SnapshotBody& a, const SnapshotBody& b) { return a.id < b.id; });
  for (ActingLoad& load : snapshot.loads) load.body = in_domain(load.body);
  const auto& materials = archive.model.surface_materials;
  for (ConstraintRecord& row : snapshot.constraints) {
    row.master = in_domain(row.master);
    row.slave = in_domain(row.slave);
    if (is_another_in(domain, row)) row.id = -row.id;
    const bool known = row.material >= 0 && row.material < solfec::count(materials);
    row.material =
        known
            ? domain.surface_materials.find(materials[static_cast<std::size_t>(row.material)].label)
            : -1;
  }
}

void ResultReader::accept_other_materials() { state_->archive.other_materials_pass = true; }

std::string ResultReader::material_difference(int stored_index, const BodyRecord& record,
                                              const Domain& domain) const {
  const ModelArchive& archive = state_->archive;
  const StoredBody& stored = archive.model.bodies[static_cast<std::size_t>(stored_index)];
  return solfec::material_difference(archive, stored, record, domain);
}

void ResultReader::build_model(Domain& domain) {
  SOLFEC_ASSERT(domain.body_records().empty() && domain.bulk_materials().empty());
  state_->binding.create_all(state_->archive, domain);
}

std::vector<BodyId> ResultReader::bodies_in(const Domain& domain) {
  State& s = *state_;
  s.binding.bind(s.archive, domain);
  std::vector<BodyId> ids(s.archive.model.bodies.size());
  for (int i = 0; i < count(ids); ++i) ids[static_cast<std::size_t>(i)] = s.binding.domain_id(i);
  return ids;
}

int ResultReader::find_stored(BodyId domain_body, const Domain& domain) {
  State& s = *state_;
  if (domain_body < 0) return s.archive.find(-domain_body);  // see body_of_results
  s.binding.bind(s.archive, domain);
  const int index = s.binding.stored_index(domain_body);
  if (index >= 0 || domain.find_body(domain_body) != nullptr) return index;

  // A deleted body: the domain that wrote the file has the ids of the file.
  for (int i = 0; i < count(s.archive.model.bodies); ++i) {
    const BodyId id = s.binding.domain_id(i);
    if (id != 0 && id != s.archive.model.bodies[static_cast<std::size_t>(i)].id) return -1;
  }
  return domain_body < domain.next_body_id() ? s.archive.find(domain_body) : -1;
}

}  // namespace solfec
