#include "app/patch_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/cat.h"
#include "base/count.h"
#include "contact/piece/contact_point.h"
#include "output/vtk/xml_text.h"

namespace solfec {

namespace {

constexpr double kWidth = 640.0;   // of a panel, pixels
constexpr double kHeight = 420.0;  // likewise
constexpr double kMargin = 40.0;   // around the drawing, pixels
constexpr double kTitles = 64.0;   // above it, pixels

struct Place {
  double x{};
  double y{};
};

/// Coordinate in pixels with a tenth of one.
std::string pixels(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

/// From space to a panel, along the normal of the patch.
class Projection {
 public:
  Projection(const DrawnPatch& patch, double top) : frame_(contact_frame(patch.normal)) {
    const PatchTrace& trace = *patch.trace;
    for (const auto* loop : {&trace.loop_a, &trace.loop_b}) {
      for (const Vec3& corner : *loop) add(corner);
    }
    const double extent = std::max(
        {(high_.x - low_.x) / (kWidth - 2.0 * kMargin), (high_.y - low_.y) / (kHeight - kMargin)});
    scale_ = extent > 0.0 ? 1.0 / extent : 1.0;
    middle_ = {0.5 * (low_.x + high_.x), 0.5 * (low_.y + high_.y)};
    center_ = {0.5 * kWidth, top + kTitles + 0.5 * (kHeight - kMargin)};
  }

  [[nodiscard]] Place operator()(Vec3 point) const {
    const Place flat = flattened(point);
    return {center_.x + scale_ * (flat.x - middle_.x), center_.y - scale_ * (flat.y - middle_.y)};
  }
  /// Metres on a line of so many pixels.
  [[nodiscard]] double length(double of_pixels) const { return of_pixels / scale_; }

 private:
  [[nodiscard]] Place flattened(Vec3 point) const {
    return {dot(point, frame_.column(0)), dot(point, frame_.column(1))};
  }
  void add(Vec3 point) {
    const Place flat = flattened(point);
    low_ = {std::min(low_.x, flat.x), std::min(low_.y, flat.y)};
    high_ = {std::max(high_.x, flat.x), std::max(high_.y, flat.y)};
  }

  Mat3 frame_;
  Place low_{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  Place high_{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
  Place middle_;
  Place center_;
  double scale_ = 1.0;  // pixels/m
};

std::string polygon(const Projection& project, const std::vector<Vec3>& loop, const char* style) {
  std::string points;
  for (const Vec3& corner : loop) {
    const auto [x, y] = project(corner);
    points += cat(pixels(x), ",", pixels(y), " ");
  }
  return cat("<polygon points=\"", points, "\" ", style, "/>\n");
}

std::string text_at(Place place, const std::string& text, const char* style = "") {
  return cat("<text x=\"", pixels(place.x), "\" y=\"", pixels(place.y), "\" ", style, ">",
             xml_text(text), "</text>\n");
}

/// A dot for a point of the patch, a cross for a corner that was left out, and its number.
std::string mark(const TracedCorner& corner, int number, Place place) {
  constexpr double kSize = 5.0;  // pixels
  const std::string x = pixels(place.x);
  const std::string y = pixels(place.y);
  std::string shape;
  if (corner.fate.empty()) {
    shape = cat("<circle cx=\"", x, "\" cy=\"", y, "\" r=\"", pixels(kSize), "\"/>\n");
  } else {
    const std::string left = pixels(place.x - kSize);
    const std::string right = pixels(place.x + kSize);
    const std::string top = pixels(place.y - kSize);
    const std::string bottom = pixels(place.y + kSize);
    shape = cat("<path d=\"M ", left, " ", top, " L ", right, " ", bottom, " M ", left, " ", bottom,
                " L ", right, " ", top, "\" stroke=\"black\" stroke-width=\"1.5\"/>\n");
  }
  return shape + text_at({place.x + 1.5 * kSize, place.y - 1.5 * kSize}, cat(number));
}

/// A bar with its length, a round number of metres about a fifth of the panel.
std::string scale_bar(const Projection& project, double bottom) {
  const double wanted = project.length(0.2 * kWidth);
  const double decade = std::pow(10.0, std::floor(std::log10(wanted)));
  const double part = wanted / decade;
  const double length = (part >= 5.0 ? 5.0 : part >= 2.0 ? 2.0 : 1.0) * decade;
  const double width = length / project.length(1.0);
  const std::string y = pixels(bottom);
  return cat("<path d=\"M ", pixels(kMargin), " ", y, " h ", pixels(width),
             "\" stroke=\"black\" stroke-width=\"2\"/>\n") +
         text_at({kMargin + width + 8.0, bottom + 4.0}, cat(short_number(length), " m"));
}

std::string panel(const DrawnPatch& patch, double top) {
  const PatchTrace& trace = *patch.trace;
  const Projection project(patch, top);
  std::string text = text_at({kMargin, top + 22.0}, patch.title, "font-weight=\"bold\"");
  text += text_at({kMargin, top + 40.0},
                  cat("face ", trace.face_a, " of ", patch.first, " (blue), face ", trace.face_b,
                      " of ", patch.second, " (red), seen along the normal"));
  std::vector<Vec3> corners;
  for (const TracedCorner& corner : trace.corners) corners.push_back(corner.point.point);
  text += polygon(project, corners, R"(fill="#dddddd" stroke="none")");
  text += polygon(project, trace.loop_a, R"(fill="none" stroke="#1f5fbf" stroke-width="2")");
  text += polygon(project, trace.loop_b,
                  R"(fill="none" stroke="#bf1f1f" stroke-width="2" stroke-dasharray="6 4")");
  for (int k = 0; k < count(trace.corners); ++k) {
    const TracedCorner& corner = trace.corners[static_cast<std::size_t>(k)];
    text += mark(corner, k + 1, project(corner.point.point));
  }
  return text + scale_bar(project, top + kTitles + kHeight - 14.0);
}

}  // namespace

std::string patch_drawing(const std::vector<DrawnPatch>& patches) {
  const double height = kTitles + kHeight;
  const std::string width = pixels(kWidth);
  const std::string all = pixels(height * static_cast<double>(std::max(count(patches), 1)));
  std::string text = cat("<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"",
                         width, "\" height=\"", all, "\" viewBox=\"0 0 ", width, " ", all,
                         "\" font-family=\"sans-serif\" font-size=\"13\">\n",
                         "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  double top = 0.0;
  for (const DrawnPatch& patch : patches) {
    text += panel(patch, top);
    top += height;
  }
  return text + "</svg>\n";
}

}  // namespace solfec
