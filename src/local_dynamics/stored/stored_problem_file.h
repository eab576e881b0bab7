#pragma once

#include <string>

#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// Reads a problem from a file in FCLIB's HDF5 format or, when it does not begin as HDF5 files do,
/// in one of the text formats; docs/stored-problems.md describes them. Global forms are condensed.
/// @throws InputError when the file cannot be opened, ArchiveError naming file, place and rule when
/// it holds no problem.
StoredProblem read_stored_problem(const std::string& path);

/// Writes a problem: FCLIB's HDF5 format when the path ends with .hdf5 or .h5, else text. All
/// numbers are read back bit for bit.
/// @throws InputError when the text format cannot hold the problem (it has equalities),
/// OutputError when the file cannot be written.
void write_stored_problem(const StoredProblem& problem, const std::string& path);

}  // namespace solfec
