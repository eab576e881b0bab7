#include "domain/constraint_record_archive.h"

#include <cmath>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "contact/contact_point.h"

namespace solfec {

void check_pieces(const ConstraintRecord& row) {
  for (const int piece : {row.master_piece, row.slave_piece}) {
    if (piece < 0) throw ArchiveError(cat("a contact has the piece ", piece));
  }
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

void load_states(XdrReader& in, StateDetail detail, ConstraintStates& states) {
  states = {};
  if (detail == StateDetail::whole) return load(in, states);
  FieldReader<ConstraintStates> rows(in, states);
  ShownStates{}(rows);
}

}  // namespace solfec
