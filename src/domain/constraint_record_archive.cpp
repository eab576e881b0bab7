#include "domain/constraint_record_archive.h"

#include "archive/archive_error.h"
#include "base/cat.h"

namespace solfec {

void check_pieces(const ConstraintRecord& row) {
  for (const int piece : {row.master_piece, row.slave_piece}) {
    if (piece < 0) throw ArchiveError(cat("a contact has the piece ", piece));
  }
}

}  // namespace solfec
