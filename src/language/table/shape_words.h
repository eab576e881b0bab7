#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace solfec {

/// Types of shape objects, those of simple shapes (geometry/shape/simple_shape.h) at the end.
std::vector<std::string_view> shape_types();
/// "CONVEX, MESH or SPHERE".
std::string listed(const std::vector<std::string_view>& names, std::string_view last = " or ",
                   std::string_view others = ", ");

/// Returns the text of what commands that take any shapes ask for; it is valid for ever, as texts
/// of the command table are.
std::string_view any_shape();
std::string_view any_shape_or_point();
std::string_view any_shape_or_body();
/// Returns the Python type of the sides of SPLIT.
std::string_view split_result();

}  // namespace solfec
