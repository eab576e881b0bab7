#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/piece/contact_point.h"

namespace solfec {

/// Hands the reactions of points that have ended in this step over to new points of the same pair.
///
/// A corner that slides over an edge changes its feature, and its force should not start from zero.
/// The ended and the new point that are nearest to each other are matched first (distance of the
/// last place of the ended point from the place of the new one; ties by the new, then the old key),
/// then the two nearest of the others, and so on. Each ended point gives its reaction to one new
/// point at most. The reaction is kept as a vector: its components are turned from one local frame
/// into the other, and copied when the frames are equal. Age, id, bond and velocities are those of
/// a new point. Buffers are kept between calls.
class WarmStart {
 public:
  /// @param points         All old contacts.
  /// @param ended          Indices of the points of the pair that have ended, in order of their
  /// keys.
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
