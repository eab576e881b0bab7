#pragma once

#include <span>
#include <vector>

#include "contact/pair/pair_query.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// A query, and the bodies of its pieces.
struct BodyQuery {
  int first{};
  int second{};
  int query{};
};

/// Queries of pairs of pieces, sorted by the pairs of bodies to which the pieces belong.
class QueriesByBodies {
 public:
  /// Lists the queries for which wanted(pair of pieces) is true.
  template <typename Wanted>
  void list(const PieceSet& pieces, std::span<const PairQuery> queries, const Wanted& wanted) {
    all_.clear();
    for (std::size_t k = 0; k < queries.size(); ++k) {
      const PiecePair pair = queries[k].pair;
      if (!wanted(pair)) continue;
      all_.push_back({pieces.body[pair.first], pieces.body[pair.second], static_cast<int>(k)});
    }
    sort();
  }

  [[nodiscard]] int pair_count() const { return static_cast<int>(start_.size()) - 1; }
  /// Returns the queries of the k-th pair of bodies, in the order of bodies; never empty.
  [[nodiscard]] std::span<const BodyQuery> of_pair(int k) const;

 private:
  void sort();

  std::vector<BodyQuery> all_;  // sorted by bodies, then by query
  std::vector<int> start_{0};   // first query of each pair of bodies in `all_`, and the end
};

}  // namespace solfec
