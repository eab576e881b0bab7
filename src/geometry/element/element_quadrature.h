#pragma once

#include <span>
#include <vector>

#include "math/vec3.h"

namespace solfec {

/// Point of a rule ∫ f dξ ≈ Σ weight f(local) on a reference element (`shape_functions`).
struct QuadraturePoint {
  Vec3 local;
  double weight{};
};

/// Rule of the body integrals: tetrahedron 4 points, pyramid 8, wedge 6, hexahedron 8.
///
/// 2 x 2 x 2 Gauss points, for the pyramid on the hexahedron collapsed into it (weights times s²);
/// wedge three points inside the triangle times two Gauss points; tetrahedron the four points of
/// degree 2 (Hammer, Marlowe and Stroud (1956), Math. Tables Aids Comput. 10, 130-137). All
/// integrate the gradients ∂N_a/∂X of any element of their kind exactly, which is what the patch
/// test needs.
/// @param node_count  4, 5, 6 or 8 (asserted).
std::span<const QuadraturePoint> body_quadrature(int node_count);

/// Rule of the mass integrals: 4 x 4 x 4 Gauss points, collapsed for the kinds other than the
/// hexahedron. Exact to degree 7 in each coordinate of the cube, hence for N_a N_b det J of every
/// kind.
std::span<const QuadraturePoint> mass_quadrature(int node_count);

/// Rule of degree 5 for tetrahedra, 14 points with positive weights (Walkington (2000), Quadrature
/// on simplices of arbitrary dimension): products of two strains of a parallelepiped are exact.
std::span<const QuadraturePoint> fine_tetrahedron_quadrature();

/// Point of a rule on a face of an element: ∮ f N dA ≈ Σ f(point) area, with the outward normal N.
struct FaceQuadraturePoint {
  std::vector<double> value;  // shape functions of the face's nodes
  Vec3 area;                  // normal times the area that belongs to the point, m^2
};

/// Rule of the surface integrals of a face with 3 (one point) or 4 nodes (2 x 2 Gauss points on the
/// bilinear patch), counter-clockwise seen from outside. Exact for ∮ N_a N dA.
std::vector<FaceQuadraturePoint> face_quadrature(std::span<const Vec3> vertices);

}  // namespace solfec
