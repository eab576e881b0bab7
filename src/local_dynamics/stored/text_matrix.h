#pragma once

#include <string>

#include "local_dynamics/stored/scalar_matrix.h"
#include "local_dynamics/stored/text_words.h"

namespace solfec {

/// Reads a matrix of the text formats: storage 0, dense, or 1, sparse blocks of any sizes
/// (docs/stored-problems.md). Zeros of a dense matrix become no entries, those of blocks do.
/// @param name  Of the matrix in messages, e.g. " of H".
/// @throws ArchiveError "NAME:LINE: expected ..., got ...".
ScalarMatrix read_text_matrix(TextWords& words, const std::string& name);

}  // namespace solfec
