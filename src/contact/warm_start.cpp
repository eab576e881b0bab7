#include "contact/warm_start.h"

#include <algorithm>
#include <tuple>

#include "base/count.h"

namespace solfec {

namespace {

/// Numbers of the same force in another local frame.
Vec3 in_frame(Vec3 local, const Mat3& from, const Mat3& to) {
  return from == to ? local : transposed_times(to, from * local);
}

}  // namespace

void WarmStart::hand_over(std::span<const ContactPoint> points, std::span<const int> ended,
                          std::span<ContactPoint> added) {
  if (ended.empty() || added.empty()) return;
  handings_.clear();
  for (int to = 0; to < count(added); ++to) {
    for (int from = 0; from < count(ended); ++from) {
      const Vec3 between = added[to].point - points[ended[from]].point;
      handings_.push_back({dot(between, between), to, from});
    }
  }
  std::sort(handings_.begin(), handings_.end(), [](const Handing& a, const Handing& b) {
    return std::tie(a.squared_distance, a.to, a.from) < std::tie(b.squared_distance, b.to, b.from);
  });
  given_.assign(ended.size(), 0);
  taken_.assign(added.size(), 0);
  for (const Handing& handing : handings_) {
    if (given_[handing.from] != 0 || taken_[handing.to] != 0) continue;
    given_[handing.from] = 1;
    taken_[handing.to] = 1;
    const ContactPoint& old = points[ended[handing.from]];
    added[handing.to].state.R = in_frame(old.state.R, old.frame, added[handing.to].frame);
  }
}

}  // namespace solfec
