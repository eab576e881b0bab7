#pragma once

#include <cstdio>
#include <string>

namespace solfec {

/// Reports that results end with bytes that cannot be read; prints nothing when there are none.
inline void tell_damaged_tail(const std::string& folder, long long bytes) {
  if (bytes == 0) return;
  std::fprintf(stderr, "solfec: %s: the file ends with %lld bytes that are no complete frame\n",
               folder.c_str(), bytes);
}

}  // namespace solfec
