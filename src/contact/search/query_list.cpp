#include "contact/search/query_list.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "base/count.h"
#include "contact/pair/pair_points.h"

namespace solfec {

namespace {

// A merge of two sorted lists: pairs of pieces with old contacts, and candidates. Of a pair that is
// in both the old contacts come along. What the last listing knew is then taken over by a second
// merge (take_over).

/// End of the contacts that join the same pieces as contact k.
int end_of_pair(std::span<const ContactPoint> points, int k) {
  int end = k + 1;
  while (end < count(points) && same_pieces(points[end].key, points[k].key)) ++end;
  return end;
}

}  // namespace

void QueryList::collect(const PieceSet& pieces, std::span<const PiecePair> candidates,
                        bool started_anew, const ContactExclusions& excluded,
                        std::vector<ContactPoint>& points, SpherePairList& spheres) {
  std::swap(queries_, previous_);
  queries_.clear();
  spheres.clear();
  lost_ = false;
  const bool any_excluded = !excluded.bodies.empty() || !excluded.pieces.empty();
  const auto add = [&](PiecePair pair, int previous, int old) {
    if (any_excluded && is_excluded(excluded, key_of(pieces, pair))) {
      lost_ = lost_ || previous >= 0;
      return;
    }
    for (int c = previous; c < previous + old; ++c) set_roles(pieces, pair, points[c]);
    if (pieces.kind[pair.first] == PieceKind::sphere &&
        pieces.kind[pair.second] == PieceKind::sphere) {
      if (is_excluded(excluded, pieces.round_surface[pair.first],
                      pieces.round_surface[pair.second])) {
        lost_ = lost_ || previous >= 0;
        return;
      }
      lost_ = lost_ || old > 1;  // two spheres have one contact at most
      spheres.add(pair, previous);
    } else {
      const bool first_is_slave = previous < 0 || points[previous].state.first_is_slave;
      constexpr int kMost = std::numeric_limits<std::uint16_t>::max();
      lost_ = lost_ || old > kMost;
      const auto previous_count = static_cast<std::uint16_t>(std::min(old, kMost));
      queries_.push_back({pair, previous, first_is_slave, {}, -1, false, previous_count, {}});
    }
  };

  std::size_t next = 0;
  for (int k = 0, end = 0; k < count(points); k = end) {
    end = end_of_pair(points, k);
    const PiecePair pair = pair_of(pieces, points[k]);
    if (pair.first < 0 || pair.second < 0 || !may_touch(pieces, pair)) {
      lost_ = true;
      continue;
    }
    while (next < candidates.size() && candidates[next] < pair) add(candidates[next++], -1, 0);
    if (next < candidates.size() && candidates[next] == pair) ++next;
    add(pair, k, end - k);
  }
  while (next < candidates.size()) add(candidates[next++], -1, 0);
  take_over(!started_anew);
}

/// Copies the separating axes of the last step. After bodies came or went an axis may reach another
/// pair, which costs time and changes nothing; what is known of pairs that are apart is copied only
/// when the bodies are those of the last step.
void QueryList::take_over(bool clearances) {
  std::size_t last = 0;
  for (PairQuery& query : queries_) {
    while (last < previous_.size() && previous_[last].pair < query.pair) ++last;
    if (last == previous_.size()) return;
    if (previous_[last].pair != query.pair) continue;
    query.cache = previous_[last].cache;
    if (clearances) query.clearance = previous_[last].clearance;
  }
}

}  // namespace solfec
