#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/near/box_tree.h"
#include "contact/near/piece_pair.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Box of a polyhedron in the present placement of its body, also when the body has not been
/// placed; empty when a coordinate is not finite.
Box present_box(const PieceSet& pieces, int piece);

/// Finds the pairs of polyhedra that are near each other, from step to step. The bodies may be any:
/// two obstacles, one body, or a pair that may not touch. Spheres and ellipsoids are not looked at
/// and cost nothing.
///
/// As in BroadPhase, bodies have an allowance of motion, and only those that exceed it are
/// searched for again. Two pieces of one rigid body are searched for once.
class NearPolyhedra {
 public:
  /// Updates the pairs. All pairs of boxes closer than `reach` (m) are among them.
  /// No allocation once the buffers have grown to the size of the problem.
  /// @pre vertices of bodies that are not rigid are up to date.
  /// @return True when pairs may have changed.
  bool update(const PieceSet& pieces, double reach);
  /// Makes the next update search all pairs.
  void forget() { reach_ = -1.0; }

  /// True when the last update had other bodies, or another reach, than the update before.
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
  /// Traits by which a change of the bodies with polyhedra since the last update is noticed.
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
  std::vector<Known> known_;  // of each of these bodies
  int body_count_ = 0;        // of the set at the last start, as the next two members
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
