#include "contact/pair/queries_by_bodies.h"

#include <algorithm>
#include <tuple>

#include "base/count.h"

namespace solfec {

/// Queries come in the order of their pieces, so those of one first body stand together, and need
/// sorting only where bodies have several pieces.
void QueriesByBodies::sort() {
  const auto before = [](const BodyQuery& a, const BodyQuery& b) {
    return std::tie(a.first, a.second, a.query) < std::tie(b.first, b.second, b.query);
  };
  for (auto begin = all_.begin(), end = begin; begin != all_.end(); begin = end) {
    while (end != all_.end() && end->first == begin->first) ++end;
    if (!std::is_sorted(begin, end, before)) std::sort(begin, end, before);
  }
  if (!std::is_sorted(all_.begin(), all_.end(), before)) {
    std::sort(all_.begin(), all_.end(), before);
  }
  start_.clear();
  for (int m = 0; m < count(all_); ++m) {
    const bool same =
        m > 0 && all_[m - 1].first == all_[m].first && all_[m - 1].second == all_[m].second;
    if (!same) start_.push_back(m);
  }
  start_.push_back(count(all_));
}

std::span<const BodyQuery> QueriesByBodies::of_pair(int k) const {
  return std::span(all_).subspan(start_[k], start_[k + 1] - start_[k]);
}

}  // namespace solfec
