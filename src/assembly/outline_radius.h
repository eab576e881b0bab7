#pragma once

#include "body/bodies.h"
#include "geometry/shape/piece_kinds.h"
#include "math/vec3.h"

namespace solfec {

/// A piece of a body at a contact.
struct ContactSide {
  BodyRef body;
  const ShapePieces* pieces = nullptr;  // that contact knows; null: none
  int piece{};

  [[nodiscard]] PieceKind kind() const { return pieces->kind[static_cast<std::size_t>(piece)]; }
};

/// @param index  Of the body in its table.
ContactSide contact_side(const Bodies& bodies, int index, int piece);

/// Directions at a contact, unit vectors across each other: out of the piece, and along it.
struct OutlineDirections {
  Vec3 outwards, around;
};

/// Radius of curvature of the outline of a piece that is seen across both directions, where its
/// normal points outwards, m: h + h'' of its extent h(φ) along outwards cos φ + around sin φ. 0 at
/// corners, infinite on faces.
/// @param place  m, in space.
double outline_radius(const Bodies& bodies, const ContactSide& side, Vec3 place,
                      const OutlineDirections& directions);

}  // namespace solfec
