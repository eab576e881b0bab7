#include "contact/search/clearances.h"

#include <algorithm>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"
#include "contact/piece/approach.h"

namespace solfec {

namespace {

// A pair is apart while  distance - |Δ between| - Δ(t_a + t_b)  is more than the larger of the
// distance of contact and what the two may come nearer in the step.

/// Share of the least distance of a contact by which a pair must be farther apart to count as
/// apart: covers the rounding of the distance and of the motion.
constexpr double kClearanceSlack = 1e-3;

}  // namespace

void Clearances::add_turns(const PieceSet& pieces, bool started_anew) {
  if (started_anew) turned_.start(pieces);
  parallel_for(pieces.body_count(), kParallelTests, [&](int b) {
    if (pieces.body_is_rigid[b] != 0 && pieces.body_radius[b] > 0.0) turned_.add(pieces, b);
  });
}

void Clearances::find_apart(const PieceSet& pieces, const ContactParams& params, bool started_anew,
                            std::span<PairQuery> queries) {
  add_turns(pieces, started_anew);
  const double contact = contact_distance(params);
  parallel_for(count(queries), kParallelTests, [&](int k) {
    PairQuery& query = queries[k];
    const Clearance& clearance = query.clearance;
    query.apart = false;
    if (query.previous >= 0 || !(clearance.distance > contact)) return;
    const int a = pieces.body[query.pair.first];
    const int b = pieces.body[query.pair.second];
    const Vec3 between = pieces.body_pivot[b] - pieces.body_pivot[a];
    const double motion =
        norm(between - clearance.between) + (turned_[a] + turned_[b] - clearance.turned);
    const double needed = std::max(contact, approach(pieces, query.pair.first, query.pair.second));
    query.apart = clearance.distance - motion > (1.0 + kClearanceSlack) * needed;
  });
}

void Clearances::note(const PieceSet& pieces, PairQuery& query) const {
  const int a = pieces.body[query.pair.first];
  const int b = pieces.body[query.pair.second];
  if (pieces.body_is_rigid[a] == 0 || pieces.body_is_rigid[b] == 0) {
    query.clearance.distance = 0.0;
    return;
  }
  query.clearance.between = pieces.body_pivot[b] - pieces.body_pivot[a];
  query.clearance.turned = turned_[a] + turned_[b];
}

}  // namespace solfec
