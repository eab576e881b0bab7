#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace solfec {

/// Point of a plane, m.
struct PlanePoint {
  double x{};
  double y{};
};

/// Finds two sides of a polygon that meet at more than a common corner, by their first corners;
/// empty when the polygon is simple. All pairs are tried.
std::optional<std::pair<int, int>> crossing_sides(std::span<const PlanePoint> polygon);

/// Cuts a simple polygon into convex parts along diagonals.
///
/// Ears are cut off (Meisters (1975), Am. Math. Mon. 82, 648-651); then diagonals are taken out
/// again while both of their ends stay convex (Hertel and Mehlhorn (1983), LNCS 158, 207-218),
/// which leaves at most four times the least number of parts. A convex polygon is one part, with
/// corners that lie on its sides.
///
/// @param polygon  Corners, counter-clockwise.
/// @return Corners of the parts, counter-clockwise.
/// @pre crossing_sides(polygon) finds nothing.
std::vector<std::vector<int>> convex_parts(std::span<const PlanePoint> polygon);

}  // namespace solfec
