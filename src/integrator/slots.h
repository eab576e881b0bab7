#pragma once

#include <vector>

#include "base/parallel_for.h"
#include "body/common/scheme.h"

namespace solfec {

/// Calls f(slot) for the bodies of this rank in a set that have this scheme; they are independent
/// of each other.
template <typename Set, typename Function>
void for_each_slot(const Set& set, Scheme scheme, const Function& f) {
  constexpr int kSerialBelow = 1024;  // bodies; the work of fewer does not pay for a fork
  const std::vector<Scheme>& schemes = set.scheme;
  parallel_for(set.owned(), kSerialBelow, [&](int slot) {
    if (schemes[slot] == scheme) f(slot);
  });
}

/// Calls f(slot) for all bodies of this rank in a set.
template <typename Set, typename Function>
void for_each_slot(const Set& set, const Function& f) {
  constexpr int kSerialBelow = 1024;
  parallel_for(set.owned(), kSerialBelow, f);
}

}  // namespace solfec
