#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "math/vec3.h"

namespace solfec {

/// Points of a flat list x, y, z, x, y, z, ... of coordinates.
///
/// @param command  Name of the input command for messages, e.g. "CONVEX".
/// @param list     Name of its argument, e.g. "vertices".
/// @param least    Smallest number of points.
/// @throws InputError when the length is no multiple of 3, there are fewer points, or a coordinate
///         is not finite; the message names the entry.
std::vector<Vec3> points_of_flat_list(std::string_view command, std::string_view list,
                                      std::span<const double> coordinates, int least);

/// Checks that the indices of one face or element lie in [0, point_count) and differ.
///
/// @param owner  What the indices belong to, e.g. "CONVEX: face 3".
/// @throws InputError naming the owner and the index.
void check_indices(std::string_view owner, std::span<const int> indices, int point_count);

}  // namespace solfec
