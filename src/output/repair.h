#pragma once

#include <string>
#include <vector>

namespace solfec {

/// Copies what follows byte `from` of a file to FILE.removed-N, N the first free number.
/// @return Path of the copy. @throws OutputError with path and reason.
std::string keep_tail(const std::string& path, long long from);

/// Whole frames with sound headers that stand behind byte `from`, where the row of frames ends.
int frames_behind(const std::string& path, long long from);

/// Cuts off what is no complete frame at the ends of the files of a results folder and keeps the
/// removed bytes beside them; frames that are damaged inside stay and are named.
/// @return What was found and done, one line each.
/// @throws ArchiveError when there is nothing to repair, OutputError when a file cannot be written
///         or another process writes into the folder; nothing is cut before its copy is complete.
std::vector<std::string> repair_results(const std::string& folder);

}  // namespace solfec
