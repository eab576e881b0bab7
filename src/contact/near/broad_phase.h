#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/near/box_tree.h"
#include "contact/near/piece_pair.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Finds the pairs of pieces that are near each other, from step to step.
///
/// Each body has an allowance of motion: its pieces have enlarged (fat) boxes, and pairs of pieces
/// whose fat boxes overlap are the candidates. Only when a body exceeds its allowance, its pieces
/// get new fat boxes and search their neighbours in a BoxTree. A step in which no body does costs
/// one test per body. Fat boxes also contain the space that the pieces sweep in the coming step.
/// The allowance is a twentieth of the largest edge of the body's smallest piece, or of the median
/// of all pieces where that is less, so that a huge floor is not a candidate with all bodies above
/// it. The tree is refitted. It is built anew when the number of boxes changes, or when a search
/// takes more than twice the box tests per box of the first search after the last build: this
/// counts work and does not depend on a clock.
///
/// Candidates depend on earlier motion. The pairs among them whose boxes overlap do not.
class BroadPhase {
 public:
  /// Updates the candidates. All pairs closer than `reach` (m) are candidates, except pairs of two
  /// obstacles, pairs of one body without self-contact and adjacent pieces of one body. Boxes of
  /// rigid bodies that exceed their allowance are placed with `margin`.
  /// No allocation once the buffers have grown to the size of the problem.
  /// @pre boxes of bodies that are not rigid are up to date.
  /// @return True when the candidates may have changed.
  bool update(PieceSet& pieces, double margin, double reach);

  /// True when the last update had other bodies, or another reach, than the update before.
  [[nodiscard]] bool started_anew() const { return started_anew_; }
  /// Pairs i < j, sorted.
  [[nodiscard]] std::span<const PiecePair> candidates() const { return candidates_; }

  /// Pairs with overlapping boxes (touching counts), sorted, of pieces that are all placed.
  std::span<const PiecePair> find_pairs(PieceSet& pieces, double margin);
  [[nodiscard]] std::span<const PiecePair> pairs() const { return pairs_; }
  /// Number of box tests of the last search.
  [[nodiscard]] std::int64_t work() const { return work_; }

 private:
  static constexpr int kChunks = 128;  // parts of the search, independent of the thread count

  struct Chunk {
    std::vector<PiecePair> pairs;
    std::int64_t work{};
  };

  /// Motion of a body up to which its fat boxes contain its pieces.
  struct Allowance {
    double size{};  // m
    Mat3 rotation;  // rigid bodies: where the fat boxes were made
    Vec3 pivot;
    Vec3 travel;     // travel of the step that the fat boxes allow for, m
    double swing{};  // m
  };

  [[nodiscard]] bool same_bodies(const PieceSet& pieces) const;
  void start(PieceSet& pieces, double margin, double reach);
  [[nodiscard]] bool exceeds_allowance(const PieceSet& pieces, int body) const;
  void renew_allowance(PieceSet& pieces, int body, double margin);
  void search_all(const PieceSet& pieces);
  void search_moved(const PieceSet& pieces);
  void sort_pairs(int piece_count);

  BoxTree tree_;
  std::array<Chunk, kChunks> chunks_;
  std::vector<BodyId> bodies_;  // of the last update, with the traits that decide on pairs
  std::vector<const ShapePieces*> shapes_;
  std::vector<std::uint8_t> obstacle_;
  std::vector<std::uint8_t> self_contact_;
  std::vector<std::uint8_t> ghost_;
  double reach_ = 0.0;
  std::vector<Allowance> allowance_;  // per body
  std::vector<Box> fat_;              // per piece
  std::vector<std::uint8_t> moved_;   // per body
  std::vector<int> moved_pieces_;
  std::vector<double> sizes_;   // work space
  std::vector<int> row_start_;  // pairs of first piece i are row_start_[i] .. row_start_[i + 1]
  std::vector<PiecePair> candidates_;
  std::vector<PiecePair> found_;  // pairs of a partial search
  std::vector<PiecePair> merged_;
  std::vector<PiecePair> pairs_;
  std::int64_t work_ = 0;
  double work_after_build_ = 0.0;  // per box
  bool spoiled_ = true;            // the tree must be built anew
  bool started_anew_ = true;
};

/// True when two pieces can be in contact. False when both belong to obstacles, to one body without
/// self-contact, or are adjacent pieces of one body, and when another rank holds their contacts
/// (contact/piece/pair_holder.h).
bool may_touch(const PieceSet& pieces, PiecePair pair);

}  // namespace solfec
