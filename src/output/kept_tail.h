#pragma once

#include <string>

namespace solfec {

/// Copies what follows byte `from` of a file to FILE.removed-N, N the first free number.
/// @return Path of the copy. @throws OutputError with path and reason.
std::string keep_tail(const std::string& path, long long from);

/// Whole frames with sound headers that stand behind byte `from`, where the row of frames ends.
int frames_behind(const std::string& path, long long from);

}  // namespace solfec
