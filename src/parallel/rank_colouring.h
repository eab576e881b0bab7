#pragma once

#include <span>
#include <vector>

#include "parallel/comm.h"

namespace solfec {

/// Colours of ranks, 1, 2, ...: adjacent ones, which share couplings between rows, have different
/// ones. So ranks of one colour can solve their boundary rows at the same time, colour after
/// colour.
///
/// Algorithm 3 of Koziara and Bicanic (2011), Int. J. Numer. Meth. Engng 87, 437-456: each rank, in
/// their order, takes the least colour that no adjacent one has. Every rank computes all colours
/// from the whole graph. The sets of (33)-(36) ask for the colours of neighbours.
class RankColouring {
 public:
  /// One rank alone.
  RankColouring() = default;
  /// Collective. @param adjacent  Other ranks, in any order; ranks are adjacent when one of them
  /// says so.
  RankColouring(Comm& comm, std::span<const int> adjacent);

  /// Number of colours of all ranks.
  [[nodiscard]] int colours() const { return colours_; }
  [[nodiscard]] int colour_of(int rank) const { return colour_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] int colour() const { return colour_of(rank_); }
  /// Ranks adjacent to this one, increasing: of lower colours, of higher ones, and all.
  [[nodiscard]] const std::vector<int>& lower() const { return lower_; }
  [[nodiscard]] const std::vector<int>& higher() const { return higher_; }
  [[nodiscard]] const std::vector<int>& neighbours() const { return neighbours_; }

 private:
  int rank_ = 0;
  int colours_ = 1;
  std::vector<int> colour_{1};  // by rank
  std::vector<int> lower_, higher_, neighbours_;
};

}  // namespace solfec
