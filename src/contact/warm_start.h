#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/piece/contact_point.h"

namespace solfec {

/// New points of a pair take over the reactions of points that have ended in the same step.
///
/// Problem: a corner that slides over an edge changes its feature, and its force must not start
/// from nothing. Of all ended and new points of the pair the two nearest to each other come first
/// (distance of the last place of the one from the place of the other; equal distances in order of
/// the new, then of the old keys), then the two nearest of those that are left, and so on: an ended
/// point gives to one new point only. The reaction as a vector stays, so its numbers are turned
/// from one local frame to the other; the same frame takes them as they are. Age, id, bond and
/// velocities are those of a new point. Keeps its buffers between calls.
class WarmStart {
 public:
  /// @param points         All old contacts.
  /// @param ended          Indices of those of the pair that have ended, in order of their keys.
  /// @param[in,out] added  New contacts of the pair, in order of their keys.
  void hand_over(std::span<const ContactPoint> points, std::span<const int> ended,
                 std::span<ContactPoint> added);

 private:
  struct Handing {
    double squared_distance{};  // m^2
    int to{};                   // index in `added`
    int from{};                 // index in `ended`
  };

  std::vector<Handing> handings_;
  std::vector<std::uint8_t> given_;  // per ended point
  std::vector<std::uint8_t> taken_;  // per new point
};

}  // namespace solfec
