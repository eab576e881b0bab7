#pragma once

#include <cstdint>

namespace solfec {

/// Number of calls of operator new of this process so far, all threads. The counter replaces the
/// global operator new of a test binary; memory taken by malloc directly is not seen.
/// Always 0 where allocations are not counted.
std::int64_t allocation_count();

/// False in builds with the thread sanitizer of clang.
bool counts_allocations();

}  // namespace solfec
