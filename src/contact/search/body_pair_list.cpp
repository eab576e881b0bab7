#include "contact/search/body_pair_list.h"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/parallel_sizes.h"

namespace solfec {

namespace {

// In a step: find_resting before the examination; start_count, count_removed and count_kept while
// sparsification decides; leave_references after it. A pair has a reference only when nothing but
// its own two bodies decides on its contacts: one that loses a contact to another pair is blocked.

bool by_bodies(const BodyPair& a, const BodyPair& b) {
  return std::tie(a.reference.first, a.reference.second) <
         std::tie(b.reference.first, b.reference.second);
}

}  // namespace

void BodyPairList::set_references(std::span<const PairReference> references) {
  pairs_.clear();
  for (const PairReference& reference : references) {
    BodyPair pair;
    pair.referenced = true;
    pair.reference = reference;
    pairs_.push_back(pair);
  }
  std::sort(pairs_.begin(), pairs_.end(), by_bodies);
}

std::vector<PairReference> BodyPairList::references() const {
  std::vector<PairReference> references;
  for (const BodyPair& pair : pairs_) {
    if (pair.referenced) references.push_back(pair.reference);
  }
  return references;
}

void BodyPairList::drop_references(BodyId first, BodyId second) {
  for (BodyPair& pair : pairs_) {
    const PairReference& reference = pair.reference;
    if (reference.first == first && reference.second == second) pair.referenced = false;
  }
}

void BodyPairList::drop_references(std::span<const BodyId> sorted) {
  const auto goes = [&](BodyId id) { return std::binary_search(sorted.begin(), sorted.end(), id); };
  for (BodyPair& pair : pairs_) {
    if (goes(pair.reference.first) || goes(pair.reference.second)) pair.referenced = false;
  }
}

void BodyPairList::drop_all_references() {
  for (BodyPair& pair : pairs_) pair.referenced = false;
}

void BodyPairList::group(const PieceSet& pieces, std::span<PairQuery> queries) {
  queries_.list(pieces, queries, [&](PiecePair pair) {
    const int a = pieces.body[pair.first];
    const int b = pieces.body[pair.second];
    const bool round = is_round(pieces.kind[pair.first]) || is_round(pieces.kind[pair.second]);
    return !round && a != b && pieces.body_is_rigid[a] != 0 && pieces.body_is_rigid[b] != 0;
  });
  std::swap(pairs_, previous_);
  pairs_.clear();
  for (int k = 0; k < queries_.pair_count(); ++k) {
    const auto members = queries_.of_pair(k);
    BodyPair pair;
    pair.first = members[0].first;
    pair.second = members[0].second;
    pair.reference.first = pieces.body_id[pair.first];
    pair.reference.second = pieces.body_id[pair.second];
    pairs_.push_back(pair);
    for (const BodyQuery& member : members) queries[member.query].body_pair = k;
  }
  take_over_references();
}

void BodyPairList::take_over_references() {
  auto old = previous_.begin();
  for (BodyPair& pair : pairs_) {
    while (old != previous_.end() && by_bodies(*old, pair)) ++old;
    if (old == previous_.end()) return;
    if (by_bodies(pair, *old)) continue;
    pair.referenced = old->referenced;
    pair.reference = old->reference;
  }
}

void BodyPairList::find_resting(const PieceSet& pieces, double tolerance,
                                std::span<const PairQuery> queries,
                                std::span<const ContactPoint> points) {
  parallel_for(count(queries), kParallelTests, [&](int k) {  // bonds are never carried on
    const PairQuery& query = queries[k];
    if (query.body_pair < 0 || query.previous < 0) return;
    const auto old = points.subspan(query.previous, query.previous_count);
    const bool may_rest = std::all_of(old.begin(), old.end(), [](const ContactPoint& point) {
      return !point.state.bonded && point.state.referenced;
    });
    if (may_rest) return;
    std::atomic_ref(pairs_[query.body_pair].referenced).store(false, std::memory_order_relaxed);
  });
  parallel_for(count(pairs_), kParallelTests, [&](int k) {
    BodyPair& pair = pairs_[k];
    pair.resting = pair.referenced && relative_motion(pieces, pair) <= kRestDistance * tolerance;
  });
}

void BodyPairList::start_count() {
  for (BodyPair& pair : pairs_) {
    pair.blocked = false;
    pair.contacts = 0;
    if (!pair.resting) pair.reference.removed = 0;
  }
}

void BodyPairList::count_removed(int pair, bool for_other_bodies) {
  ++pairs_[pair].reference.removed;
  if (for_other_bodies) pairs_[pair].blocked = true;
}

void BodyPairList::count_staying(int pair, bool bonded) {
  ++pairs_[pair].contacts;
  if (bonded) pairs_[pair].blocked = true;
}

int BodyPairList::removed() const {
  int removed = 0;
  for (const BodyPair& pair : pairs_) removed += pair.reference.removed;
  return removed;
}

void BodyPairList::leave_references(const PieceSet& pieces) {
  parallel_for(count(pairs_), kParallelTests, [&](int k) {
    BodyPair& pair = pairs_[k];
    if (pair.resting) {
      pair.referenced = !pair.blocked;
    } else {
      pair.referenced = pair.contacts > 0 && !pair.blocked;
      if (pair.referenced) set_reference(pieces, pair);
    }
  });
}

}  // namespace solfec
