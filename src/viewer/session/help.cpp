#include "viewer/session/help.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/session/actions.h"
#include "viewer/text/stroke_font.h"

namespace solfec {

namespace {

/// Keys and what they do; in the end the mouse.
std::vector<std::pair<std::string, std::string>> help_lines() {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const ViewerAction& action : actions()) {
    if (action.key != keys::kNone) {
      lines.emplace_back(key_name(action.key), std::string(action.text));
    }
  }
  lines.emplace_back("ESC", "leave, close");
  lines.emplace_back("left", "turn; a click picks");
  lines.emplace_back("shift+left", "move");
  lines.emplace_back("ctrl+left", "zoom, as the wheel");
  lines.emplace_back("alt+left", "spin");
  lines.emplace_back("right", "menu");
  return lines;
}

}  // namespace

void draw_help(Overlay& overlay, const PictureLayout& layout, Colour ink, Colour key_ink,
               Colour ground) {
  const auto lines = help_lines();
  constexpr int kColumns = 3;
  const int rows = (count(lines) + kColumns - 1) / kColumns;
  const double pad = 10.0;
  const double column = (layout.width - 2.0 * pad) / kColumns;
  const double line = std::min(16.0, (layout.height - 2.0 * pad) / (rows + 1));
  double text = std::min(8.0, 0.58 * line);
  for (const auto& [key, what] : lines) {  // no wider than a column
    const double width = text_width(key, 1.0) + text_width(what, 1.0) + 2.5;
    text = std::min(text, column / width);
  }
  overlay.rectangles.push_back(
      {pad / 2, pad / 2, layout.width - pad, line * (rows + 1) + pad, ground});
  for (int i = 0; i < count(lines); ++i) {
    const int side = i / rows;
    const double x = pad + column * side;
    const double y = pad + line * (i % rows + 1);
    const auto& [key, what] = lines[at(i)];
    overlay.texts.push_back({x, y, text, key, key_ink});
    overlay.texts.push_back(
        {x + std::max(text_width(key, text), 5.0 * text) + text, y, text, what, ink});
  }
}

}  // namespace solfec
