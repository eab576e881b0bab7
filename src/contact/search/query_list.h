#pragma once

#include <span>
#include <vector>

#include "contact/pair/pair_query.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/exclusions.h"
#include "contact/piece/piece_set.h"
#include "contact/search/sphere_pair_list.h"

namespace solfec {

/// The pairs of pieces to examine in each step, kept from step to step.
///
/// The broad phase gives the pairs that are near each other. The pairs of old contacts have to be
/// examined too, because a bond lives at any distance. Both lists are sorted and are merged. Pairs
/// of two spheres go to a list of their own. The others become queries, in the order of their
/// pieces, which is that of contacts. Queries cache data that only save work: separating axes and
/// clearances.
class QueryList {
 public:
  /// Lists the pairs anew.
  /// @param candidates        Pairs of the broad phase, sorted.
  /// @param started_anew      True when the bodies are not those of the last listing.
  /// @param[in,out] points    Old contacts; those that still have a pair get their present roles.
  /// @param[out] spheres      Pairs of two spheres.
  void collect(const PieceSet& pieces, std::span<const PiecePair> candidates, bool started_anew,
               const ContactExclusions& excluded, std::vector<ContactPoint>& points,
               SpherePairList& spheres);

  [[nodiscard]] std::span<PairQuery> queries() { return queries_; }
  /// True when the last listing found an old contact whose pair no longer exists.
  [[nodiscard]] bool lost() const { return lost_; }

 private:
  void take_over(bool clearances);

  std::vector<PairQuery> queries_;
  std::vector<PairQuery> previous_;  // of the last listing
  bool lost_ = false;
};

}  // namespace solfec
