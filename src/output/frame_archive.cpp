#include "output/frame_archive.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>
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

bool has_finite_values(const Energies& energies) {
  const auto all = std::bit_cast<std::array<double, sizeof(Energies) / sizeof(double)>>(energies);
  return std::all_of(all.begin(), all.end(), [](double value) { return std::isfinite(value); });
}

/// Tests all that a reader shows of a row; restore.cpp tests the memory of contacts.
bool has_finite_values(const ConstraintRecord& row) {
  return is_finite(row.R) && is_finite(row.U) && is_finite(row.V) && is_finite(row.point) &&
         is_finite(row.slave_point) && is_finite(row.frame) && std::isfinite(row.gap) &&
         std::isfinite(row.area);
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

void check_version(int version) {
  if (version >= kEarlierWhole && version <= kShownVersion) return;
  throw ArchiveError(cat("the payload has version ", version, ", this program reads the versions ",
                         kEarlierWhole, " to ", kShownVersion, ": ",
                         version < kEarlierWhole ? "an earlier" : "a later", " one wrote it"));
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
  head.loads = acting_loads(domain.loads, domain.time());
  save(head, out);
}

ModelLink load_head(XdrReader& in, Frame& frame) {
  frame.loads.clear();  // earlier programs stored none
  load(in, static_cast<FrameHead&>(frame));
  return frame.link;
}

void load_bodies(XdrReader& in, Frame& frame) {
  load(in, frame.bodies);
  for (BodyState& body : frame.bodies.bodies) body.rank = 0;
  check_finite(frame.bodies);
}

void load_constraints(XdrReader& in, bool wanted, Frame& frame) {
  auto& states = static_cast<ConstraintStates&>(frame);
  states = {};
  XdrReader ahead = in;
  const StateForm form = form_of(frame.version);
  if (form != StateForm::whole) states.left_out = skip_to_rows(ahead, form);
  frame.constraint_count =
      states.left_out + ahead.read_count(least_bytes_of<ConstraintRecord>(ShownConstraintFields{}));
  if (!wanted) return;
  load_states(in, form, frame.bodies, states);
  check_finite(states);
}

void check_finite(const BodyStates& states) {
  const auto finite = [](double value) { return std::isfinite(value); };
  for (std::size_t i = 0; i < states.bodies.size(); ++i) {
    const std::span<const double> numbers = states.numbers_of(i);
    const bool placed = std::all_of(numbers.begin(), numbers.end(), finite);
    if (placed && has_finite_values(states.bodies[i].energies)) continue;
    throw ArchiveError(cat("the ", placed ? "energy" : "state", " of body ", states.bodies[i].id,
                           " is not finite"));
  }
}

void check_finite(const ConstraintStates& states) {
  for (const ConstraintRecord& row : states.constraints) {
    if (has_finite_values(row)) continue;
    throw ArchiveError(cat("the state of constraint ", row.id, " is not finite"));
  }
}

void check_bodies_of(const Frame& frame) {
  for (const ConstraintRecord& row : frame.constraints) check_bodies_of_row(row, frame.bodies);
}

}  // namespace solfec
