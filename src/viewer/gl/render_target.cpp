#include "viewer/gl/render_target.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/image/picture_error.h"

namespace solfec {

namespace {

/// Pixels as OpenGL gives them: rows from the bottom.
struct Pixels {
  int width{};
  int height{};
  std::vector<std::uint8_t> rgba;
};

/// Mean of a channel over the square of pixels with its top left corner at (x, y) from the top.
std::uint8_t mean_of(const Pixels& pixels, int x, int y, int scale, std::size_t channel) {
  int sum = 0;
  for (int j = 0; j < scale; ++j) {
    const std::size_t row = at(pixels.height - 1 - (y + j)) * at(pixels.width);
    for (int i = 0; i < scale; ++i) sum += pixels.rgba[4 * (row + at(x + i)) + channel];
  }
  return static_cast<std::uint8_t>((sum + scale * scale / 2) / (scale * scale));
}

Image averaged(const Pixels& pixels, int scale) {
  Image image{pixels.width / scale, pixels.height / scale, {}};
  image.rgb.reserve(3 * at(image.width) * at(image.height));
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      for (std::size_t c = 0; c < 3; ++c) {
        image.rgb.push_back(mean_of(pixels, x * scale, y * scale, scale, c));
      }
    }
  }
  return image;
}

}  // namespace

RenderTarget::RenderTarget(const GlFunctions& gl, int width, int height, int samples)
    : gl_(gl), width_(width), height_(height), samples_(samples) {
  GLint largest = 0;
  gl_.glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (std::max(width, height) > largest) {
    throw PictureError(cat("OpenGL here draws at most ", largest, " pixels a side, ", width, " x ",
                           height, " are needed"));
  }
  GLint most = 0;
  gl_.glGetIntegerv(GL_MAX_SAMPLES, &most);
  drawn_ = make(std::min(samples, most), true);
  plain_ = make(0, false);
}

RenderTarget::~RenderTarget() {
  for (const Frame& one : {drawn_, plain_, deep_}) {
    if (one.frame == 0) continue;
    gl_.glDeleteFramebuffers(1, &one.frame);
    gl_.glDeleteRenderbuffers(1, &one.colour);
    if (one.depth != 0) gl_.glDeleteRenderbuffers(1, &one.depth);
  }
}

RenderTarget::Frame RenderTarget::make(int samples, bool with_depth) const {
  Frame one;
  gl_.glGenFramebuffers(1, &one.frame);
  gl_.glBindFramebuffer(GL_FRAMEBUFFER, one.frame);
  const auto attach = [&](GLuint& buffer, GLenum format, GLenum place) {
    gl_.glGenRenderbuffers(1, &buffer);
    gl_.glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    gl_.glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width_, height_);
    gl_.glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, buffer);
  };
  attach(one.colour, GL_RGBA8, GL_COLOR_ATTACHMENT0);
  if (with_depth) attach(one.depth, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
  if (gl_.glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw PictureError(cat("OpenGL has no room for a picture of ", width_, " x ", height_,
                           " pixels with ", samples, " samples"));
  }
  return one;
}

void RenderTarget::bind() const {
  gl_.glBindFramebuffer(GL_FRAMEBUFFER, drawn_.frame);
  gl_.glViewport(0, 0, width_, height_);
}

void RenderTarget::resolve() const {
  gl_.glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.frame);
  gl_.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, plain_.frame);
  gl_.glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT,
                        GL_NEAREST);
  gl_.glBindFramebuffer(GL_FRAMEBUFFER, plain_.frame);
  gl_.glPixelStorei(GL_PACK_ALIGNMENT, 1);
}

Image RenderTarget::read(int scale) const {
  resolve();
  std::vector<std::uint8_t> rgba(4 * at(width_) * at(height_));
  gl_.glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  return averaged({width_, height_, std::move(rgba)}, scale);
}

std::vector<float> RenderTarget::read_depth() {
  if (deep_.frame == 0) deep_ = make(0, true);
  gl_.glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.frame);
  gl_.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, deep_.frame);
  gl_.glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_DEPTH_BUFFER_BIT,
                        GL_NEAREST);
  gl_.glBindFramebuffer(GL_FRAMEBUFFER, deep_.frame);
  gl_.glPixelStorei(GL_PACK_ALIGNMENT, 1);
  std::vector<float> depth(at(width_) * at(height_));
  gl_.glReadPixels(0, 0, width_, height_, GL_DEPTH_COMPONENT, GL_FLOAT, depth.data());
  bind();
  return depth;
}

void RenderTarget::show() const {
  resolve();
  gl_.glBindFramebuffer(GL_READ_FRAMEBUFFER, plain_.frame);
  gl_.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  gl_.glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT,
                        GL_NEAREST);
  gl_.glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::vector<std::uint32_t> RenderTarget::read_pixels(int x, int y, int width, int height) const {
  resolve();
  std::vector<std::uint8_t> bytes(4 * at(width) * at(height));
  gl_.glReadPixels(x, height_ - y - height, width, height, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  std::vector<std::uint32_t> pixels(at(width) * at(height));
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::uint8_t* const p = &bytes[4 * i];
    pixels[i] =
        p[0] | static_cast<std::uint32_t>(p[1]) << 8U | static_cast<std::uint32_t>(p[2]) << 16U;
  }
  return pixels;
}

std::uint32_t RenderTarget::read_pixel(int x, int y) const { return read_pixels(x, y, 1, 1)[0]; }

}  // namespace solfec
