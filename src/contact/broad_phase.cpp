#include "contact/broad_phase.h"

#include <algorithm>

#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {

namespace {

constexpr int kGrain = 1024;  // pieces; below this a parallel loop does not pay

}  // namespace

bool may_touch(const PieceSet& pieces, PiecePair pair) {
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  if (a != b) return pieces.body_is_obstacle[a] == 0 || pieces.body_is_obstacle[b] == 0;
  if (pieces.body_self_contact[a] == 0) return false;
  const int start = pieces.body_piece_start[a];
  return !adjacent_pieces(*pieces.body_shape[a], pair.first - start, pair.second - start);
}

void BroadPhase::find_pairs(const PieceSet& pieces) {
  const bool rebuilt = tree_.size() != pieces.piece_count() || work_ > 2 * work_after_build_;
  if (rebuilt) {
    tree_.build(pieces.box);
  } else {
    tree_.refit(pieces.box);
  }

  const std::int64_t n = pieces.piece_count();
  const int grain = n < kGrain ? kChunks + 1 : 2;  // few boxes are not worth waking threads
  parallel_for(kChunks, grain, [&](int c) {
    const auto begin = static_cast<int>(c * n / kChunks);
    const auto end = static_cast<int>((c + 1) * n / kChunks);
    search(pieces, begin, end, chunks_[c]);
  });
  work_ = 0;
  for (const Chunk& chunk : chunks_) work_ += chunk.work;
  if (rebuilt) work_after_build_ = work_;
  sort_pairs(pieces.piece_count());
}

void BroadPhase::search(const PieceSet& pieces, int begin, int end, Chunk& chunk) const {
  chunk.pairs.clear();
  chunk.work = tree_.for_each_pair(begin, end, [&](int i, int j) {
    const PiecePair pair{std::min(i, j), std::max(i, j)};
    if (may_touch(pieces, pair)) chunk.pairs.push_back(pair);
  });
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

  pairs_.resize(row_start_.back());
  for (const Chunk& chunk : chunks_) {
    for (const PiecePair pair : chunk.pairs) pairs_[row_start_[pair.first + 1]++] = pair;
  }
  parallel_for(piece_count, kGrain, [&](int i) {
    std::sort(pairs_.begin() + row_start_[i], pairs_.begin() + row_start_[i + 1]);
  });
}

}  // namespace solfec
