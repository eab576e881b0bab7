#pragma once

#include <array>
#include <span>

#include "geometry/element/mesh.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// Background mesh of the input command ROUGH_HEX: a regular grid along the principal directions of
/// the Euler tensor of a shape that just encloses its polyhedra.
///
/// Directions with the same principal value, up to 1e-6 of the largest, follow the coordinate axes
/// as far as they can (a cube gets a grid along its edges when these lie along the axes). The grid
/// is larger than the shape by 1e-6 of its size. Volume and surface ids are INT_MAX.
///
/// @param counts  Elements along the directions, in the order of the axes they are closest to.
/// @param sizes   Relative sizes of the layers as of HEX.
/// @pre the shape has polyhedra only, at least one.
/// @throws InputError (value) as make_hex_mesh does for the sizes.
Mesh make_rough_hex(const Shape& shape, const std::array<int, 3>& counts,
                    const std::array<std::span<const double>, 3>& sizes);

}  // namespace solfec
