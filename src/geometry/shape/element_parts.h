#pragma once

#include <array>
#include <vector>

#include "base/ids.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/mesh.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// Part of an element of a background mesh that the polyhedra of one volume id fill.
struct ElementPart {
  int element{};  // of the mesh of BackgroundMesh
  VolumeId volume{};
  bool whole = false;                   // fills the element: the rules of the element hold
  std::vector<QuadraturePoint> points;  // else: local coordinates in the element, weights in m^3
  std::array<double, 8>
      shape_integral{};  // ∫ N_a dV of the element's nodes, m^3; of whole ones too
};

/// A mesh that covers polyhedra, reduced to the elements that they touch.
struct BackgroundMesh {
  Mesh mesh;                       // elements and nodes renumbered, in their order
  std::vector<ElementPart> parts;  // by element, then volume id
};

/// Cuts the polyhedra of a shape, which has no other parts, by the elements of a mesh.
///
/// Each polyhedron is cut by the face planes of each element near it; bent faces of elements count
/// as the pair of triangles that makes the element convex. A part is a fan of tetrahedra about its
/// centre with `fine_tetrahedron_quadrature` in each, and
/// `mass_quadrature` for the integrals of the shape functions (exact for parallelepipeds).
///
/// @throws InputError (value) when the elements cover less or more than the volume of the polyhedra
///         by more than 0.1 %, with both volumes.
BackgroundMesh cut_by_elements(const Shape& shape, const Mesh& mesh);

}  // namespace solfec
