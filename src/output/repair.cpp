#include "output/repair.h"

#include <filesystem>
#include <utility>

#include "archive/archive_error.h"
#include "archive/folder_lock.h"
#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "base/cat.h"
#include "output/kept_tail.h"
#include "output/rank_parts.h"
#include "output/result_files.h"

namespace solfec {

namespace {

// The tail is kept (output/kept_tail.h) before anything is cut.

/// Reports on one file and cuts its end.
void repair_file(const std::string& folder, const std::string& path,
                 std::vector<std::string>& report) {
  FrameReader reader(path, ScanDepth::headers);
  if (reader.frames() == 0 && reader.index().file_size > 0) {
    report.push_back(cat(path, ": no readable frame (", reader.damage(), "); left as it is"));
    return;
  }
  std::string text = cat(path, ": ", reader.frames(), " frames");
  if (reader.frames() > 0) text += cat(" up to t=", reader.time(reader.frames() - 1), " s");
  report.push_back(text);
  for (std::string& line : frames_damaged_inside(reader)) report.push_back(std::move(line));
  if (reader.unreadable_bytes() == 0) {
    report.push_back(cat(path, ": the end is intact"));
    return;
  }
  const long long end = reader.index().end;
  const int behind = frames_behind(path, end);
  const FolderLock lock(folder);
  const std::string copy = keep_tail(path, end);
  (void)FrameWriter::resume(path, reader.frames());
  report.push_back(cat(path, ": cut off ", reader.unreadable_bytes(), " bytes (", reader.damage(),
                       "); they are kept in ", copy));
  if (behind > 0) {
    report.push_back(cat(copy, ": holds ", behind, " whole frames behind the damage"));
  }
}

}  // namespace

std::vector<std::string> frames_damaged_inside(FrameReader& frames) {
  std::vector<std::string> lines;
  for (int i = 0; i < frames.frames(); ++i) {
    try {
      (void)frames.payload(i);
    } catch (const ArchiveError&) {
      lines.push_back(cat(frames.path(), ": frame ", i, " at t=", frames.time(i),
                          " s is damaged inside and cannot be shown; the others can"));
    }
  }
  return lines;
}

std::vector<std::string> repair_results(const std::string& folder) {
  std::vector<std::string> report;
  FolderLock::check_free(folder);
  repair_file(folder, frames_file(folder), report);
  FrameReader frames(frames_file(folder), ScanDepth::headers);
  const int ranks = most_ranks(frames);
  std::error_code ignored;
  for (int rank = 1; rank < ranks; ++rank) {
    const std::string path = frames_file(folder, rank);
    if (std::filesystem::exists(path, ignored)) repair_file(folder, path, report);
  }
  const std::vector<std::string> missing = missing_parts(folder, frames);
  report.insert(report.end(), missing.begin(), missing.end());
  const int complete = complete_frames(folder, frames);
  if (complete < frames.frames()) {
    report.push_back(cat("frames from number ", complete, " on lack parts and cannot be shown"));
  }
  const std::string timing = timing_file(folder);
  if (std::filesystem::exists(timing, ignored)) {
    repair_file(folder, timing, report);
  } else {
    report.push_back(cat(timing, ": missing; seconds per phase are shown as zeros"));
  }
  return report;
}

}  // namespace solfec
