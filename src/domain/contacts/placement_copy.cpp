#include "domain/contacts/placement_copy.h"

namespace solfec {

namespace {

/// Calls f(set, placement) for the sets and their placements.
template <typename Sets, typename Placements, typename Function>
void for_each_pair(Sets sets, Placements& placements, const Function& f) {
  std::apply(
      [&](auto&... set) {
        std::apply([&](auto&... placement) { (f(set, placement), ...); }, placements);
      },
      sets);
}

}  // namespace

void PlacementCopy::store(const Bodies& bodies) {
  for_each_pair(Bodies::sets(bodies), placements_,
                [](const auto& set, auto& placement) { set.get_placement(placement); });
}

void PlacementCopy::restore(Bodies& bodies) const {
  for_each_pair(Bodies::sets(bodies), placements_,
                [](auto& set, const auto& placement) { set.set_placement(placement); });
}

}  // namespace solfec
