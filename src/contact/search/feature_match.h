#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/piece/contact_point.h"

namespace solfec {

/// Compares the old points of a pair with the found ones, in order of their features. An old and a
/// found point of one feature are one contact.
///
/// @param query     The query of the pair.
/// @param found     Points of the pair, sorted by feature.
/// @param points    All old contacts.
/// @param same      same(c, contact): old contact c was found again.
/// @param ended     ended(c): old contact c was not found again.
/// @param appeared  appeared(contact): no old contact has this feature.
template <typename Same, typename Ended, typename Appeared>
void match_features(const PairQuery& query, std::span<const PairContact> found,
                    std::span<const ContactPoint> points, const Same& same, const Ended& ended,
                    const Appeared& appeared) {
  int c = query.previous;
  const int end = query.previous_end();
  for (const PairContact& contact : found) {
    while (c < end && points[c].key.feature < contact.feature) ended(c++);
    if (c < end && points[c].key.feature == contact.feature) {
      same(c++, contact);
    } else {
      appeared(contact);
    }
  }
  while (c < end) ended(c++);
}

/// Finds the point with a feature among the points of a pair, which are sorted by feature. @pre
/// there is one.
inline const PairContact& point_with(std::span<const PairContact> found, std::uint64_t feature) {
  const auto at = std::lower_bound(
      found.begin(), found.end(), feature,
      [](const PairContact& contact, std::uint64_t value) { return contact.feature < value; });
  SOLFEC_ASSERT(at != found.end() && at->feature == feature);
  return *at;
}

}  // namespace solfec
