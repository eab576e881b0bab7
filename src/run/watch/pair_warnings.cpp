#include "run/watch/pair_warnings.h"

#include <algorithm>

#include "base/cat.h"

namespace solfec {

bool PairWarnings::was_told(BodyId a, BodyId b) const {
  return std::binary_search(told_.begin(), told_.end(), Pair(std::minmax(a, b)));
}

void PairWarnings::skip(BodyId a, BodyId b) {
  const Pair pair = std::minmax(a, b);
  const auto place = std::lower_bound(told_.begin(), told_.end(), pair);
  if (place == told_.end() || *place != pair) told_.insert(place, pair);
}

bool PairWarnings::take(BodyId a, BodyId b) {
  if (was_told(a, b)) return false;
  skip(a, b);
  if (shown_ == kLines) {
    ++more_;
    return false;
  }
  ++shown_;
  return true;
}

std::string PairWarnings::rest() const {
  if (more_ == 0) return "";
  return cat(more_, more_ == 1 ? " more pair" : " more pairs",
             " of bodies in this RUN came too fast for the step or overlapped by more than "
             "10 GEOMETRIC_EPSILON");
}

}  // namespace solfec
