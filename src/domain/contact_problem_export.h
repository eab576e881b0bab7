#pragma once

#include <string>

#include "domain/domain.h"
#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// The local dynamics of the last step as a stored problem, with its solution. Contacts come in the
/// order of the constraints; open ones are left out. A bond that broke in the step is stored as
/// broken, so there the reaction of the step is not that of the problem. Collective on several
/// ranks, which must have all (Domain::make_whole).
/// @throws InputError (runtime) when there is no step, constraints were added or deleted since, or
/// the problem has rows that stored problems have no place for.
StoredProblem contact_problem(const Domain& domain);

/// Writes it on rank 0, FCLIB's HDF5 format for names that end with .hdf5 or .h5, else text.
/// @throws InputError as above, OutputError when the file cannot be written.
void export_contact_problem(const Domain& domain, const std::string& path);

}  // namespace solfec
