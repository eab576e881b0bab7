#include "contact/search/sphere_pair_list.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"
#include "contact/pair/narrow_phase.h"
#include "contact/pair/pair_points.h"
#include "contact/piece/approach.h"

namespace solfec {

/// Centres and radii of spheres side by side.
void SpherePairList::place_balls(const PieceSet& pieces) {
  balls_.resize(pieces.kind.size());
  parallel_for(pieces.piece_count(), kParallelTests, [&](int p) {
    if (pieces.kind[p] != PieceKind::sphere) return;
    balls_[p] = {pieces.vertex[pieces.vertex_start[p]], pieces.radius[p], travel_bound(pieces, p)};
  });
}

void SpherePairList::examine(const PieceSet& pieces, const ContactParams& params,
                             std::vector<ContactPoint>& points) {
  if (pairs_.empty()) return;
  place_balls(pieces);
  const double contact = contact_distance(params);
  parallel_for(count(pairs_), kParallelTests, [&](int k) {
    SpherePair& spheres = pairs_[k];
    const Ball& first = balls_[spheres.pair.first];
    const Ball& second = balls_[spheres.pair.second];
    if (spheres.previous < 0) {
      spheres.found =
          may_be_within(first, second, std::max(contact, first.travel + second.travel)) &&
          ball_contact(params, first, second, false, false,
                       ball_approach(pieces, spheres.pair, params, first, second))
              .found;
      return;
    }
    ContactPoint& point = points[spheres.previous];
    const BallContact found =
        ball_contact(params, first, second, true, point.state.first_is_slave,
                     ball_approach(pieces, spheres.pair, params, first, second));
    spheres.found = found.found;
    if (found.found) {
      update_point(found, point);
    } else if (point.state.bonded) {
      part(point);
      spheres.found = true;
    }
  });
}

bool SpherePairList::changed() const {
  return std::any_of(pairs_.begin(), pairs_.end(), [](const SpherePair& spheres) {
    return spheres.found != (spheres.previous >= 0);
  });
}

ContactPoint SpherePairList::make_contact(const PieceSet& pieces, const ContactParams& params,
                                          int k) {
  std::array<PairQuery, 1> queries;
  queries[0].pair = pairs_[k].pair;
  new_contact_.resize(1);
  NarrowScratch unused;
  const std::array<int, 1> list{0};
  const PairWork work{pieces, params, queries, {}, nullptr, new_contact_};
  pair_function(PieceKind::sphere, PieceKind::sphere)(work, list, unused);
  SOLFEC_ASSERT(new_contact_.any(0));
  return make_point(pieces, pairs_[k].pair, new_contact_.of(0).front());
}

void SpherePairList::unlink() {
  for (SpherePair& spheres : pairs_) spheres.previous = -1;
}

}  // namespace solfec
