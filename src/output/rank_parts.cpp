#include "output/rank_parts.h"

#include <cstdint>
#include <filesystem>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "output/frame_archive.h"
#include "output/result_files.h"
#include "output/set_aside.h"

namespace solfec {

namespace {

RankPartHead load_part_head(XdrReader& in) {
  RankPartHead head;
  load(in, head);
  if (head.version != kPayloadVersion) {
    throw ArchiveError(cat("the part of a frame has version ", head.version,
                           ", this program reads version ", kPayloadVersion));
  }
  return head;
}

/// How many of the first entries belong to frames before one.
std::int64_t entries_before(FrameReader& file, int frame) {
  for (std::int64_t i = file.frames() - 1; i >= 0; --i) {
    XdrReader in(file.payload(static_cast<int>(i)));
    if (load_part_head(in).frame < frame) return i + 1;
  }
  return 0;
}

FrameWriter open_file(const std::string& path, int next, const FileFactory& files) {
  std::error_code ignored;
  if (next > 0 && std::filesystem::exists(path, ignored)) {
    try {
      FrameReader file(path, ScanDepth::headers);
      const std::int64_t kept = entries_before(file, next);
      if (kept > 0) return FrameWriter::resume(path, kept, files());
    } catch (const ArchiveError&) {  // not readable: starts anew
    }
  }
  set_aside(path);
  return FrameWriter::create(path, files());
}

}  // namespace

RankPartWriter::RankPartWriter(const std::string& folder, int rank, int next,
                               const FileFactory& files)
    : file_(open_file(frames_file(folder, rank), next, files)) {}

void RankPartWriter::write(const Domain& domain, int frame) {
  if (frame == last_) file_.replace_last();
  payload_.clear();
  save(RankPartHead{.frame = frame}, payload_);
  states_.save_own_bodies(domain, payload_);
  states_.save_constraints(domain, payload_);
  file_.append(domain.time(), payload_.bytes());
  last_ = frame;
}

FrameReader* RankParts::file(int rank) {
  const auto [place, is_new] = files_.try_emplace(rank);
  if (is_new) {
    try {
      place->second = std::make_unique<FrameReader>(frames_file(folder_, rank), ScanDepth::headers);
    } catch (const ArchiveError&) {
      place->second = nullptr;
    }
  }
  return place->second.get();
}

/// The entry of a rank for a frame.
std::optional<int> RankParts::find(int rank, int frame, double time) {
  FrameReader* const entries = file(rank);
  if (entries == nullptr || entries->frames() == 0) return std::nullopt;
  for (int i = entries->frame_at(time); i >= 0 && entries->time(i) == time; --i) {
    XdrReader in(entries->payload(i));
    if (load_part_head(in).frame == frame) return i;
  }
  return std::nullopt;
}

bool RankParts::has_all(const FrameHead& head, int frame, double time) {
  for (int rank = 1; rank < head.ranks; ++rank) {
    try {
      if (!find(rank, frame, time)) return false;
    } catch (const ArchiveError&) {
      return false;
    }
  }
  return true;
}

void RankParts::join(const FrameHead& head, int frame, double time, ModelStates& states) {
  if (head.ranks == 1) return;
  for (int rank = 1; rank < head.ranks; ++rank) {
    const std::optional<int> entry = find(rank, frame, time);
    if (!entry) {
      throw ArchiveError(cat(frames_file(folder_, rank), ": the part of frame ", frame,
                             " at t=", time, " s, which ", head.ranks, " ranks wrote, is missing"));
    }
    XdrReader in(file(rank)->payload(*entry));
    (void)load_part_head(in);
    ModelStates part;
    load(in, part.bodies);
    load(in, part.constraints);
    in.expect_end();
    for (BodyState& body : part.bodies.bodies) body.rank = rank;
    for (ConstraintRecord& row : part.constraints.constraints) row.rank = rank;
    add_states(part, states);
  }
  sort_states(states);
}

int complete_frames(const std::string& folder, FrameReader& frames) {
  RankParts parts(folder);
  int complete = frames.frames();
  for (; complete > 0; --complete) {
    Frame head;
    try {
      XdrReader in(frames.payload(complete - 1));
      load_head(in, head);
    } catch (const ArchiveError&) {
      break;  // damaged inside: it fails when it is loaded
    }
    if (parts.has_all(head, complete - 1, frames.time(complete - 1))) break;
  }
  return complete;
}

}  // namespace solfec
