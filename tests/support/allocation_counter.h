#pragma once

#include <cstdint>

namespace solfec {

/// Number of calls of operator new of this process so far, all threads. The counter replaces the
/// global operator new of a test binary; memory taken by malloc directly is not seen.
/// Always 0 in builds with the thread sanitizer.
std::int64_t allocation_count();

}  // namespace solfec
