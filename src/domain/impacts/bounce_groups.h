#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/disjoint_sets.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Groups of bodies that rows connect and some contact of which bounces, on all ranks.
///
/// The label of a set of connected bodies is its least body. Where rows of several ranks act on the
/// bodies of a set, these ranks send each other their labels of shared bodies and keep the lesser
/// ones until none changes. They do so only when a contact of such a set bounces.
class BounceGroups {
 public:
  /// Finds the groups of a problem.
  /// @param bounces  Rows that bounce.
  /// @return Whether some contact bounces, on any rank.
  /// @note Collective when the problem is of several ranks.
  bool find(const LocalDynamics& problem, std::span<const int> bounces);
  [[nodiscard]] int count() const { return count_; }
  /// Number of groups that may have rows on several ranks. They are the first ones, and all ranks
  /// number them alike.
  [[nodiscard]] int shared() const { return shared_; }
  /// Returns the group of a row, -1: none of its contacts bounces.
  [[nodiscard]] int of_row(int row) const { return group_[static_cast<std::size_t>(row)]; }

 private:
  void connect(const LocalDynamics& problem);
  void spread_labels(const SharedSlots& shared);
  void number_shared(const LocalDynamics& problem, std::span<const int> bounces);
  int root_of_row(const RowJacobian& row);

  DisjointSets connected_;               // slots of body space that rows connect
  std::vector<std::uint8_t> is_shared_;  // per root: some slot is shared
  std::vector<std::int64_t> label_;      // per root
  std::vector<int> group_of_root_;       // -1: none
  std::vector<int> group_;               // of each row, -1: none
  int count_ = 0;
  int shared_ = 0;
};

}  // namespace solfec
