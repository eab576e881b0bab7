#pragma once

#include <span>

#include "geometry/collision/gjk.h"
#include "geometry/shape/shape_kinds.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// A piece in some placement, by its points.
struct PieceView {
  PieceKind kind{};
  std::span<const Vec3> vertex;  // m
  double radius{};               // m
};

/// Range that a piece covers along a direction, m times the length of the direction.
struct Extent {
  double low{};
  double high{};
};

/// Row of the table of kinds of pieces, without contact, which has its own table
/// (contact/pair/narrow_phase.h). A new kind has its row in a file of its own;
/// geometry/shape/piece_kinds.h describes the functions.
struct PieceKindRow {
  Box (*box)(const PieceView& piece, double margin);
  Extent (*extent)(const PieceView& piece, Vec3 direction);
  double (*reach)(const PieceView& piece, Vec3 from);
  double (*height)(const PieceView& piece, Vec3 point);  // of round kinds
  GjkResult (*closest)(const PieceView& a, const PieceView& b, double limit);
};

}  // namespace solfec
