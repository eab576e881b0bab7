#pragma once

#include <string>

#include "archive/hdf5_file.h"
#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// The problem that the datasets of an FCLIB file hold, of dimension 3 (docs/stored-problems.md):
/// in the local form
///
///   u = W r + V λ + q,   0 = Vᵀ r + R λ + s,
///
/// or, where that is absent, in the global form, which is condensed (GlobalProblem). Each λ is an
/// equality of one component, unless /solfec/equality_components groups them.
/// @param name  Of the file, for messages.
/// @throws ArchiveError naming file, dataset and rule.
StoredProblem fclib_problem(const Hdf5Contents& contents, const std::string& name);

/// Writes a problem in this form. @throws OutputError.
void write_fclib(const StoredProblem& problem, const std::string& path);

}  // namespace solfec
