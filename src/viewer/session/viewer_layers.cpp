// Parts that the viewer draws over its picture: slider, panel, messages, menu, help.

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/session/help.h"
#include "viewer/session/viewer.h"
#include "viewer/text/stroke_font.h"

namespace solfec {

namespace {

constexpr double kText = 9.0;   // height of capitals, pixels
constexpr double kLine = 15.0;  // from one line to the next
constexpr double kPad = 8.0;
constexpr double kSlider = 16.0;  // height of the place of the slider, at the lower end
constexpr double kSliderSide = 10.0;
constexpr double kCurve = 64.0;          // height of the curve of the panel
constexpr double kTitle = kPad + kLine;  // height of the title of the panel

struct Inks {
  Colour ink;
  Colour ground;  // of boxes
  Colour line;
};

Inks inks_of(bool dark) {
  if (dark) return {{230, 232, 236}, {44, 47, 55, 238}, {110, 170, 235}};
  return {kInk, {250, 250, 248, 238}, {30, 90, 160}};
}

void add_box(Overlay& overlay, const Overlay::Rectangle& box, Colour border) {
  overlay.rectangles.push_back({box.x - 1, box.y - 1, box.width + 2, box.height + 2, border});
  overlay.rectangles.push_back(box);
}

/// The part of a text that fits.
std::string fitted(std::string text, double width) {
  while (text.size() > 4 && text_width(text, kText) > width) {
    text.resize(text.size() - 4);
    text += "...";
  }
  return text;
}

/// A curve with the range of its values; a mark at the present time.
void add_curve(Overlay& overlay, const Overlay::Rectangle& box,
               const std::vector<Inspector::CurvePoint>& curve, double now, const Inks& inks) {
  ValueRange times;
  ValueRange values;
  for (const auto& [t, v] : curve) {
    times.add(t);
    if (std::isfinite(v)) values.add(v);
  }
  overlay.lines.push_back(
      {{box.x, box.y + box.height}, {box.x + box.width, box.y + box.height}, 1.0, inks.ink});
  if (times.empty() || values.empty()) return;
  const double span = std::max(times.hi - times.lo, 1e-300);
  const double height = std::max(values.hi - values.lo, 1e-12 * std::fabs(values.hi) + 1e-300);
  const auto x = [&](double t) { return box.x + box.width * (t - times.lo) / span; };
  const auto y = [&](double v) { return box.y + box.height * (values.hi - v) / height; };
  const std::size_t stride = std::max<std::size_t>(1, curve.size() / 400);
  for (std::size_t i = stride; i < curve.size(); i += stride) {
    const auto& [t0, v0] = curve[i - stride];
    const auto& [t1, v1] = curve[i];
    if (!std::isfinite(v0) || !std::isfinite(v1)) continue;
    overlay.lines.push_back({{x(t0), y(v0)}, {x(t1), y(v1)}, 1.5, inks.line});
  }
  if (now >= times.lo && now <= times.hi) {
    overlay.lines.push_back({{x(now), box.y}, {x(now), box.y + box.height}, 1.0, {200, 60, 40}});
  }
  overlay.texts.push_back({box.x + 2, box.y + kText, kText, legend_number(values.hi), inks.ink});
  overlay.texts.push_back(
      {box.x + 2, box.y + box.height - 3, kText, legend_number(values.lo), inks.ink});
}

}  // namespace

bool Viewer::is_on_slider(int x, int y) {
  return model().frame_count() > 1 && y >= layout_.height - kSlider && x >= 0 && x < layout_.width;
}

void Viewer::slide_to(int x) {
  const double share = (x - kSliderSide) / (layout_.width - 2.0 * kSliderSide);
  const int last = model().frame_count() - 1;
  const double first_time = model().time_of(0);
  const double time = first_time + share * (model().time_of(last) - first_time);
  guarded([&] { show_time(time); });
}

void Viewer::add_slider(Overlay& overlay) {
  const int frames = model().frame_count();
  if (frames < 2) return;
  const Inks inks = inks_of(look.dark);
  const double y = layout_.height - 0.5 * kSlider;
  const double width = layout_.width - 2.0 * kSliderSide;
  const double first = model().time_of(0);
  const double span = std::max(model().time_of(frames - 1) - first, 1e-300);
  const double here = kSliderSide + width * (model().time_of(model().frame()) - first) / span;
  overlay.rectangles.push_back({kSliderSide, y - 1.5, width, 3, {150, 153, 160}});
  overlay.rectangles.push_back({kSliderSide, y - 1.5, here - kSliderSide, 3, inks.line});
  overlay.rectangles.push_back({here - 4, y - 6, 8, 12, inks.line});
}

/// Lines and place of the open panel, all of whose title is in the window.
Viewer::Panel Viewer::panel() {
  Panel box;
  box.lines = inspector.lines(snapshot(), model());
  box.lines.push_back(cat(inspector.quantity(), "  (q: the next)"));
  double width = 190.0;
  for (const std::string& line : box.lines) width = std::max(width, text_width(line, kText));
  box.width = std::min(width, layout_.width - 4.0 * kPad) + 2 * kPad;
  box.height = kLine * count(box.lines) + kCurve + 3 * kPad;
  const auto [x, y] = panel_place_.value_or(std::array{kPad, 4.0 * layout_.text_size()});
  box.x = std::clamp(x, 0.0, std::max(0.0, layout_.width - box.width));
  box.y = std::clamp(y, 0.0, std::max(0.0, layout_.height - kSlider - kTitle));
  return box;
}

/// Takes hold of the panel when the mouse was pressed on its title. @return False elsewhere.
bool Viewer::grip_panel(Drag& drag) {
  if (!inspector.is_open()) return false;
  guarded([&] {
    const Panel box = panel();
    drag.grip = {drag.x - box.x, drag.y - box.y};
    drag.moves_panel = drag.grip[0] >= 0.0 && drag.grip[0] <= box.width && drag.grip[1] >= 0.0 &&
                       drag.grip[1] <= kTitle;
  });
  return drag.moves_panel;
}

void Viewer::add_panel(Overlay& overlay) {
  if (!inspector.is_open()) return;
  const Inks inks = inks_of(look.dark);
  const Panel box = panel();
  const double width = box.width - 2 * kPad;
  add_box(overlay, {box.x, box.y, box.width, box.height, inks.ground}, inks.ink);
  double y = box.y + kPad + kText;
  for (const std::string& line : box.lines) {
    overlay.texts.push_back({box.x + kPad, y, kText, fitted(line, width), inks.ink});
    y += kLine;
  }
  add_curve(overlay, {box.x + kPad, y - 2, width, kCurve, {}}, inspector.curve(), snapshot().time,
            inks);
}

std::vector<Overlay> Viewer::layers() {
  const Inks inks = inks_of(look.dark);
  std::vector<Overlay> all(2);
  Overlay& under = all[0];
  add_slider(under);
  guarded([&] { add_panel(under); });
  const ToolInput input = spec_of(tool_).input;
  if (drag_ && drag_->moved && input == ToolInput::line) {
    under.lines.push_back(
        {{1.0 * drag_->x, 1.0 * drag_->y}, {1.0 * mouse_[0], 1.0 * mouse_[1]}, 2.0, inks.line});
  }
  if (drag_ && drag_->moved && input == ToolInput::box) {
    const double x = std::min(drag_->x, mouse_[0]);
    const double y = std::min(drag_->y, mouse_[1]);
    Colour veil = inks.line;
    veil.a = 60;
    under.rectangles.push_back(
        {x, y, 1.0 * std::abs(mouse_[0] - drag_->x), 1.0 * std::abs(mouse_[1] - drag_->y), veil});
  }
  std::string status = message_;
  if (status.empty() && running_) status = model().computes() ? "running" : "playing";
  if (status.empty() && filming()) status = "filming";
  if (!status.empty()) {
    const double width = layout_.width - 6.0 * kPad;
    status = fitted(status, width);
    const double y = layout_.height - kSlider - kLine - 4.0;
    const double x = 0.5 * (layout_.width - text_width(status, kText));
    under.rectangles.push_back(
        {x - kPad, y - kPad + 2, text_width(status, kText) + 2 * kPad, kLine + 6, inks.ground});
    under.texts.push_back({x, y + kText, kText, status, inks.ink});
  }
  Overlay& above = all[1];
  menu.draw(above, inks.ink, inks.ground);
  if (help) draw_help(above, layout_, inks.ink, inks.line, inks.ground);
  if (prompt.is_open()) {
    const double y = 0.4 * layout_.height;
    const double width = std::min(460.0, layout_.width - 4.0 * kPad);
    const double x = 0.5 * (layout_.width - width);
    add_box(above, {x, y, width, 3 * kLine + kPad, inks.ground}, inks.ink);
    above.texts.push_back(
        {x + kPad, y + kPad + kText, kText, fitted(prompt.question(), width - 2 * kPad), inks.ink});
    above.texts.push_back({x + kPad, y + kPad + kText + 1.6 * kLine, kText,
                           fitted(prompt.text(), width - 4 * kPad) + "_", inks.line});
  }
  return all;
}

}  // namespace solfec
