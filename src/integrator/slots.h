#pragma once

#include <vector>

#include "base/count.h"
#include "base/parallel_for.h"
#include "body/scheme.h"

namespace solfec {

/// Calls f(slot) for the slots of a set that have this scheme; slots are independent of each other.
template <typename Function>
void for_each_slot(const std::vector<Scheme>& schemes, Scheme scheme, const Function& f) {
  constexpr int kSerialBelow = 1024;  // bodies; the work of fewer does not pay for a fork
  parallel_for(count(schemes), kSerialBelow, [&](int slot) {
    if (schemes[slot] == scheme) f(slot);
  });
}

/// Calls f(slot) for all slots of a set.
template <typename Set, typename Function>
void for_each_slot(const Set& set, const Function& f) {
  constexpr int kSerialBelow = 1024;
  parallel_for(set.size(), kSerialBelow, f);
}

}  // namespace solfec
