#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "contact/cover/cover_region.h"
#include "contact/near/body_turns.h"
#include "contact/near/near_polyhedra.h"
#include "contact/piece/piece_set.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Face of a body; numbers of piece and face count inside body and piece.
struct BodyFace {
  BodyId body{};
  int piece{};
  int face{};

  friend auto operator<=>(const BodyFace&, const BodyFace&) = default;  // NOLINT
};

/// A covered face and the face that covers it, as stored for a restart.
struct CoveredPair {
  BodyFace face;
  BodyFace by;

  friend auto operator<=>(const CoveredPair&, const CoveredPair&) = default;  // NOLINT
};

/// A covered face and the face that covers it, by numbers of a PieceSet; faces count inside their
/// piece.
struct Cover {
  int covered_piece{};
  int covered_face{};
  int piece{};  // piece that covers
  int face{};
};

/// Parts of outer faces of polyhedra that other polyhedra cover. Such parts are no obstacle to a
/// third body: they are the joints of a floor of tiles, of a wall, or of a body of several
/// convices.
///
/// Geometry. Face f of piece P is covered at a place x by face g of piece Q when both are outer,
/// their normals are opposite up to |n_f + n_g| <= kOpposite, and x lies in the cover region
/// of g (for_each_bound): over g, or beside it by at most the tolerance; not farther from the plane
/// of g than kCoverDistance tolerances; or sunk into Q by at most kCoverDepth tolerances. The
/// distance is that of the planes at x, so a wedge is covered where it is narrow. A step of P
/// beside Q of half a tolerance is covered, of one of two tolerances the upper half is not.
///
/// Hysteresis. A pair (f, g) becomes covered when a point of f lies over g, at least kCoverOverlap
/// tolerances inside its edges, and near g as above. It stays covered while a point of f lies in a
/// larger region, of kStaysCovered times the distance and kStaysCovered times the angle, which
/// reaches beyond the edges of g. This larger region also decides about single places of a covered
/// pair. So a place over g is covered as soon as it is within the tolerance, and stays covered up
/// to twice that. In between, and beside g, a place that was never nearer counts as covered when
/// another place of the pair was. The depth has no hysteresis.
///
/// Pieces. They may belong to any two bodies: two obstacles, a pair that is excluded from contact,
/// or one body (convices that touch; elements of one mesh have inner faces already). Spheres and
/// ellipsoids neither cover nor are covered.
///
/// Determinism. The pairs depend on the present placement and the pairs of the step before, as if
/// all faces were compared in every step. They do not depend on the number of threads, on the order
/// in which bodies were made, on the place of the scene (beyond rounding), or on the times at which
/// `update` compares. So a restart needs nothing but `state`.
///
/// Threads. Pairs of bodies are compared in parallel, in a fixed number of parts. Each part writes
/// its own lists, which are joined in order.
///
/// Cost. Two rigid bodies are compared when their relative motion since the last comparison may
/// have changed an answer (see ask_cover), pieces of one rigid body once, and other bodies in every
/// step. A step in which no body moves so far costs one subtraction per pair of near bodies, and
/// allocates nothing.
class CoveredFaces {
 public:
  /// Updates the pairs for the present placement; rigid bodies need not be placed.
  /// @param tolerance  Geometric tolerance, m.
  /// @pre vertices and planes of bodies that are not rigid are up to date (PieceSet::refresh).
  void update(const PieceSet& pieces, double tolerance);

  /// Covered pairs, sorted.
  [[nodiscard]] std::span<const CoveredPair> state() const { return state_; }
  /// Sets the pairs of the step before the next update; pairs of bodies or faces that do not exist
  /// are dropped.
  void set_state(std::span<const CoveredPair> state);

  // Questions about the placement of the last update, by numbers of its PieceSet.

  /// Covers of all faces, sorted by covered face, then by the face that covers.
  [[nodiscard]] std::span<const Cover> covers() const { return covers_; }
  /// Covers of one face; below, tests whether a face or a piece has any.
  [[nodiscard]] std::span<const Cover> covers(const PieceSet& pieces, int piece, int face) const {
    const int f = pieces.face_start[piece] + face;
    const auto first = static_cast<std::size_t>(start_[f]);
    return std::span(covers_).subspan(first, static_cast<std::size_t>(start_[f + 1]) - first);
  }
  [[nodiscard]] bool any(const PieceSet& pieces, int piece, int face) const {
    const int f = pieces.face_start[piece] + face;
    return start_[f] != start_[f + 1];
  }
  [[nodiscard]] bool any(const PieceSet& pieces, int piece) const {
    return start_[pieces.face_start[piece]] != start_[pieces.face_start[piece + 1]];
  }

  /// True when a cover reaches to a place on the covered face. The place is first projected into
  /// the plane of the face along its normal, so a contact point that has sunk in may be given. The
  /// caller must know that the place lies over the face.
  [[nodiscard]] bool reaches(const PieceSet& pieces, const Cover& cover, Vec3 place) const;

  /// True when a third piece covers a place on a face of a piece in contact.
  ///
  /// A body that stands on f beside Q touches the border of Q, and up to the tolerance beside this
  /// border f counts as covered. So the place must lie more than the tolerance inside the patch.
  /// @param except_body   Body of the other piece of the contact, which hides no contact of its
  /// own.
  /// @param except_piece  The other piece when it belongs to the body of `piece`; except_body is
  /// then
  ///                      -1, and only this piece is not counted.
  /// @pre the piece is placed; the others need not be.
  [[nodiscard]] bool covered_at(const PieceSet& pieces, int piece, int face, Vec3 place,
                                int except_body, int except_piece = -1) const;

  /// Number of pairs of bodies that the last update compared: its work.
  [[nodiscard]] int compared() const { return static_cast<int>(due_.size()); }

 private:
  static constexpr int kParts = 64;  // of the comparison, independent of the thread count

  /// Two bodies, or one, with pieces near each other.
  struct NearBodies {
    int first{};
    int second{};
    int begin{};  // pairs of pieces
    int end{};
    int covers{};        // between them
    double allowance{};  // motion since the comparison without effect, m; negative: to be compared
    double turned{};     // sum of BodyTurns of both bodies at the comparison, m
    Vec3 between;        // vector between the pivots of both at the comparison, m
  };
  /// Results and scratch of one thread that compares faces.
  struct Part {
    std::vector<Cover> found;
    bool changed = false;
    std::vector<Vec3> first_seen;  // vertices of the first piece as the second sees them
    std::vector<Vec3> second_seen;
    std::vector<int> first_faces;  // that may be covered by the other piece, or cover it
    std::vector<int> second_faces;
    std::vector<Vec3> first_normal;             // of these as the second piece sees them
    std::vector<std::pair<int, int>> opposite;  // faces of the first and second piece
    std::vector<Vec3> corner;
    CoverScratch scratch;
  };
  struct Sides;

  static std::pair<int, int> bodies_of(const NearBodies& bodies) {
    return {bodies.first, bodies.second};
  }
  void number_covers(const PieceSet& pieces);
  void set_balls(const PieceSet& pieces);
  void group_pairs(const PieceSet& pieces);
  void add_turns(const PieceSet& pieces);
  void find_due(const PieceSet& pieces);
  void compare_bodies(const PieceSet& pieces, NearBodies& bodies, Part& part) const;
  double compare_pieces(const PieceSet& pieces, PiecePair pair, bool wants_allowance,
                        Part& part) const;
  void list_opposite(const PieceSet& pieces, PiecePair pair, double enough, Part& part) const;
  void list_opposite_now(const PieceSet& pieces, PiecePair pair, Part& part) const;
  void add_cover(const PieceSet& pieces, const Sides& sides, const Cover& cover, double& allowance,
                 Part& part) const;
  [[nodiscard]] bool was_covered(const PieceSet& pieces, const Cover& cover) const;
  [[nodiscard]] bool still_holds(const PieceSet& pieces, const Cover& cover) const;
  void replace_covers(const PieceSet& pieces, bool other_pairs);
  void fill_starts(const PieceSet& pieces);

  double tolerance_ = 0.0;
  NearPolyhedra near_;
  std::vector<PieceBall> ball_;          // per piece; of those of rigid bodies
  std::vector<NearBodies> near_bodies_;  // sorted
  std::vector<NearBodies> previous_;
  std::vector<int> due_;                // of near_bodies_, compared in this step
  std::vector<std::uint8_t> is_due_;    // per pair of near bodies
  std::vector<std::uint8_t> body_due_;  // per body: some pair of it is compared or no longer near
  BodyTurns turned_;
  std::array<Part, kParts> parts_;
  std::vector<Cover> covers_;
  std::vector<Cover> staying_;
  std::vector<Cover> found_;
  std::vector<int> start_;  // faces of the set + 1, into covers_
  std::vector<CoveredPair> state_;
};

}  // namespace solfec
