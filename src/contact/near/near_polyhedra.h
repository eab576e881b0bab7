#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/near/box_tree.h"
#include "contact/near/piece_pair.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Box of a polyhedron where its body is now, whether the body has been placed or not; empty when a
/// coordinate is not finite.
Box present_box(const PieceSet& pieces, int piece);

/// Pairs of polyhedra that are near each other, from step to step: of any bodies, two obstacles,
/// one body and pairs that may not touch included. Spheres and ellipsoids are left out from the
/// start and cost nothing.
///
/// As in BroadPhase, bodies have an allowance of motion, and only those that exceed it are
/// searched for again. Two pieces of one rigid body are searched for once.
class NearPolyhedra {
 public:
  /// Brings the pairs up to date. All pairs of boxes closer than `reach` (m) are among them.
  /// No allocation once the buffers have grown to the size of the problem.
  /// @pre vertices of bodies that are not rigid are up to date.
  /// @return whether pairs may have changed.
  bool update(const PieceSet& pieces, double reach);
  /// Everything is searched at the next update.
  void forget() { reach_ = -1.0; }

  /// Whether the last update met other bodies or another reach than the one before.
  [[nodiscard]] bool started_anew() const { return started_anew_; }
  /// Numbers of the bodies with polyhedra.
  [[nodiscard]] std::span<const int> bodies() const { return bodies_; }
  /// Pairs first < second, sorted by bodies, then pieces.
  [[nodiscard]] std::span<const PiecePair> pairs() const { return pairs_; }
  /// The pairs before the last update, when that returned true.
  [[nodiscard]] std::span<const PiecePair> previous_pairs() const { return merged_; }

 private:
  static constexpr int kParts = 64;  // of the search, independent of the thread count

  struct Allowance {
    double size{};  // m
    Mat3 rotation;  // rigid bodies: where the fat boxes were made
    Vec3 pivot;
  };
  /// Traits by which the bodies with polyhedra are told from those of the last update.
  struct Known {
    BodyId id{};
    const ShapePieces* shape = nullptr;
    int first_piece{};
    std::uint8_t rigid{};
  };

  [[nodiscard]] bool same_bodies(const PieceSet& pieces) const;
  void start(const PieceSet& pieces, double reach);
  void set_allowances(const PieceSet& pieces);
  [[nodiscard]] bool exceeds_allowance(const PieceSet& pieces, int body) const;
  void renew_allowance(const PieceSet& pieces, int body);
  [[nodiscard]] bool is_settled(const PieceSet& pieces, PiecePair pair) const;
  void search(const PieceSet& pieces);
  void merge(const PieceSet& pieces);

  std::vector<int> bodies_;   // with polyhedra
  std::vector<Known> known_;  // of each of them
  int body_count_ = 0;        // of the set at the last start, as the next ones
  int piece_count_ = 0;
  int face_count_ = 0;
  int pieces_of_bodies_ = 0;  // pieces of bodies with polyhedra
  double reach_ = -1.0;
  std::vector<Allowance> allowance_;  // per body
  std::vector<std::uint8_t> moved_;   // per body
  std::vector<int> piece_;            // polyhedra
  std::vector<int> item_;             // per piece: its place among them
  std::vector<Box> fat_;              // per polyhedron
  std::vector<int> moved_items_;
  BoxTree tree_;
  std::array<std::vector<PiecePair>, kParts> found_;
  std::vector<PiecePair> all_found_;
  std::vector<PiecePair> merged_;
  std::vector<PiecePair> pairs_;
  int searches_ = 0;  // since the tree was built
  bool started_anew_ = true;
};

}  // namespace solfec
