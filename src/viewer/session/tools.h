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

/// Tools of the left mouse button; each takes a click, a rectangle or a line.
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

/// Kind of input that a tool takes.
enum class ToolInput { none, body, point, box, line };

struct ToolSpec {
  Tool tool{};
  ToolInput input{};
  int points{};  // number of points that the tool needs
  std::string_view hint;
};

const ToolSpec& spec_of(Tool tool);

/// A point of a body that was clicked at.
struct PickedPoint {
  BodyId body{};
  Vec3 point;      // m
  Vec3 reference;  // place of this point at the start, m
};
using PickedPoints = std::vector<PickedPoint>;

/// "(1, 2, 0.5)"
std::string text_of_point(Vec3 v);
/// Returns the result of a measuring tool for its points, in words.
std::string measured(Tool tool, const PickedPoints& points);

}  // namespace solfec
