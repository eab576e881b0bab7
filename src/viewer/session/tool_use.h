#pragma once

#include <array>

#include "viewer/session/tools.h"

namespace solfec {

class Viewer;

/// Applies the tool that is chosen in a viewer.
class ToolUse {
 public:
  explicit ToolUse(Viewer& viewer) : viewer_(viewer) {}

  void click(int x, int y);
  /// Handles a rectangle from the pixel of the press to that of the release of the button.
  void box(std::array<int, 2> from, std::array<int, 2> to);
  void line(std::array<int, 2> from, std::array<int, 2> to);

 private:
  void toggle(BodyId body);
  void point(const PickedPoint& picked);

  Viewer& viewer_;
};

}  // namespace solfec
