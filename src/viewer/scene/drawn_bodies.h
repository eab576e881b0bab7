#pragma once

#include <algorithm>
#include <span>

#include "base/ids.h"

namespace solfec {

/// True when a picture shows a body. @param drawn  Bodies that are shown, increasing; none: all.
inline bool is_drawn(std::span<const BodyId> drawn, BodyId id) {
  return drawn.empty() || std::binary_search(drawn.begin(), drawn.end(), id);
}

}  // namespace solfec
