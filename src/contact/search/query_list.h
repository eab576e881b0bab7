#pragma once

#include <span>
#include <vector>

#include "contact/pair/pair_query.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/exclusions.h"
#include "contact/piece/piece_set.h"
#include "contact/search/sphere_pair_list.h"

namespace solfec {

/// The pairs of pieces that are looked at in each step, kept from step to step.
///
/// Problem: the broad phase gives the pairs that are near each other, and the pairs of old contacts
/// have to be looked at too, for a bond lives at any distance. Both are sorted, so they are merged.
/// Pairs of two spheres go to a list of their own; the others become queries, which stand in order
/// of their pieces, as contacts do. Queries keep what only skips work: separating axes, and what is
/// known of pairs that are apart.
class QueryList {
 public:
  /// Lists the pairs anew.
  /// @param candidates        Pairs of the broad phase, sorted.
  /// @param started_anew      Bodies are not those of the last listing.
  /// @param[in,out] points    Old contacts; those that still have a pair get their present roles.
  /// @param[out] spheres      Pairs of two spheres.
  void collect(const PieceSet& pieces, std::span<const PiecePair> candidates, bool started_anew,
               const ContactExclusions& excluded, std::vector<ContactPoint>& points,
               SpherePairList& spheres);

  [[nodiscard]] std::span<PairQuery> queries() { return queries_; }
  /// Whether the last listing met an old contact that has no pair any more.
  [[nodiscard]] bool lost() const { return lost_; }

 private:
  void take_over(bool clearances);

  std::vector<PairQuery> queries_;
  std::vector<PairQuery> previous_;  // of the last listing
  bool lost_ = false;
};

}  // namespace solfec
