#pragma once

#include <algorithm>
#include <span>

#include "base/ids.h"

namespace solfec {

/// Whether a picture shows a body. @param drawn  These only, increasing; none: all.
inline bool is_drawn(std::span<const BodyId> drawn, BodyId id) {
  return drawn.empty() || std::binary_search(drawn.begin(), drawn.end(), id);
}

}  // namespace solfec
