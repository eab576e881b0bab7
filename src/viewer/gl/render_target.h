#pragma once

#include <cstdint>
#include <vector>

#include "viewer/gl/gl_functions.h"
#include "viewer/image/image.h"

namespace solfec {

/// Colour and depth of a picture that is being drawn, with several samples in a pixel.
class RenderTarget {
 public:
  /// @param samples  Number of samples in a pixel; 0 is as 1.
  /// @throws PictureError when there is no room for it.
  RenderTarget(const GlFunctions& gl, int width, int height, int samples);
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  [[nodiscard]] bool is(int width, int height, int samples) const {
    return width == width_ && height == height_ && samples == samples_;
  }
  /// Directs all following draws to this target.
  void bind() const;
  /// Returns the picture: the samples of each pixel are averaged, and squares of `scale` x `scale`
  /// pixels become one.
  [[nodiscard]] Image read(int scale) const;
  /// Returns the depth of each pixel as OpenGL has it, 0 to 1, rows from the bottom. The target is
  /// bound afterwards.
  [[nodiscard]] std::vector<float> read_depth();
  /// Copies the picture, its samples averaged, into the window of the context.
  void show() const;
  /// Returns four bytes of each pixel of a rectangle; x and y of its corner count from the top
  /// left.
  [[nodiscard]] std::vector<std::uint32_t> read_pixels(int x, int y, int width, int height) const;
  /// Returns the four bytes of a pixel; y counts from the top.
  [[nodiscard]] std::uint32_t read_pixel(int x, int y) const;

 private:
  struct Frame {
    GLuint frame = 0;
    GLuint colour = 0;
    GLuint depth = 0;
  };
  Frame make(int samples, bool with_depth) const;
  void resolve() const;

  const GlFunctions& gl_;
  int width_;
  int height_;
  int samples_;
  Frame drawn_;
  Frame plain_;  // one sample
  Frame deep_;   // one sample with depth, made when it is asked for
};

}  // namespace solfec
