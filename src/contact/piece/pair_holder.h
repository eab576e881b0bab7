#pragma once

#include "base/ids.h"

namespace solfec {

/// A body as far as it decides who holds the contacts of a pair.
struct PairEnd {
  BodyId id{};
  bool is_obstacle = false;
  double extent{};  // radius of a ball that holds the shape, m
};

/// Which of two bodies holds the contacts between them: on several ranks, contacts are found and
/// kept where the holder is owned. The smaller body is it, so that contacts of a large one, e.g. of
/// a floor, are spread over the ranks; never an obstacle.
inline bool first_holds(const PairEnd& first, const PairEnd& second) {
  if (first.is_obstacle != second.is_obstacle) return second.is_obstacle;
  if (first.extent != second.extent) return first.extent < second.extent;
  return first.id < second.id;
}

}  // namespace solfec
