#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/box_tree.h"
#include "contact/piece_set.h"

namespace solfec {

/// Two pieces of a PieceSet, first < second.
struct PiecePair {
  int first{};
  int second{};

  friend bool operator==(PiecePair, PiecePair) = default;
  friend bool operator<(PiecePair a, PiecePair b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
};

/// Finds the pairs of pieces whose boxes meet.
///
/// Each box asks a BoxTree for the later boxes of the tree that it meets; the pairs are then put in
/// order by counting those of each first piece, in linear time. The tree is refitted from
/// step to step and built anew when the number of boxes changes or a search took more than twice
/// the box tests of the first search after the last build: a count of work, not a clock. The result
/// does not depend on the tree.
class BroadPhase {
 public:
  /// Pairs i < j with overlapping boxes (touching counts), sorted. Left out are pairs of two
  /// obstacles, pairs of one body without self-contact and adjacent pieces of one body.
  /// No allocation once the buffers have grown to the size of the problem.
  void find_pairs(const PieceSet& pieces);

  [[nodiscard]] std::span<const PiecePair> pairs() const { return pairs_; }
  /// Number of box tests of the last search.
  [[nodiscard]] std::int64_t work() const { return work_; }

 private:
  static constexpr int kChunks = 128;  // parts of the search, independent of the thread count

  struct Chunk {
    std::vector<PiecePair> pairs;
    std::int64_t work{};
  };

  void search(const PieceSet& pieces, int begin, int end, Chunk& chunk) const;
  void sort_pairs(int piece_count);

  BoxTree tree_;
  std::array<Chunk, kChunks> chunks_;
  std::vector<int> row_start_;  // pairs of first piece i are row_start_[i] .. row_start_[i + 1]
  std::vector<PiecePair> pairs_;
  std::int64_t work_ = 0;
  std::int64_t work_after_build_ = 0;
};

/// True unless the two pieces can never be in contact: both of obstacles, of one body without
/// self-contact, or adjacent pieces of one body.
bool may_touch(const PieceSet& pieces, PiecePair pair);

}  // namespace solfec
