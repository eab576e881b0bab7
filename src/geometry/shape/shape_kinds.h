#pragma once

namespace solfec {

/// Kind of a contact piece; rows of the tables of kinds (geometry/shape/piece_kinds.h,
/// contact/pair/narrow_phase.h).
enum class PieceKind : unsigned char { polyhedron, sphere, ellipsoid, rod, bore };
/// Number of kinds, for tables that have a row for each.
inline constexpr int kPieceKinds = static_cast<int>(PieceKind::bore) + 1;

/// Kind of a part of a shape; simple shapes (geometry/shape/simple_shape.h) follow the others.
enum class ShapePartKind : unsigned char { convex, element, sphere, ellipsoid, rod, bore };

/// True when pieces of a kind are round: they have a surface without faces. Spheres and ellipsoids
/// have one place of contact with any other piece, rods and bores have several.
constexpr bool is_round(PieceKind kind) { return kind != PieceKind::polyhedron; }
/// True when the normals of a part are those of a round surface instead of its faces.
constexpr bool is_round(ShapePartKind kind) { return kind >= ShapePartKind::sphere; }

/// True when pieces of a kind are the convex hull of their points, grown by their radius.
constexpr bool is_rounded_hull(PieceKind kind) { return kind <= PieceKind::sphere; }

}  // namespace solfec
