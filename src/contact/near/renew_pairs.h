#pragma once

#include <span>
#include <vector>

#include "contact/near/piece_pair.h"

namespace solfec {

/// Merges sorted pairs after a partial search: pairs that stay, and pairs that were found.
/// @param pairs   Pairs before the search, sorted; `found` is sorted too and has none that stays.
/// @param before  Order of both.
/// @param stays   True for a pair that the search did not look for.
template <typename Before, typename Stays>
void renew_pairs(std::span<const PiecePair> pairs, std::span<const PiecePair> found, Before before,
                 Stays stays, std::vector<PiecePair>& renewed) {
  renewed.clear();
  auto next = found.begin();
  for (const PiecePair pair : pairs) {
    if (!stays(pair)) continue;
    while (next != found.end() && before(*next, pair)) renewed.push_back(*next++);
    renewed.push_back(pair);
  }
  renewed.insert(renewed.end(), next, found.end());
}

}  // namespace solfec
