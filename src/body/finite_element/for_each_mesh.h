#pragma once

#include <algorithm>
#include <concepts>

#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/finite_element_set.h"

namespace solfec {

/// Calls f(body) or f(body, scratch) for all bodies of this rank, which must be independent of each
/// other; side by side when none has more than a quarter of all nodes. The scratch is that of the
/// thread, of the size of the body.
template <typename Function>
void for_each_mesh(FiniteElementSet& set, const Function& f) {
  int nodes = 0;
  int most = 0;
  for (const FiniteElementBody& body : set.owned_bodies()) {
    nodes += body.node_count();
    most = std::max(most, body.node_count());
  }
  const auto call = [&](int thread, int threads) {
    const EvenShare share(0, set.owned(), thread, threads);
    for (int i = share.first; i < share.last; ++i) {
      if constexpr (std::invocable<const Function&, FiniteElementBody&>) {
        f(set[i]);
      } else {
        FiniteElementScratch& scratch = set.scratch[at(thread)];
        scratch.resize(set[i].node_count());
        f(set[i], scratch);
      }
    }
  };
  const bool side_by_side = set.owned() > 1 && 4 * most <= nodes && thread_count() > 1;
  const std::size_t callers = side_by_side ? at(thread_count()) : 1;
  if (set.scratch.size() < callers) set.scratch.resize(callers);
  if (side_by_side) {
    call_on_team(call);
  } else {
    call(0, 1);
  }
}

/// Calls f for each body that this rank owns and that has the given scheme, like for_each_mesh
/// without a scheme.
template <typename Function>
void for_each_mesh(FiniteElementSet& set, Scheme scheme, const Function& f) {
  if constexpr (std::invocable<const Function&, FiniteElementBody&>) {
    for_each_mesh(set, [&](FiniteElementBody& body) {
      if (body.scheme == scheme) f(body);
    });
  } else {
    for_each_mesh(set, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
      if (body.scheme == scheme) f(body, scratch);
    });
  }
}

}  // namespace solfec
