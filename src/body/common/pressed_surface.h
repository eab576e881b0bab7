#pragma once

#include <vector>

#include "base/ids.h"
#include "geometry/shape/shape.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// The faces of a shape that a pressure acts on, by what a rigid or affine motion needs of them:
/// integrals over the undeformed faces with their outward unit normal N.
///
/// The load p n da of a body with x = x̄ + F (X - X̄) is p cof(F) N dA. Its resultant is p cof(F) a
/// at the centre X0 of the faces, its couple there p cof(F) B, and F = R for rigid bodies.
struct PressedSurface {
  SurfaceId surface{};
  double size{};  // ∫ dA, m²
  Vec3 center;    // X0 = ∫ X dA / ∫ dA, m
  Vec3 area;      // a = ∫ N dA, m²
  Mat3 spread;    // B = ∫ N (X - X0)ᵀ dA, m³
};

/// The vertices of all faces with the id, counter-clockwise seen from outside: those of polyhedra
/// as triangles, those of meshes as they are. Simple shapes have none.
std::vector<std::vector<Vec3>> faces_with(const Shape& shape, SurfaceId surface);

/// Integrals over all faces with the id, of polyhedra and of meshes whose faces with four nodes are
/// bilinear patches. Their size is zero where the shape has no such face; simple shapes have none.
PressedSurface pressed_surface(const Shape& shape, SurfaceId surface);

/// The ids of all faces of polyhedra and meshes, ascending, each once.
std::vector<SurfaceId> face_surfaces(const Shape& shape);

/// m0 = ∫ (X - X0) × N dA, twice the axial vector of the skew part of -B, m³: the moment of a
/// pressure of 1 Pa on a rigid body about X0 in its reference frame.
Vec3 moment_of(const PressedSurface& surface);

}  // namespace solfec
