#pragma once

#include <algorithm>

#include "base/parallel_for.h"
#include "body/finite_element_set.h"

namespace solfec {

/// Calls f for all bodies, which must be independent of each other; side by side when none has more
/// than a quarter of all nodes.
template <typename Function>
void for_each_mesh(FiniteElementSet& set, const Function& f) {
  int nodes = 0;
  int most = 0;
  for (const FiniteElementBody& body : set.body) {
    nodes += body.node_count();
    most = std::max(most, body.node_count());
  }
  const int grain = 4 * most <= nodes ? 2 : set.size() + 1;
  parallel_for(set.size(), grain, [&](int i) { f(set[i]); });
}

/// The same for the bodies with a scheme.
template <typename Function>
void for_each_mesh(FiniteElementSet& set, Scheme scheme, const Function& f) {
  for_each_mesh(set, [&](FiniteElementBody& body) {
    if (body.scheme == scheme) f(body);
  });
}

}  // namespace solfec
