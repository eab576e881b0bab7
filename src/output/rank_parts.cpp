#include "output/rank_parts.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "archive/archive_error.h"
#include "archive/content_hash.h"
#include "base/cat.h"
#include "output/frame_archive.h"
#include "output/kept_tail.h"
#include "output/result_files.h"
#include "output/set_aside.h"

namespace solfec {

namespace {

RankPartHead load_part_head(XdrReader& in) {
  RankPartHead head;
  load(in, head);
  check_version(head.version);
  return head;
}

/// The head of a frame, nothing when it is damaged inside.
std::optional<Frame> head_of(FrameReader& frames, int frame) {
  Frame head;
  try {
    XdrReader in(frames.payload(frame));
    load_head(in, head);
  } catch (const ArchiveError&) {
    return std::nullopt;
  }
  return head;
}

/// Frames without the part of a rank.
struct Gaps {
  int written = 0;  // frames that the rank had a part of
  int missing = 0;
  int foreign = 0;
  int first = -1;  // frame
  int last = -1;
};

std::string text_of(const Gaps& gaps, const std::string& path) {
  std::error_code ignored;
  const int all = gaps.missing + gaps.foreign;
  const std::string which =
      all == 1 ? cat("frame ", gaps.first) : cat(gaps.first, " .. ", gaps.last);
  std::string text = cat(path, ": ");
  if (!std::filesystem::exists(path, ignored)) text += "missing; ";
  text += cat("lacks its part of ", all, " of ", gaps.written, " frames (", which, ")");
  if (gaps.foreign > 0) text += cat("; ", gaps.foreign, " are of another run");
  return text;
}

/// How many of the first entries belong to frames before one.
std::int64_t entries_before(FrameReader& file, int frame) {
  for (std::int64_t i = file.frames() - 1; i >= 0; --i) {
    XdrReader in(file.payload(static_cast<int>(i)));
    if (load_part_head(in).frame < frame) return i + 1;
  }
  return 0;
}

/// Cuts off what follows the frames before `next`, after a copy of the entries that no frame
/// replaces.
FrameWriter open_file(const std::string& path, int next, int counted, const FileFactory& files) {
  std::error_code ignored;
  if (next > 0 && std::filesystem::exists(path, ignored)) {
    try {
      FrameReader file(path, ScanDepth::headers);
      const std::int64_t kept = entries_before(file, next);
      if (kept > 0 && file.frames() - kept > counted - next) {
        (void)keep_tail(path, file.index().frames.at(static_cast<std::size_t>(kept)).offset);
      }
      if (kept > 0) return FrameWriter::resume(path, kept, files());
    } catch (const ArchiveError&) {  // not readable: starts anew
    }
  }
  set_aside(path);
  return FrameWriter::create(path, files());
}

/// Time of the last entry of a file, s; negative when it has none.
double last_time(const std::string& path) {
  const FrameReader file(path, ScanDepth::headers);
  return file.frames() > 0 ? file.time(file.frames() - 1) : -1.0;
}

}  // namespace

RankPartWriter::RankPartWriter(const std::string& folder, int rank, int next, int counted,
                               const FileFactory& files)
    : file_(open_file(frames_file(folder, rank), next, counted, files)),
      state_files_(folder, rank, last_time(file_.path()), files) {}

std::uint64_t StatesDigest::of(const Domain& domain) {
  constexpr std::uint64_t kPrime = 1099511628211U;
  bytes_.clear();
  states_.save_own_bodies(domain, bytes_);
  states_.save_constraints(domain, bytes_);
  std::uint64_t digest = 0;
  for (const std::uint64_t one : domain.comm().all_gather(content_hash(bytes_.bytes()))) {
    digest = (digest ^ one) * kPrime;
  }
  return digest;
}

void RankPartWriter::fill(const Domain& domain, const RankPartHead& head, StateDetail detail) {
  payload_.clear();
  save(head, payload_);
  states_.save_own_bodies(domain, payload_);
  states_.save_constraints(domain, payload_, detail);
}

void RankPartWriter::write(const Domain& domain, int frame, std::uint64_t states,
                           StateDetail detail) {
  if (detail != StateDetail::whole) {
    fill(domain, {.version = kWholeVersion, .frame = frame, .states = states}, StateDetail::whole);
    state_files_.write(domain.time(), payload_.bytes());
  }
  fill(domain, {.version = version_of(detail), .frame = frame, .states = states}, detail);
  if (frame == last_) file_.replace_last();
  file_.append(domain.time(), payload_.bytes());
  last_ = frame;
}

void RankPartWriter::sync() {
  state_files_.sync();
  file_.sync();
}

RankParts::Files& RankParts::files(int rank) {
  const auto [place, is_new] = files_.try_emplace(rank);
  if (!is_new) return place->second;
  std::vector<std::string> paths;
  if (where_ == PartFiles::frames) paths.push_back(frames_file(folder_, rank));
  for (int i = 0; i < StateFiles::kFiles && where_ == PartFiles::states; ++i) {
    paths.push_back(state_file(folder_, i, rank));
  }
  for (const std::string& path : paths) {
    try {
      place->second.push_back(std::make_unique<FrameReader>(path, ScanDepth::headers));
    } catch (const ArchiveError&) {
      continue;  // cannot be read
    }
  }
  return place->second;
}

/// The entry of a rank for a frame.
RankParts::Found RankParts::find(const FrameHead& head, int rank, int frame, double time) {
  Found found;
  for (const auto& entries : files(rank)) {
    if (entries->frames() == 0) continue;
    for (int i = entries->frame_at(time); i >= 0 && entries->time(i) == time; --i) {
      XdrReader in(entries->payload(i));
      const RankPartHead part = load_part_head(in);
      if (part.frame != frame) continue;
      found = {part.states == head.states ? Presence::there : Presence::foreign, entries.get(), i};
      if (found.presence == Presence::there) return found;
    }
  }
  return found;
}

RankParts::Presence RankParts::presence(const FrameHead& head, int rank, int frame, double time) {
  try {
    return find(head, rank, frame, time).presence;
  } catch (const ArchiveError&) {
    return Presence::missing;
  }
}

bool RankParts::has_all(const FrameHead& head, int frame, double time) {
  for (int rank = 1; rank < head.ranks; ++rank) {
    if (presence(head, rank, frame, time) != Presence::there) return false;
  }
  return true;
}

void RankParts::join(const FrameHead& head, int frame, double time, ModelStates& states) {
  if (head.ranks == 1) return;
  for (int rank = 1; rank < head.ranks; ++rank) {
    const Found found = find(head, rank, frame, time);
    if (found.presence != Presence::there) {
      throw ArchiveError(cat(frames_file(folder_, rank), ": the part of frame ", frame,
                             " at t=", time, " s, which ", head.ranks, " ranks wrote, is ",
                             found.presence == Presence::foreign
                                 ? "missing; there is one of another run"
                                 : "missing"));
    }
    XdrReader in(found.file->payload(found.entry));
    const RankPartHead part_head = load_part_head(in);
    ModelStates part;
    load(in, part.bodies);
    load_states(in, form_of(part_head.version), part.bodies, part.constraints);
    in.expect_end();
    check_finite(part.bodies);
    check_finite(part.constraints);
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
    const std::optional<Frame> head = head_of(frames, complete - 1);
    if (!head) break;  // damaged inside: it fails when it is loaded
    if (parts.has_all(*head, complete - 1, frames.time(complete - 1))) break;
  }
  return complete;
}

int most_ranks(FrameReader& frames) {
  int most = 1;
  for (int i = 0; i < frames.frames(); ++i) {
    if (const std::optional<Frame> head = head_of(frames, i)) most = std::max(most, head->ranks);
  }
  return most;
}

std::vector<std::string> missing_parts(const std::string& folder, FrameReader& frames) {
  RankParts parts(folder);
  std::map<int, Gaps> of_ranks;
  for (int i = 0; i < frames.frames(); ++i) {
    const std::optional<Frame> head = head_of(frames, i);
    if (!head) continue;
    for (int rank = 1; rank < head->ranks; ++rank) {
      Gaps& gaps = of_ranks[rank];
      ++gaps.written;
      const RankParts::Presence presence = parts.presence(*head, rank, i, frames.time(i));
      if (presence == RankParts::Presence::there) continue;
      ++(presence == RankParts::Presence::foreign ? gaps.foreign : gaps.missing);
      if (gaps.first < 0) gaps.first = i;
      gaps.last = i;
    }
  }
  std::vector<std::string> lines;
  for (const auto& [rank, gaps] : of_ranks) {
    if (gaps.first >= 0) lines.push_back(text_of(gaps, frames_file(folder, rank)));
  }
  return lines;
}

}  // namespace solfec
