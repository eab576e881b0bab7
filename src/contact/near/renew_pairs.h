#pragma once

#include <span>
#include <vector>

#include "contact/near/piece_pair.h"

namespace solfec {

/// Sorted pairs after a search for some of them: those that stay, and those found.
/// @param pairs   Before it, sorted; `found` is sorted, too, and has none of those that stay.
/// @param before  Order of both.
/// @param stays   Whether a pair was not searched for.
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
