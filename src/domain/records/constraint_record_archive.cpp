#include "domain/records/constraint_record_archive.h"

#include <cmath>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "contact/piece/contact_point.h"

namespace solfec {

void check_pieces(const ConstraintRecord& row) {
  for (const int piece : {row.master_piece, row.slave_piece}) {
    if (piece < 0) throw ArchiveError(cat("a contact has the piece ", piece));
  }
}

void check_damage(const ConstraintRecord& row) {
  if (row.damage >= 0.0 && row.damage <= 1.0) return;
  throw ArchiveError(cat("the bond of contact ", row.id, " has the damage ", row.damage));
}

void check_left_out(const ConstraintStates& states) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  if (states.left_out >= 0 && states.left_out <= kMost) return;
  throw ArchiveError(cat(states.left_out, " contacts are left out"));
}

Mat3 stored_frame(ConstraintId contact, Vec3 normal) {
  constexpr double kUnitTolerance = 1e-9;
  if (!(std::fabs(norm(normal) - 1.0) < kUnitTolerance)) {
    throw ArchiveError(cat("the normal of contact ", contact, " is not of length one"));
  }
  return contact_frame(normal);
}

void load_states(XdrReader& in, StateForm form, const BodyStates& bodies,
                 ConstraintStates& states) {
  states = {};
  if (form == StateForm::whole) return load(in, states);
  FieldReader<ConstraintStates> rows(in, states);
  if (form == StateForm::plain) {
    PlainStates{}(rows);
    return;
  }
  RowMotions motions(bodies);
  ShownStates{&motions}(rows);
  states.motions.clear();
}

std::int64_t skip_to_rows(XdrReader& in, StateForm form) {
  ConstraintStates states;
  states.left_out = in.read_int64();
  check_left_out(states);
  if (form == StateForm::plain) return states.left_out;
  (void)in.read_double();
  const std::size_t size = least_bytes_of<StoredMotion>(RowMotionFields{});
  const auto motions = static_cast<std::size_t>(in.read_count(size));
  (void)in.read_bytes(motions * size);
  return states.left_out;
}

}  // namespace solfec
