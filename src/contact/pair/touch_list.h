#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "base/ids.h"
#include "contact/pair/pair_function.h"
#include "contact/pair/reach.h"
#include "contact/piece/approach.h"
#include "math/vec3.h"

namespace solfec {

/// One place where a rod or a bore meets another piece.
struct Touch {
  std::uint64_t feature{};  // identifies the place among those of the pair, from step to step
  Vec3 point;               // of the surface of the rod or bore, m
  Vec3 normal;              // unit, out of the rod or bore
  double distance{};        // from the point to the other piece along the normal, m
  SurfaceId other{};        // surface of the other piece there
};

/// Places of one pair, at most kMost; further places are ignored.
class TouchList {
 public:
  static constexpr std::size_t kMost = 128;

  void add(const Touch& touch) {
    if (size_ < kMost) touch_[size_++] = touch;
  }
  [[nodiscard]] std::span<const Touch> all() const { return {touch_.data(), size_}; }

 private:
  std::array<Touch, kMost> touch_;
  std::size_t size_ = 0;
};

/// A rod or bore and the piece that it may meet.
struct RodPair {
  int rod;  // or bore
  int other;
  bool rod_is_first;
};

/// Adds the places that are within reach to the contacts of query k.
/// @param new_slave_is_first  Role of a new pair.
inline void add_touches(const PairWork& work, int k, const RodPair& pair, const Reach& reach,
                        const TouchList& list, bool new_slave_is_first) {
  const SurfaceId own = work.pieces.round_surface[pair.rod];
  const bool first_is_slave = reach.old ? work.queries[k].first_is_slave : new_slave_is_first;
  const bool rod_is_slave = pair.rod_is_first == first_is_slave;
  for (const Touch& touch : list.all()) {
    if (!reach.covers(touch.distance)) continue;
    work.contacts.add(
        k, {.feature = touch.feature,
            .first_is_slave = first_is_slave,
            .gap_law = work.params.points == ContactPoints::patch,
            .distance = touch.distance,
            .gap = reach.gap(touch.distance),
            .area = 1.0,
            .point = rod_is_slave ? touch.point + touch.distance * touch.normal : touch.point,
            .normal = rod_is_slave ? touch.normal : -touch.normal,
            .first_surface = pair.rod_is_first ? own : touch.other,
            .second_surface = pair.rod_is_first ? touch.other : own});
  }
}

/// Calls visit (k, pair, reach) for each query k of a list of pairs with a rod or bore.
template <typename Visit>
void for_each_rod_pair(const PairWork& work, std::span<const int> list, bool rod_is_first,
                       const Visit& visit) {
  const bool gap_law = work.params.points == ContactPoints::patch;
  for (const int k : list) {
    const PairQuery& query = work.queries[k];
    const auto [first, second] = query.pair;
    SOLFEC_ASSERT(first < second);
    const Reach reach(work.params, query.previous >= 0, gap_law,
                      approach(work.pieces, first, second));
    visit(k, rod_is_first ? RodPair{first, second, true} : RodPair{second, first, false}, reach);
  }
}

}  // namespace solfec
