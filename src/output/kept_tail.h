#pragma once

#include <string>

namespace solfec {

/// Copies the bytes of a file from byte `from` on to FILE.removed-N, where N is the first free
/// number.
/// @return Path of the copy. @throws OutputError with path and reason.
std::string keep_tail(const std::string& path, long long from);

/// Number of whole frames with valid headers behind byte `from`, at which the readable frames end.
int frames_behind(const std::string& path, long long from);

}  // namespace solfec
