#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Keys that are held while a button is pressed.
struct MouseKeys {
  bool shift = false;
  bool control = false;
  bool alt = false;
};

/// Tool that a click, a rectangle or a line of the left button serves.
enum class Tool {
  none,
  veil,
  hide,
  rough,
  coordinates,
  distance,
  angle,
  centre,
  select_2d,
  select_3d,
  wire_2d,
  wire_3d,
  cut_space,
  cut_body
};

/// How a tool is used.
enum class ToolInput { none, body, point, box, line };

struct ToolSpec {
  Tool tool{};
  ToolInput input{};
  int points{};  // that it needs
  std::string_view hint;
};

const ToolSpec& spec_of(Tool tool);

/// A point of a body that was clicked at.
struct PickedPoint {
  BodyId body{};
  Vec3 point;      // m
  Vec3 reference;  // the same of the body at its beginning, m
};
using PickedPoints = std::vector<PickedPoint>;

/// "(1, 2, 0.5)"
std::string text_of_point(Vec3 v);
/// Returns in words what a measuring tool says of its points.
std::string measured(Tool tool, const PickedPoints& points);

}  // namespace solfec
