#include "domain/constraint_record_archive.h"

#include "archive/archive_error.h"
#include "base/cat.h"

namespace solfec {

void check_pieces(const ConstraintRecord& row) {
  for (const int piece : {row.master_piece, row.slave_piece}) {
    if (piece < 0) throw ArchiveError(cat("a contact has the piece ", piece));
  }
}

void load_states(XdrReader& in, StateDetail detail, ConstraintStates& states) {
  states = {};
  if (detail == StateDetail::whole) return load(in, states);
  FieldReader<ConstraintStates> rows(in, states);
  ShownStates{}(rows);
}

}  // namespace solfec
