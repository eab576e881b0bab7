#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "geometry/element/mesh.h"

namespace solfec {

/// Points of `face_quadrature` on the outer faces, by face: the centre of a triangle, 2 x 2 Gauss
/// points of a quadrilateral.
///
/// The points of one face stand for equal shares of its area when it is a triangle or a
/// parallelogram: their mean then integrates polynomials of degree 1 or, of a quadrilateral, 3.
/// @param surface  Surface id of the faces; nothing: all outer faces.
/// @return Places, m; none when no face has the id.
std::vector<Vec3> surface_integration_points(const Mesh& mesh, std::optional<SurfaceId> surface);

/// Points of `body_quadrature` in the elements, by element: 4 of a tetrahedron, 8 of a pyramid, 6
/// of a wedge, 8 of a hexahedron.
///
/// The points of one element stand for equal shares of its volume when it is a tetrahedron, a wedge
/// with parallel ends, or a parallelepiped: their mean then integrates polynomials of degree 2 or,
/// of a parallelepiped, 3.
/// @param volume  Volume id of the elements; nothing: all elements.
/// @return Places, m; none when no element has the id.
std::vector<Vec3> volume_integration_points(const Mesh& mesh, std::optional<VolumeId> volume);

}  // namespace solfec
