#include "output/frame_archive.h"

#include <algorithm>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"

namespace solfec {

namespace {

void check_increasing(std::span<const BodyId> ids, const char* what) {
  BodyId previous = 0;
  for (const BodyId id : ids) {
    if (id <= previous) {
      throw ArchiveError(cat("the ids of ", what, " do not increase: ", previous, ", ", id));
    }
    previous = id;
  }
}

void check_bodies_of_row(const ConstraintRecord& row, const BodyStates& bodies) {
  const auto is_there = [&bodies](BodyId id) { return id == 0 || bodies.holds(id); };
  if (is_there(row.master) && is_there(row.slave)) return;
  throw ArchiveError(cat("constraint ", row.id, " joins bodies that are not there"));
}

}  // namespace

int ModelLink::holding(int frame) const {
  if (has_model) return frame;
  if (previous_model < 0 || previous_model >= frame) {
    throw ArchiveError(
        cat("frame ", previous_model, " cannot hold the model data of frame ", frame));
  }
  return previous_model;
}

void check_version(const FrameHead& head) {
  if (head.version == kPayloadVersion) return;
  throw ArchiveError(cat(
      "the payload has version ", head.version, ", this program reads version ", kPayloadVersion,
      ": ", head.version < kPayloadVersion ? "an earlier" : "a later", " one wrote it"));
}

void check_ranks(const FrameHead& head) {
  constexpr int kMostRanks = 1 << 20;
  if (head.ranks >= 1 && head.ranks <= kMostRanks) return;
  throw ArchiveError(cat("the number of ranks is ", head.ranks));
}

void check_changes(const FrameHead& head) {
  check_increasing(head.new_bodies, "new bodies");
  check_increasing(head.deleted_bodies, "deleted bodies");
}

void check_interval(const ScheduleState& schedule) {
  if (schedule.interval < 0.0) throw ArchiveError("the interval of a schedule is negative");
}

void save_head(const Domain& domain, FrameHead& head, XdrWriter& out) {
  head.cells.clear();
  const auto ids = domain.next_constraint_ids();
  head.next_of_ranks.assign(ids.begin(), ids.end());
  if (domain.ranks() != nullptr) {
    head.cells = domain.ranks()->owners().balance().state();
    head.cells.insert(head.cells.begin(), domain.comm().size());
  }
  head.next_body = domain.next_body_id();
  head.next_script_constraint = domain.next_script_constraint_id();
  head.next_constraint = domain.next_constraint_id();
  save(head, out);
}

ModelLink load_head(XdrReader& in, Frame& frame) {
  load(in, static_cast<FrameHead&>(frame));
  return frame.link;
}

void load_bodies(XdrReader& in, Frame& frame) {
  load(in, frame.bodies);
  for (BodyState& body : frame.bodies.bodies) body.rank = 0;
}

void load_constraints(XdrReader& in, bool wanted, Frame& frame) {
  auto& states = static_cast<ConstraintStates&>(frame);
  XdrReader ahead = in;
  frame.constraint_count = ahead.read_count(least_bytes_of<ConstraintRecord>(ConstraintFields{}));
  states = {};
  if (!wanted) return;
  load(in, states);
}

void check_bodies_of(const Frame& frame) {
  for (const ConstraintRecord& row : frame.constraints) check_bodies_of_row(row, frame.bodies);
}

}  // namespace solfec
