#include "contact/pair/pair_contacts.h"

#include <limits>

namespace solfec {

namespace {

using PairCount = std::uint16_t;  // of the points of a pair, and of chunks

}  // namespace

/// Every chunk gets the capacity of the largest: a pair that moves to another one finds it there.
void PairContacts::resize(int pairs, int chunks) {
  SOLFEC_ASSERT(0 < chunks && chunks <= std::numeric_limits<PairCount>::max());
  entry_.resize(static_cast<std::size_t>(pairs));
  point_.resize(static_cast<std::size_t>(chunks));
  std::size_t capacity = 0;
  for (const auto& points : point_) capacity = std::max(capacity, points.capacity());
  for (int c = 0; c < chunks; ++c) {
    point_[c].clear();
    point_[c].reserve(capacity);
    const EvenShare share(0, pairs, c, chunks);
    for (int pair = share.first; pair < share.last; ++pair) {
      entry_[pair] = {0, 0, static_cast<PairCount>(c)};
    }
  }
}

void PairContacts::clear_chunk(int chunk) {
  if (point_[chunk].empty()) return;
  point_[chunk].clear();
  const EvenShare share(0, pair_count(), chunk, count(point_));
  for (int pair = share.first; pair < share.last; ++pair) entry_[pair].count = 0;
}

void PairContacts::add(int pair, const PairContact& contact) {
  if (!is_finite(contact.point) || !is_finite(contact.normal)) return;
  if (!std::isfinite(contact.gap) || !std::isfinite(contact.area)) return;
  Entry& entry = entry_[pair];
  std::vector<PairContact>& points = point_[entry.chunk];
  if (entry.count == 0) entry.start = static_cast<std::uint32_t>(points.size());
  SOLFEC_ASSERT(entry.start + entry.count == points.size());
  SOLFEC_ASSERT(entry.count < std::numeric_limits<PairCount>::max());
  points.push_back(contact);
  ++entry.count;
}

void PairContacts::sort_many(std::span<PairContact> points) {
  std::sort(points.begin(), points.end(),
            [](const PairContact& a, const PairContact& b) { return a.feature < b.feature; });
  SOLFEC_ASSERT(std::adjacent_find(points.begin(), points.end(),
                                   [](const PairContact& a, const PairContact& b) {
                                     return a.feature == b.feature;
                                   }) == points.end());
}

}  // namespace solfec
