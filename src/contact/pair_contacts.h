#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Contact geometry at one point of a pair of pieces.
struct PairContact {
  bool first_is_slave = true;
  double distance{};  // m, 0 when polyhedra overlap, negative when a sphere penetrates
  double gap{};       // m; <= 0 when closed, else the distance
  double measured{};  // m; the gap of two polyhedra before it was cut off
  double area{};      // m^2; 1 with a sphere; 0 of two polyhedra that are open
  Vec3 point;         // m
  Vec3 normal;        // unit, out of the slave into the master
  SurfaceId first_surface{};
  SurfaceId second_surface{};
};

/// Points of all pairs that are examined, a span with a count for each: no point when the pair has
/// no contact. Each pair has room for the most that it may have, so threads write to different
/// pairs without order or lock and nothing is allocated between two `resize`.
class PairContacts {
 public:
  static constexpr int kMostPoints = 1;  // of one pair

  /// What was there loses its meaning.
  void resize(int pairs) {
    count_.resize(static_cast<std::size_t>(pairs));
    point_.resize(static_cast<std::size_t>(pairs) * kMostPoints);
  }
  [[nodiscard]] int pair_count() const { return count(count_); }

  [[nodiscard]] bool any(int pair) const { return count_[pair] > 0; }
  [[nodiscard]] std::span<const PairContact> of(int pair) const {
    return {point_.data() + start(pair), count_[pair]};
  }
  [[nodiscard]] std::span<PairContact> of(int pair) {
    return {point_.data() + start(pair), count_[pair]};
  }

  void clear(int pair) { count_[pair] = 0; }
  /// Leaves a point out that is not finite. @pre the pair has room.
  void add(int pair, const PairContact& contact) {
    SOLFEC_ASSERT(count_[pair] < kMostPoints);
    if (!is_finite(contact.point) || !is_finite(contact.normal)) return;
    if (!std::isfinite(contact.gap) || !std::isfinite(contact.area)) return;
    point_[start(pair) + count_[pair]] = contact;
    ++count_[pair];
  }
  /// The others keep their order.
  template <typename Predicate>
  void erase_if(int pair, const Predicate& goes) {
    const auto points = of(pair);
    const auto end = std::remove_if(points.begin(), points.end(), goes);
    count_[pair] = static_cast<std::uint8_t>(end - points.begin());
  }

 private:
  static std::size_t start(int pair) { return static_cast<std::size_t>(pair) * kMostPoints; }

  std::vector<std::uint8_t> count_;  // per pair
  std::vector<PairContact> point_;   // kMostPoints per pair, the first count_ of them valid
};

}  // namespace solfec
