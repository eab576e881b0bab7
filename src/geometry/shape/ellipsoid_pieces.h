#pragma once

#include "geometry/collision/ellipsoid_distance.h"
#include "geometry/shape/piece_kind_row.h"

namespace solfec {

/// The ellipsoid of a piece, by the six ends of its diameters (`points_of`), wherever they are.
EllipsoidView ellipsoid_view(std::span<const Vec3> points);

/// Row of ellipsoids in the table of kinds. From polyhedra that overlap by more than the least
/// radius of curvature the distance is 0.
extern const PieceKindRow kEllipsoidRow;

}  // namespace solfec
