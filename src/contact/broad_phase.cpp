#include "contact/broad_phase.h"

#include <algorithm>

#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {

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
  parallel_for(kChunks, 2, [&](int c) {
    const auto begin = static_cast<int>(c * n / kChunks);
    const auto end = static_cast<int>((c + 1) * n / kChunks);
    search(pieces, begin, end, chunks_[c]);
  });
  gather();
  if (rebuilt) work_after_build_ = work_;
}

void BroadPhase::search(const PieceSet& pieces, int begin, int end, Chunk& chunk) const {
  chunk.pairs.clear();
  chunk.work = 0;
  for (int i = begin; i < end; ++i) {
    const std::size_t start = chunk.pairs.size();
    chunk.work += tree_.for_each_overlap_above(i, pieces.box[i], [&](int j) {
      const PiecePair pair{i, j};
      if (may_touch(pieces, pair)) chunk.pairs.push_back(pair);
    });
    std::sort(chunk.pairs.begin() + static_cast<std::ptrdiff_t>(start), chunk.pairs.end());
  }
}

void BroadPhase::gather() {
  pairs_.clear();
  work_ = 0;
  for (const Chunk& chunk : chunks_) {
    pairs_.insert(pairs_.end(), chunk.pairs.begin(), chunk.pairs.end());
    work_ += chunk.work;
  }
}

}  // namespace solfec
