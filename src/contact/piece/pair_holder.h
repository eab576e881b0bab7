#pragma once

#include "base/ids.h"

namespace solfec {

/// Traits of a body that decide which body holds the contacts of a pair.
struct PairEnd {
  BodyId id{};
  bool is_obstacle = false;
  double extent{};  // radius of a ball that holds the shape, m
};

/// True when the first of two bodies holds the contacts between them. On several ranks, the rank
/// that owns the holder finds and keeps the contacts. The holder is the smaller body, never an
/// obstacle, so that contacts with a large body, a floor for example, are spread over the ranks.
inline bool first_holds(const PairEnd& first, const PairEnd& second) {
  if (first.is_obstacle != second.is_obstacle) return second.is_obstacle;
  if (first.extent != second.extent) return first.extent < second.extent;
  return first.id < second.id;
}

}  // namespace solfec
