#pragma once

#include <span>

#include "geometry/collision/rod_distance.h"
#include "geometry/shape/bore.h"
#include "geometry/shape/piece_kind_row.h"

namespace solfec {

/// The rod of a piece, by its three points (`points_of`).
RodView rod_view(std::span<const Vec3> points);
/// The bore of a piece, by its four points.
BoreView bore_view(std::span<const Vec3> points);

/// Row of rods in the table of kinds. From pieces that overlap by more than the skin
/// (geometry/collision/rod_distance.h) the distance is 0.
extern const PieceKindRow kRodRow;

/// Row of bores. For pieces that are more than a point a bore counts as filled: the distance is
/// that from the solid cylinder, so a piece in the hole touches it.
extern const PieceKindRow kBoreRow;

}  // namespace solfec
