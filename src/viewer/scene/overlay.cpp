#include "viewer/scene/overlay.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/text/stroke_font.h"

namespace solfec {

namespace {

void add_frame(Overlay& overlay, const Overlay::Rectangle& box, double width) {
  const double x1 = box.x + box.width;
  const double y1 = box.y + box.height;
  const std::array<std::array<double, 2>, 4> corner{
      {{box.x, box.y}, {x1, box.y}, {x1, y1}, {box.x, y1}}};
  for (std::size_t i = 0; i < 4; ++i) {
    overlay.lines.push_back({corner.at(i), corner.at((i + 1) % 4), width, kInk});
  }
}

/// Lower border of a band, or the upper one of the last.
double border_of(const ValueRange& range, int i) {
  const double value = range.lo + (range.hi - range.lo) * i / kBands;
  constexpr double kNothing = 1e-6;  // of the range
  return std::fabs(value) < kNothing * (range.hi - range.lo) ? 0.0 : value;
}

/// The number at a border, in the unit of the legend.
std::string border_text(const Legend& legend, int i) {
  return legend_number(border_of(legend.range, i) / legend.unit);
}

/// Bands from the bottom up with a number at each border.
void add_bands(Overlay& overlay, const Legend& legend, double x, double top, double size) {
  const double h = 2.3 * size;
  const double w = 1.9 * size;
  for (int i = 0; i < kBands; ++i) {
    overlay.rectangles.push_back({x, top + h * (kBands - 1 - i), w, h, legend.bands.at(at(i))});
  }
  for (int i = 0; i <= kBands; ++i) {
    const double y = top + h * (kBands - i);
    overlay.lines.push_back({{x + w, y}, {x + w + 0.4 * size, y}, 0.09 * size, kInk});
    overlay.texts.push_back(
        {x + w + 0.8 * size, y + 0.5 * size, size, border_text(legend, i), kInk});
  }
  add_frame(overlay, {x, top, w, h * kBands, {}}, 0.09 * size);
}

void add_categories(Overlay& overlay, const std::vector<Category>& list, double x, double top,
                    double size) {
  for (int i = 0; i < count(list); ++i) {
    const double y = top + 2.2 * size * i;
    const Overlay::Rectangle box{x, y, 1.5 * size, 1.5 * size, list[at(i)].colour};
    overlay.rectangles.push_back(box);
    add_frame(overlay, box, 0.08 * size);
    overlay.texts.push_back({x + 2.1 * size, y + 1.25 * size, size, list[at(i)].name, kInk});
  }
}

/// @return Where the next one begins, from the top.
double add_legend(Overlay& overlay, const Legend& legend, const PictureLayout& layout, double y) {
  const double size = layout.text_size();
  const double x = layout.model_width() + 0.5 * size;
  overlay.texts.push_back({x, y, size, legend.title, kInk});
  y += 1.4 * size;
  if (!legend.range.empty()) {
    add_bands(overlay, legend, x, y, size);
    y += 2.3 * size * kBands + 2.0 * size;
  }
  add_categories(overlay, legend.categories, x, y, size);
  return y + 2.2 * size * count(legend.categories) + 1.4 * size;
}

/// The three axes as seen, at the bottom left; those that point away first.
void add_axes(Overlay& overlay, const Camera& camera, const PictureLayout& layout) {
  static constexpr std::array<Colour, 3> kColours{{{176, 52, 48}, {56, 132, 66}, {48, 84, 168}}};
  static constexpr std::array<const char*, 3> kNames = {"x", "y", "z"};
  const double size = layout.text_size();
  const double length = 3.2 * size;
  const std::array<double, 2> zero{4.6 * size, layout.height - 4.6 * size};
  std::array<int, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return camera.axes.forward[a] > camera.axes.forward[b]; });
  for (const int a : order) {
    const Vec3 seen{camera.axes.right[a], camera.axes.up[a], camera.axes.forward[a]};
    const std::array<double, 2> end{zero[0] + length * seen.x, zero[1] - length * seen.y};
    if (std::hypot(seen.x, seen.y) < 0.05) continue;  // along the line of sight
    overlay.lines.push_back({zero, end, 0.16 * size, kColours.at(at(a))});
    const double out = 0.85 * size;
    const double reach = std::hypot(seen.x, seen.y);
    overlay.texts.push_back({end[0] + out * seen.x / reach - 0.35 * size,
                             end[1] - out * seen.y / reach + 0.4 * size, size, kNames.at(at(a)),
                             kColours.at(at(a))});
  }
}

void add_labels(Overlay& overlay, const Scene& scene, const Camera& camera,
                const PictureLayout& layout) {
  const double size = 0.9 * layout.text_size();
  const double half = 0.5 * layout.height;
  for (const PointLabel& label : scene.labels) {
    if (label.text.empty() || camera.to_eye(label.point).z <= 0.0) continue;
    const auto [x, y] = project(camera, label.point);
    const double px = 0.5 * layout.model_width() + half * x;
    const double py = half - half * y;
    if (px < 0.0 || px > layout.model_width() || py < 0.0 || py > layout.height) continue;
    overlay.texts.push_back({px + 0.7 * size, py - 0.5 * size, size, label.text, kInk, true});
  }
}

}  // namespace

double PictureLayout::text_size() const { return std::clamp(height / 62.0, 7.0, 40.0); }

int PictureLayout::model_width() const {
  return std::max(width / 2, width - static_cast<int>(std::ceil(legend)));
}

double legend_width(const Legend& legend, double text_size) {
  double width = 0.0;
  const auto add = [&](double left, const std::string& text) {
    width = std::max(width, left * text_size + text_width(text, text_size));
  };
  if (!legend.title.empty()) add(0.0, legend.title);
  if (!legend.range.empty()) {
    for (int i = 0; i <= kBands; ++i) add(2.7, border_text(legend, i));
  }
  for (const Category& one : legend.categories) add(2.1, one.name);
  return width > 0.0 ? width + 1.3 * text_size : 0.0;
}

Overlay make_overlay(const Scene& scene, const Camera& camera, const PictureLayout& layout) {
  Overlay overlay;
  const double size = layout.text_size();
  add_labels(overlay, scene, camera, layout);
  if (layout.axes) add_axes(overlay, camera, layout);
  if (layout.time) {
    overlay.texts.push_back({1.6 * size, 2.4 * size, size,
                             cat("t = ", legend_number(scene.time), " s", layout.note), kInk});
  }
  if (layout.legend > 0.0) {
    const double below = add_legend(overlay, scene.legend, layout, 2.4 * size);
    if (!scene.chain_legend.title.empty()) add_legend(overlay, scene.chain_legend, layout, below);
  }
  return overlay;
}

}  // namespace solfec
