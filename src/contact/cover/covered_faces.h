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

/// A face that is covered, and by which one: what a restart needs to know.
struct CoveredPair {
  BodyFace face;
  BodyFace by;

  friend auto operator<=>(const CoveredPair&, const CoveredPair&) = default;  // NOLINT
};

/// A face that is covered, and the face that covers it, by numbers of a PieceSet; faces count
/// inside their piece.
struct Cover {
  int covered_piece{};
  int covered_face{};
  int piece{};  // that covers
  int face{};
};

/// Which parts of the outer faces of polyhedra other polyhedra cover, and are therefore no obstacle
/// to a third body: the joints of a floor of tiles, of a wall, of a body of several convices.
///
/// Geometry. Face f of piece P is covered at a place x by face g of piece Q when both are outer,
/// their normals are opposite up to |n_f + n_g| <= kOpposite, and x lies in the cover region
/// of g (for_each_bound): over g, or beside it by at most the tolerance; not farther from the plane
/// of g than kCoverDistance tolerances; or sunk into Q by at most kCoverDepth tolerances. The
/// distance is that of the planes at x, so a wedge is covered where it is narrow. A step of P
/// beside Q of half a tolerance is covered, of one of two tolerances the upper half is not.
///
/// Hysteresis. A pair (f, g) becomes covered when a point of f lies over g, at least kCoverOverlap
/// tolerances inside its edges, and near it as above. It stays so while a point of f lies in the
/// larger region of kStaysCovered times the distance (and kStaysCovered times the angle) that
/// reaches beyond the edges; and places of covered pairs are asked about with that one. So a place
/// over g is covered as soon as it is within the tolerance, and stays so until twice that; between
/// the two, and beside g, places also count that never were nearer, if others of the same pair
/// were. The depth has no hysteresis.
///
/// Which. Pieces of any two bodies, of two obstacles, of pairs that are excluded from contact, and
/// of one body (convices that touch; elements of one mesh have inner faces already). Spheres and
/// ellipsoids neither cover nor are covered.
///
/// What the pairs are follows from the present placement and the pairs of the step before, as if
/// every two faces were compared in every step: not from the number of threads, nor from the order
/// in which bodies were made, nor from where the scene stands beyond rounding, nor from when
/// `update` chose to compare. `state` is therefore all that a restart needs.
///
/// Threads. Pairs of bodies are compared in parallel, in a fixed number of parts that each write
/// lists of their own; these are put together in order.
///
/// Cost. Two rigid bodies are compared when their relative motion since the last time may
/// have changed an answer (see ask_cover), pieces of one rigid body once, other bodies in every
/// step. A step in which no body moves so far costs one subtraction per pair of near bodies, and
/// allocates nothing.
class CoveredFaces {
 public:
  /// Brings the pairs up to the present placement; rigid bodies need not be placed.
  /// @param tolerance  Geometric tolerance, m.
  /// @pre vertices and planes of bodies that are not rigid are up to date (PieceSet::refresh).
  void update(const PieceSet& pieces, double tolerance);

  /// Covered pairs, sorted.
  [[nodiscard]] std::span<const CoveredPair> state() const { return state_; }
  /// Pairs of the step before the next update; those of bodies or faces that do not exist vanish.
  void set_state(std::span<const CoveredPair> state);

  // Questions about the placement of the last update, by numbers of its PieceSet.

  /// Covers of all faces, sorted by covered face, then by the face that covers.
  [[nodiscard]] std::span<const Cover> covers() const { return covers_; }
  /// Covers of one face, and whether there are any of a face or a piece.
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

  /// Whether a cover reaches to a place on the covered face. The place is brought into the plane of
  /// the face along its normal first, so a point of a contact that has sunk in will do; that
  /// it lies over the face is up to the caller.
  [[nodiscard]] bool reaches(const PieceSet& pieces, const Cover& cover, Vec3 place) const;

  /// Whether a third piece covers a place on a face of a piece in contact.
  ///
  /// A body that stands on f beside Q touches Q's border, beside which f counts as covered up to
  /// the tolerance: a place to ask about lies more than that inside the patch of contact.
  /// @param except_body   Body of the other piece of the contact: it hides no contact of its own.
  /// @param except_piece  The other piece, where it is of the same body as `piece`; then
  ///                      except_body is -1, and only that piece does not count.
  /// @pre the piece is placed; the others need not be.
  [[nodiscard]] bool covered_at(const PieceSet& pieces, int piece, int face, Vec3 place,
                                int except_body, int except_piece = -1) const;

  /// Number of pairs of bodies that the last update compared: its work.
  [[nodiscard]] int compared() const { return static_cast<int>(due_.size()); }

 private:
  static constexpr int kParts = 64;  // of the comparison, independent of the thread count

  /// Two bodies with pieces near each other, or one.
  struct NearBodies {
    int first{};
    int second{};
    int begin{};  // pairs of pieces
    int end{};
    int covers{};  // between them
    double
        allowance{};  // motion since the comparison that changes nothing, m; negative: to compare
    double turned{};  // at the comparison: how far turns had moved points of both, m
    Vec3 between;     // then: from the pivot of the first to that of the second, m
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
