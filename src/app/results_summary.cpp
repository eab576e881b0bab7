#include "app/results_summary.h"

#include <array>
#include <filesystem>

#include "archive/folder_lock.h"
#include "archive/frame_reader.h"
#include "base/cat.h"
#include "base/enum_names.h"
#include "base/whole_file.h"
#include "constraint/user_constraint.h"
#include "output/rank_parts.h"
#include "output/repair.h"
#include "output/result_files.h"
#include "output/result_reader.h"
#include "run/settings/setting_record.h"

namespace solfec {

namespace {

const char* run_text(FrameKind kind) {
  switch (kind) {
    case FrameKind::start:
      return "begun";
    case FrameKind::due:
      return "under way or ended at this frame";
    case FrameKind::run_end:
      return "ended";
    case FrameKind::callback_end:
      return "ended by the callback";
    case FrameKind::stop:
    case FrameKind::failed:
      return "stopped; continue with -c";
  }
  return "";
}

/// The last frame: step, constraints by kind, where the run stood.
std::string last_frame(ResultReader& reader) {
  Frame frame;
  reader.load(reader.frame_count() - 1, frame);
  std::array<int, item_count<ConstraintKind>()> kinds{};
  for (const ConstraintRecord& row : frame.constraints) {
    ++kinds.at(static_cast<std::size_t>(row.kind));
  }
  std::string text =
      cat("last frame: t = ", frame.time, " s, step ", frame.summary.step, " s, ",
          frame.bodies.bodies.size(), " bodies, ", frame.constraint_count, " constraints");
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds.at(i) == 0) continue;
    text += cat(", ", kinds.at(i), " ", name_of(static_cast<ConstraintKind>(i)));
  }
  return text + cat("\nrun: RUN number ", frame.run.run, ", ", run_text(frame.run.kind), "\n");
}

std::string sizes(const std::string& folder) {
  std::string text = "files:";
  for (const std::string& path : {frames_file(folder), timing_file(folder)}) {
    std::error_code missing;
    const auto size = std::filesystem::file_size(path, missing);
    const std::string name = path.substr(path.rfind('/') + 1);
    text += missing ? cat(" ", name, " missing") : cat(" ", name, " ", size, " bytes");
  }
  return text + "\n";
}

/// Files of other ranks that lack parts, where several ranks have written.
std::string lost_parts(const std::string& folder, ResultReader& reader) {
  Frame last;
  reader.load(reader.frame_count() - 1, last, FrameParts::bodies);
  std::error_code ignored;
  const bool of_several = last.ranks > 1 || reader.incomplete_frames() > 0 ||
                          std::filesystem::exists(frames_file(folder, 1), ignored);
  if (!of_several) return {};  // nobody reads all frames of one rank for this
  FrameReader frames(frames_file(folder), ScanDepth::headers);
  std::string text;
  for (const std::string& line : missing_parts(folder, frames)) text += line + "\n";
  if (reader.incomplete_frames() > 0) {
    text += cat("frames from number ", reader.frame_count(), " on are left out\n");
  }
  return text;
}

/// Reads all bytes of the frames, which takes the time of the disk.
std::string damage_inside(const std::string& folder) {
  FrameReader frames(frames_file(folder), ScanDepth::headers);
  std::string text;
  const int ranks = most_ranks(frames);
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string path = frames_file(folder, rank);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;  // lost_parts tells it
    FrameReader part(path, ScanDepth::headers);
    for (const std::string& line : frames_damaged_inside(part)) text += line + "\n";
  }
  return text;
}

}  // namespace

std::string results_summary(const std::string& folder) {
  ResultReader reader(folder);
  const int frames = reader.frame_count();
  std::string text =
      cat(folder, ": ", frames, frames == 1 ? " frame" : " frames", ", t = ", reader.time(0),
          " to ", reader.time(frames - 1), " s, ", name_of(reader.analysis()), "\n");
  std::array<int, kBodyKinds> counts{};
  for (const StoredBody& body : reader.bodies()) ++counts.at(static_cast<std::size_t>(body.kind));
  text += cat("bodies: ", reader.bodies().size());
  for (std::size_t kind = 0; kind < kBodyKinds; ++kind) {
    if (counts[kind] > 0) text += cat(", ", counts[kind], " ", name_of(BodyKind(kind)));
  }
  text += cat("\nbulk materials: ", reader.bulk_materials().size(),
              ", surface materials: ", reader.surface_materials().size(), "\n");
  text += last_frame(reader);
  text += sizes(folder);
  for (const double time : SettingRecord(folder).changes()) {
    text += cat("settings changed at t = ", time, " s, where a run went on (-c): settings.txt\n");
  }
  const std::string provenance = note_text(folder + "/provenance.txt");
  if (!provenance.empty()) text += cat("provenance:\n", provenance);
  const std::string writer = FolderLock::holder(folder);
  if (!writer.empty()) text += cat("is being written by ", writer, "\n");
  text += lost_parts(folder, reader);
  text += damage_inside(folder);
  const int continuable = reader.continuable_frames();
  if (continuable < frames) {
    text += cat("-c goes on from frame ", continuable - 1, ", t = ", reader.time(continuable - 1),
                " s: the state to go on from is missing after it\n");
  }
  if (reader.damaged_bytes() > 0) {
    text +=
        cat("the file ends with ", reader.damaged_bytes(), " bytes that are no complete frame (",
            reader.damage(), "); they are ignored (solfec --repair ", folder, " cuts them off)\n");
  }
  return text;
}

}  // namespace solfec
