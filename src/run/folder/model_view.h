#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Reference point of a body that pictures show with its label.
struct MarkedPoint {
  BodyId body{};
  std::string label;
  Vec3 point;  // m
};

/// Settings of a script for pictures of its model.
struct ModelView {
  std::vector<MarkedPoint> points;  // DISPLAY_POINT, in the order of the calls
  std::vector<BodyId> drawn;        // RENDER: these bodies only; none: all
};

}  // namespace solfec
