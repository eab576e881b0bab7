#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "geometry/collision/polyhedron_view.h"
#include "geometry/shape/shape_pieces.h"
#include "math/box.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// All contact pieces of all bodies in their present placement: flat arrays, with one entry per
/// body, piece, vertex or face. The topology is filled when bodies come and go. In each step the
/// owner of the bodies sets rotation and pivot of rigid bodies, whose vertices, planes and boxes
/// are computed by `place` on demand. For other bodies it sets `vertex`, and `refresh` computes the
/// rest.
struct PieceSet {
  // bodies, by increasing id
  std::vector<BodyId> body_id;
  std::vector<std::uint8_t> body_is_obstacle;  // no reaction moves it
  std::vector<std::uint8_t> body_self_contact;
  std::vector<std::uint8_t> body_is_ghost;     // owned by another rank; empty: none is
  std::vector<double> body_extent;             // radius of a ball that holds the shape, m, or empty
  std::vector<int> body_piece_start;           // bodies + 1
  std::vector<int> body_vertex_start;          // bodies + 1
  std::vector<const ShapePieces*> body_shape;  // reference data; owned elsewhere
  std::vector<std::uint8_t> body_is_rigid;     // placed by rotation and pivot
  std::vector<std::uint8_t> body_is_affine;    // planes stay planes: all but finite elements
  std::vector<Mat3> body_rotation;             // x = pivot + rotation (X - reference pivot)
  std::vector<Vec3> body_pivot;                // m; of affine bodies
  std::vector<Vec3> body_reference_pivot;      // middle of the reference vertices, m
  std::vector<double> body_radius;             // largest distance from the reference pivot, m
  std::vector<Vec3> body_travel;               // way of the pivot in the coming step, m
  std::vector<double> body_swing;              // largest further way of a point, m
  std::vector<double> body_way;                // |travel| + swing: largest way of any point, m
  std::vector<Vec3> body_turn;                 // rotation vector of the coming step

  // pieces
  std::vector<PieceKind> kind;
  std::vector<int> body;  // index into the body arrays
  std::vector<double> radius;
  std::vector<int> vertex_start;  // pieces + 1
  std::vector<int> face_start;    // pieces + 1
  std::vector<Box> box;           // enlarged by the margin of refresh
  std::vector<SurfaceId> round_surface;

  // vertices and faces
  std::vector<Vec3> vertex;    // current position, m
  std::vector<int> node;       // of the shape; vertices of one node move together
  std::vector<Vec3> normal;    // current outward unit normal of the face
  std::vector<double> offset;  // normal . x = offset on the face, m
  std::vector<SurfaceId> surface;
  std::vector<std::uint8_t> outer;
  std::vector<int> face_group;  // of the shape, see geometry/shape/face_groups.h
  std::vector<int> loop_start;  // faces + 1, into loop
  std::vector<int> loop;        // vertex of the piece, 0-based inside the piece

  /// Number of times that all pieces were listed anew, which bodies that come and go cause.
  [[nodiscard]] std::int64_t listings() const { return listings_; }
  [[nodiscard]] int body_count() const { return static_cast<int>(body_id.size()); }
  [[nodiscard]] int piece_count() const { return static_cast<int>(kind.size()); }

  /// True when some pieces are bores, in which other pieces may go round.
  [[nodiscard]] bool has_hollows() const {
    return std::find(kind.begin(), kind.end(), PieceKind::bore) != kind.end();
  }
  /// True when some pieces may touch at all: there are two bodies, not both obstacles, or a body
  /// with self-contact.
  [[nodiscard]] bool may_touch() const;

  void clear();
  /// Marks the body that was appended last as rigid, at its reference placement.
  void make_rigid();
  /// Marks the body that was appended last as one whose planes stay plane (rigid bodies are), and
  /// sets its reference pivot and radius.
  void make_affine();
  /// Appends a body and its pieces at their reference placement.
  /// @pre ids are appended in increasing order; `shape` outlives the set.
  void append(BodyId id, bool obstacle, bool self_contact, const ShapePieces& shape);
  /// Recomputes face planes from the vertices and boxes enlarged by `margin` (m) of all bodies that
  /// are not rigid. Pairs closer than the geometric tolerance are found when the margin is at least
  /// half of it. A piece with a vertex that is not finite gets the empty box.
  void refresh(double margin);
  /// Computes vertices, planes and boxes of a rigid body for its present rotation and pivot, unless
  /// they are up to date.
  /// @return True when they have changed.
  bool place(int body, double margin);

  friend PolyhedronView body_view(const PieceSet& set, int piece);

 private:
  /// Placement for which vertices, planes and boxes of a rigid body were computed last.
  struct Placed {
    bool done = false;
    Mat3 rotation;
    Vec3 pivot;
    double margin{};
  };

  void place_piece(int piece, double margin);
  /// Sets pivot and radius of the body that was appended last.
  void set_extent();

  std::int64_t listings_ = 0;             // calls of clear
  std::vector<Placed> placed_;            // per body
  std::vector<Vec3> reference_vertex_;    // from the reference pivot, m
  std::vector<Vec3> reference_normal_;    // per face
  std::vector<double> reference_offset_;  // from the reference pivot, m
};

/// Index of a body in the set, -1 when the set does not have it.
int find_body(const PieceSet& set, BodyId id);

/// True when another rank holds the contacts of two bodies (contact/piece/pair_holder.h).
/// @param a, b  Indices of the bodies in the set.
bool is_held_elsewhere(const PieceSet& set, int a, int b);

/// Vertices of a piece in space, m: corners of a polyhedron, points that define a round piece.
std::span<const Vec3> points_of(const PieceSet& set, int piece);
/// Polyhedron `piece` of the set as the geometry functions see it, with the planes of `refresh`.
PolyhedronView polyhedron_view(const PieceSet& set, int piece);
/// Returns polyhedron `piece` of the set in the frame of its body, without placing it. The frame of
/// a rigid body is that of its reference placement, about the pivot; for others it is that of
/// space.
PolyhedronView body_view(const PieceSet& set, int piece);

}  // namespace solfec
