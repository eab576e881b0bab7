#pragma once

#include <array>
#include <string>
#include <vector>

#include "viewer/scene/camera.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Text, boxes and lines over a picture, in pixels from its top left corner (y down). OpenGL draws
/// them, and PDF and EPS files get them as vectors.
struct Overlay {
  struct Rectangle {
    double x{};
    double y{};
    double width{};
    double height{};
    Colour colour;
  };
  struct Line {
    std::array<double, 2> from{};
    std::array<double, 2> to{};
    double width{};
    Colour colour;
  };
  struct Text {
    double x{};  // left end of the base line
    double y{};
    double size{};  // height of capitals
    std::string text;
    Colour colour;
    bool halo = false;  // with a border of paper colour, to be read over a model
  };
  Colour paper = kPaper;  // behind halos
  std::vector<Rectangle> rectangles;
  std::vector<Line> lines;
  std::vector<Text> texts;
};

/// A rectangle of pixels; x and y of its top left one.
struct PixelBox {
  int x{};
  int y{};
  int width{};
  int height{};
};

/// Sizes of a picture, and of legend, time and axes around the model.
struct PictureLayout {
  int width = 1024;
  int height = 768;
  double legend = 0.0;  // width of the legend at the right; 0: no legend
  bool time = true;
  std::string note;  // behind the time
  bool axes = true;

  /// Height of capitals, pixels.
  [[nodiscard]] double text_size() const;
  /// Width of the model's part, from the left.
  [[nodiscard]] int model_width() const;
  /// Width over height of that part.
  [[nodiscard]] double aspect() const {
    return static_cast<double>(model_width()) / static_cast<double>(height);
  }
};

/// Width that a legend needs, pixels; 0 for an empty one.
double legend_width(const Legend& legend, double text_size);

/// Makes the overlay of a scene: legend, time, axes and labels of points.
Overlay make_overlay(const Scene& scene, const Camera& camera, const PictureLayout& layout);

}  // namespace solfec
