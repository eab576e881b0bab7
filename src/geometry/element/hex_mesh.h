#pragma once

#include <array>
#include <span>

#include "geometry/element/mesh.h"

namespace solfec {

/// Arguments of the input command HEX.
struct HexMeshParams {
  std::span<const double> corners;  // 8 x 3, m: 0-3 bottom counter-clockwise, 4-7 above them
  std::array<int, 3> counts{};      // elements along x (0 to 1), y (0 to 3), z (0 to 4); >= 1
  VolumeId volume{};
  std::span<const int> surfaces;                 // 6: bottom, -x, +y, +x, -y, top
  std::array<std::span<const double>, 3> sizes;  // relative element sizes along x, y, z; an empty
                                                 // list means equal sizes
};

/// Hexahedral mesh of a block with eight corners, trilinear in between.
///
/// Nodes and elements are numbered x fastest, then y, then z. When (v1 - v0) x (v2 - v1) . (v4 -
/// v0) is negative, the two layers of corners are exchanged. Sizes are positive, at least as many
/// as elements (surplus ignored), and scaled to sum 1.
///
/// @throws InputError (value) naming the argument, the entry and its value.
Mesh make_hex_mesh(const HexMeshParams& params);

}  // namespace solfec
