#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// The local dynamics of the last step as text, one line per constraint in the order of the rows:
///
///   KIND (x, y, z) (master id, slave id or -1) [9 of the base] [9 of W_ii] => KIND (x, y, z) [9 of
///   W_ij] ...
///
/// with matrices by columns, six significant digits and coupled constraints sorted by kind and
/// point, so that sorted lines of equal models are equal whatever the order of the rows. Entries
/// below 1e-15 of the largest of all W are written as 0.
/// @throws InputError (runtime) when there is no step, or constraints were deleted since.
std::string local_dynamics_text(const Domain& domain);

/// Whether a file has this name that is no such text (archive/foreign_file.h).
bool is_foreign_local_dynamics(const std::string& path);

/// Writes that text to a file. The caller has made sure that no foreign file has the name. @throws
/// OutputError when the file cannot be written.
void dump_local_dynamics(const Domain& domain, const std::string& path);

}  // namespace solfec
