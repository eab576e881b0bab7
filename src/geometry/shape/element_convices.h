#pragma once

#include <vector>

#include "geometry/element/mesh.h"
#include "geometry/shape/convex.h"

namespace solfec {

/// One polyhedron for each element of a mesh, in their order, with the volume id of the element.
///
/// Faces on the outer side of the mesh keep their surface ids, faces between two elements have
/// `kInnerSurface`. Quadrilaterals that are bent (geometry/element/bent_quadrilateral.h) become two
/// triangles with an outward ridge, so two elements that share one overlap by its bend.
std::vector<Convex> element_convices(const Mesh& mesh);

}  // namespace solfec
