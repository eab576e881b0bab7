#include "contact/search/rigid_placement.h"

#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"

namespace solfec {

void RigidPlacement::set_spheres(const PieceSet& pieces, const SpherePairList& spheres) {
  has_spheres_.assign(pieces.body_id.size(), 0);
  any_spheres_ = !spheres.pairs().empty();
  for (const SpherePair& each : spheres.pairs()) {
    has_spheres_[pieces.body[each.pair.first]] = 1;
    has_spheres_[pieces.body[each.pair.second]] = 1;
  }
}

int RigidPlacement::place(PieceSet& pieces, double margin, std::span<const PairQuery> queries,
                          const BodyPairList& bodies) {
  needed_ = has_spheres_;
  int active = 0;
  for (const PairQuery& query : queries) {
    if (query.apart || bodies.is_resting(query)) continue;
    ++active;
    needed_[pieces.body[query.pair.first]] = 1;
    needed_[pieces.body[query.pair.second]] = 1;
  }
  if (active == 0 && !any_spheres_) return 0;
  parallel_for(pieces.body_count(), kParallelBodies, [&](int b) {
    if (needed_[b] != 0 && pieces.body_is_rigid[b] != 0) pieces.place(b, margin);
  });
  return active;
}

}  // namespace solfec
