#pragma once

#include <array>
#include <span>
#include <string_view>

#include "body/bodies.h"
#include "body/surface_points.h"

namespace solfec {

/// Most numbers that a quantity has at a point: those of a stress.
inline constexpr int kMostComponents = 6;

/// A quantity by which surfaces are coloured: a row of the table of `surface_fields`.
struct SurfaceField {
  std::string_view name;
  std::string_view unit;
  std::string_view text;  // what it is, in a few words
  int components{};
  std::array<std::string_view, kMostComponents> component;  // names; the first `components` count

  /// Writes the values of the present state, the components of a point one after another.
  /// @param values  points.size() x components numbers.
  void (*write)(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                std::span<double> values) = nullptr;
};

/// All quantities. The stress of finite elements is averaged at each node
/// (`StressRecovery`), between nodes of a background mesh interpolated; von Mises stress is that of
/// these means. Rigid bodies and obstacles have none, pseudo-rigid bodies have the same everywhere.
/// Where an element has no volume left stress is not finite.
std::span<const SurfaceField> surface_fields();

/// The one with this name, null: none.
const SurfaceField* find_surface_field(std::string_view name);

}  // namespace solfec
