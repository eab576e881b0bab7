#include "contact/near/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/near/renew_pairs.h"
#include "contact/piece/approach.h"

namespace solfec {

namespace {

// One update: bodies whose motion has used up their allowance (exceeds_allowance) get new fat boxes
// (renew_allowance). Few of them ask the refitted tree for the neighbours of their own pieces,
// whose pairs replace the old ones in the sorted list (search_moved); many of them, or a tree that
// has become bad, are searched with all others (search_all). Both give the same pairs.
//
// A rigid body exceeds its allowance when, with the allowance's placement (p0, Λ0) and radius r,
//   the largest coordinate of what p - p0 and its travel reach beyond the allowance's
//     + r |Λ - Λ0| + growth of its swing  >  size of the allowance;
// others when a swept box of theirs is not inside its fat one.

constexpr int kGrain = 256;         // pieces; below this a parallel loop does not pay
constexpr int kCheapGrain = 16384;  // bodies; below this a parallel test of placements does not pay
constexpr double kAllowanceOfSize =
    0.05;                         // allowance of a body against the size of its smallest piece
constexpr double kMany = 0.3;     // part of the pieces that moved above which all are searched
constexpr double kSpoiled = 2.0;  // work per box against that after the last build

}  // namespace

bool may_touch(const PieceSet& pieces, PiecePair pair) {
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  if (is_held_elsewhere(pieces, a, b)) return false;
  if (a != b) return pieces.body_is_obstacle[a] == 0 || pieces.body_is_obstacle[b] == 0;
  if (pieces.body_self_contact[a] == 0) return false;
  const int start = pieces.body_piece_start[a];
  return !adjacent_pieces(*pieces.body_shape[a], pair.first - start, pair.second - start);
}

bool BroadPhase::same_bodies(const PieceSet& pieces) const {
  return bodies_ == pieces.body_id && shapes_ == pieces.body_shape &&
         obstacle_ == pieces.body_is_obstacle && self_contact_ == pieces.body_self_contact &&
         ghost_ == pieces.body_is_ghost && count(fat_) == pieces.piece_count();
}

bool BroadPhase::update(PieceSet& pieces, double margin, double reach) {
  started_anew_ = !same_bodies(pieces) || reach != reach_;
  if (started_anew_) {
    start(pieces, margin, reach);
    return true;
  }
  const int n = pieces.body_count();
  parallel_for(n, kCheapGrain, [&](int b) { moved_[b] = exceeds_allowance(pieces, b) ? 1 : 0; });
  moved_pieces_.clear();
  for (int b = 0; b < n; ++b) {
    if (moved_[b] == 0) continue;
    renew_allowance(pieces, b, margin);
    for (int p = pieces.body_piece_start[b]; p < pieces.body_piece_start[b + 1]; ++p) {
      moved_pieces_.push_back(p);
    }
  }
  if (moved_pieces_.empty()) return false;
  if (spoiled_ || count(moved_pieces_) > kMany * pieces.piece_count()) {
    search_all(pieces);
  } else {
    search_moved(pieces);
  }
  return true;
}

/// All bodies get their allowance, and all pairs are searched.
void BroadPhase::start(PieceSet& pieces, double margin, double reach) {
  bodies_ = pieces.body_id;
  shapes_ = pieces.body_shape;
  obstacle_ = pieces.body_is_obstacle;
  self_contact_ = pieces.body_self_contact;
  ghost_ = pieces.body_is_ghost;
  reach_ = reach;
  moved_.assign(bodies_.size(), 1);
  allowance_.resize(bodies_.size());
  fat_.resize(pieces.kind.size());
  moved_pieces_.reserve(fat_.size());

  for (int b = 0; b < pieces.body_count(); ++b) {
    if (pieces.body_is_rigid[b] != 0) pieces.place(b, margin);
  }
  sizes_.clear();
  for (const Box& box : pieces.box) sizes_.push_back(largest_edge(box));
  double median = 0.0;
  if (!sizes_.empty()) {
    const auto middle = sizes_.begin() + count(sizes_) / 2;
    std::nth_element(sizes_.begin(), middle, sizes_.end());
    median = *middle;
  }
  for (int b = 0; b < pieces.body_count(); ++b) {
    double size = median;
    for (int p = pieces.body_piece_start[b]; p < pieces.body_piece_start[b + 1]; ++p) {
      size = std::min(size, largest_edge(pieces.box[p]));
    }
    allowance_[b].size = kAllowanceOfSize * size;
    renew_allowance(pieces, b, margin);
  }
  spoiled_ = true;
  search_all(pieces);
}

bool BroadPhase::exceeds_allowance(const PieceSet& pieces, int body) const {
  const Allowance& allowance = allowance_[body];
  if (pieces.body_is_rigid[body] != 0) {
    const Vec3 way = pieces.body_pivot[body] - allowance.pivot;
    double turn = pieces.body_swing[body] - allowance.swing;
    const double radius = pieces.body_radius[body];
    if (radius > 0.0) {
      const Mat3 change = pieces.body_rotation[body] - allowance.rotation;
      turn += radius * std::sqrt(double_dot(change, change));
    }
    const Vec3 travel = pieces.body_travel[body];
    const Vec3 below = minimum(allowance.travel, {}) - minimum(travel, {}) - way;
    const Vec3 above = maximum(travel, {}) - maximum(allowance.travel, {}) + way;
    const Vec3 most = maximum(below, above);
    return !(std::max({most.x, most.y, most.z}) + turn <= allowance.size);
  }
  for (int p = pieces.body_piece_start[body]; p < pieces.body_piece_start[body + 1]; ++p) {
    if (is_empty(pieces.box[p]) && is_empty(fat_[p])) continue;
    Box box = swept_box(pieces, p);
    box.grow(0.5 * reach_);
    if (!contains(fat_[p], box)) return true;
  }
  return false;
}

void BroadPhase::renew_allowance(PieceSet& pieces, int body, double margin) {
  if (pieces.body_is_rigid[body] != 0) {
    pieces.place(body, margin);
    allowance_[body].rotation = pieces.body_rotation[body];
    allowance_[body].pivot = pieces.body_pivot[body];
    allowance_[body].travel = pieces.body_travel[body];
    allowance_[body].swing = pieces.body_swing[body];
  }
  for (int p = pieces.body_piece_start[body]; p < pieces.body_piece_start[body + 1]; ++p) {
    fat_[p] = swept_box(pieces, p);
    fat_[p].grow(allowance_[body].size + 0.5 * reach_);
  }
}

void BroadPhase::search_all(const PieceSet& pieces) {
  const bool rebuilt = spoiled_ || tree_.size() != pieces.piece_count();
  if (rebuilt) {
    tree_.build(fat_);
  } else {
    tree_.refit(fat_);
  }
  const int n = pieces.piece_count();
  const int grain = n < kGrain ? kChunks + 1 : 2;  // few boxes are not worth waking threads
  parallel_for(kChunks, grain, [&](int c) {
    const EvenShare share(0, n, c, kChunks);
    Chunk& chunk = chunks_[c];
    chunk.pairs.clear();
    chunk.work = tree_.for_each_pair(share.first, share.last, [&](int i, int j) {
      const PiecePair pair{std::min(i, j), std::max(i, j)};
      if (may_touch(pieces, pair)) chunk.pairs.push_back(pair);
    });
  });
  work_ = 0;
  for (const Chunk& chunk : chunks_) work_ += chunk.work;
  const double per_box = n > 0 ? static_cast<double>(work_) / static_cast<double>(n) : 0.0;
  if (rebuilt) work_after_build_ = per_box;
  spoiled_ = per_box > kSpoiled * work_after_build_;
  sort_pairs(pieces.piece_count());
}

/// Replaces the pairs of the pieces that moved.
void BroadPhase::search_moved(const PieceSet& pieces) {
  tree_.refit(fat_);
  const int n = count(moved_pieces_);
  const int grain = n < kGrain ? kChunks + 1 : 2;
  parallel_for(kChunks, grain, [&](int c) {
    const EvenShare share(0, n, c, kChunks);
    Chunk& chunk = chunks_[c];
    chunk.pairs.clear();
    chunk.work = 0;
    for (int k = share.first; k < share.last; ++k) {
      const int i = moved_pieces_[k];
      chunk.work += tree_.for_each_overlap(fat_[i], [&](int j) {
        if (j == i || (j < i && moved_[pieces.body[j]] != 0)) return;  // found by j
        const PiecePair pair{std::min(i, j), std::max(i, j)};
        if (may_touch(pieces, pair)) chunk.pairs.push_back(pair);
      });
    }
  });
  work_ = 0;
  found_.clear();
  for (const Chunk& chunk : chunks_) {
    work_ += chunk.work;
    found_.insert(found_.end(), chunk.pairs.begin(), chunk.pairs.end());
  }
  // a search of all looks only at later places: about half the boxes
  spoiled_ =
      static_cast<double>(work_) > 2.0 * kSpoiled * work_after_build_ * static_cast<double>(n);
  std::sort(found_.begin(), found_.end());

  const auto stays = [&](PiecePair pair) {
    return moved_[pieces.body[pair.first]] == 0 && moved_[pieces.body[pair.second]] == 0;
  };
  renew_pairs(candidates_, found_, std::less(), stays, merged_);
  std::swap(candidates_, merged_);
}

/// Counting sort by the first piece, then each row by the second.
void BroadPhase::sort_pairs(int piece_count) {
  // row_start_[i + 2] counts row i, so that after the sums row_start_[i + 1] is its first free
  // place and, when the row is full, its end.
  row_start_.assign(static_cast<std::size_t>(piece_count) + 2, 0);
  for (const Chunk& chunk : chunks_) {
    for (const PiecePair pair : chunk.pairs) ++row_start_[pair.first + 2];
  }
  for (int i = 1; i < piece_count + 2; ++i) row_start_[i] += row_start_[i - 1];

  candidates_.resize(row_start_.back());
  for (const Chunk& chunk : chunks_) {
    for (const PiecePair pair : chunk.pairs) candidates_[row_start_[pair.first + 1]++] = pair;
  }
  parallel_for(piece_count, kGrain, [&](int i) {
    std::sort(candidates_.begin() + row_start_[i], candidates_.begin() + row_start_[i + 1]);
  });
}

std::span<const PiecePair> BroadPhase::find_pairs(PieceSet& pieces, double margin) {
  update(pieces, margin, 0.0);
  for (int b = 0; b < pieces.body_count(); ++b) {
    if (pieces.body_is_rigid[b] != 0) pieces.place(b, margin);
  }
  pairs_.clear();
  for (const PiecePair pair : candidates_) {
    if (overlap(pieces.box[pair.first], pieces.box[pair.second])) pairs_.push_back(pair);
  }
  return pairs_;
}

}  // namespace solfec
