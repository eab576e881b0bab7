#pragma once

#include <string>
#include <string_view>

#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// Reads a problem of contacts in one of the text formats (docs/stored-problems.md): W dense or by
/// sparse blocks, or M and H, which are condensed.
/// @param name  Of the file, for messages.
/// @throws ArchiveError "NAME:LINE: expected ..., got ..." when the text is no such problem.
StoredProblem parse_text_problem(std::string_view text, const std::string& name);

/// The format of sparse blocks; numbers in their shortest form that reads back to the same bits.
/// @throws InputError when the problem has equalities.
std::string text_problem(const StoredProblem& problem);

}  // namespace solfec
