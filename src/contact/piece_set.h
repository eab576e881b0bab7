#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "geometry/polyhedron_view.h"
#include "geometry/shape_pieces.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// All contact pieces of all bodies in their current placement: flat arrays, one entry per body,
/// piece, vertex or face. Topology is filled when bodies come and go; `vertex` is rewritten each
/// step by the owner of the bodies (a rigid map keeps polyhedra convex), then `refresh` derives
/// planes and boxes.
struct PieceSet {
  // bodies, in creation order
  std::vector<BodyId> body_id;
  std::vector<std::uint8_t> body_is_obstacle;
  std::vector<std::uint8_t> body_self_contact;
  std::vector<int> body_piece_start;           // bodies + 1
  std::vector<int> body_vertex_start;          // bodies + 1
  std::vector<const ShapePieces*> body_shape;  // reference data; owned elsewhere

  // pieces
  std::vector<PieceKind> kind;
  std::vector<int> body;  // index into the body arrays
  std::vector<double> radius;
  std::vector<int> vertex_start;  // pieces + 1
  std::vector<int> face_start;    // pieces + 1
  std::vector<Box> box;           // enlarged by the margin of refresh
  std::vector<SurfaceId> sphere_surface;

  // vertices and faces
  std::vector<Vec3> vertex;    // current position, m
  std::vector<Vec3> normal;    // current outward unit normal of the face
  std::vector<double> offset;  // normal . x = offset on the face, m
  std::vector<SurfaceId> surface;
  std::vector<std::uint8_t> outer;
  std::vector<int> loop_start;  // faces + 1, into loop
  std::vector<int> loop;        // vertex of the piece, 0-based inside the piece

  [[nodiscard]] int body_count() const { return static_cast<int>(body_id.size()); }
  [[nodiscard]] int piece_count() const { return static_cast<int>(kind.size()); }

  void clear();
  /// Appends a body and its pieces at their reference placement.
  /// @pre ids are appended in increasing order; `shape` outlives the set.
  void append(BodyId id, bool obstacle, bool self_contact, const ShapePieces& shape);
  /// Recomputes face planes from the vertices and boxes enlarged by `margin` (m). Pairs closer than
  /// the geometric tolerance are found when the margin is at least half of it. A piece with a
  /// vertex that is not finite gets the empty box.
  void refresh(double margin);
};

/// Polyhedron `piece` of the set as the geometry functions see it, with the planes of `refresh`.
PolyhedronView polyhedron_view(const PieceSet& set, int piece);

}  // namespace solfec
