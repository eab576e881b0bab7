#include "viewer/gl/painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "base/check.h"
#include "base/count.h"
#include "viewer/gl/render_target.h"
#include "viewer/image/ambient_occlusion.h"

namespace solfec {

/// An input of a vertex shader, at its place in an item of a buffer.
struct Painter::Attribute {
  GLuint location{};
  GLint components{};
  std::size_t offset{};
  enum class Kind { real, colour, integer } kind = Kind::real;
};

/// Data of the picture that is being drawn, which all programs need.
struct Painter::Frame {
  const Scene& scene;
  const Camera& camera;
  const PaintParams& params;
  bool picking = false;
  int scale = 1;
  float opacity = 1.0F;

  [[nodiscard]] int width() const { return scale * params.layout.model_width(); }
  [[nodiscard]] int height() const { return scale * params.layout.height; }
};

namespace {

using Vertex4 = std::array<float, 4>;

struct RodVertex {
  Point3 shape{};
  Point3 outward{};
};

/// Triangles of a unit cylinder with both ends.
std::vector<RodVertex> rod_mesh() {
  constexpr int kSides = 20;
  std::vector<RodVertex> mesh;
  for (int i = 0; i < kSides; ++i) {
    const auto on_circle = [](int k, float z) -> Point3 {
      const double angle = 2.0 * std::numbers::pi * k / kSides;
      return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), z};
    };
    const auto side = [&](int k, float z) {
      const Point3 p = on_circle(k, z);
      mesh.push_back({p, {p[0], p[1], 0.0F}});
    };
    side(i, 0), side(i + 1, 0), side(i + 1, 1);
    side(i, 0), side(i + 1, 1), side(i, 1);
    for (const float z : {0.0F, 1.0F}) {
      const Point3 outward{0, 0, z > 0.0F ? 1.0F : -1.0F};
      mesh.push_back({{0, 0, z}, outward});
      mesh.push_back({on_circle(z > 0.0F ? i : i + 1, z), outward});
      mesh.push_back({on_circle(z > 0.0F ? i + 1 : i, z), outward});
    }
  }
  return mesh;
}

Vertex4 real(Colour c) {
  const auto f = [](std::uint8_t x) { return static_cast<float>(x) / 255.0F; };
  return {f(c.r), f(c.g), f(c.b), f(c.a)};
}

}  // namespace

Painter::Painter(const GlFunctions& gl)
    : gl_(gl),
      surface_(gl, "surface"),
      round_(gl, "round"),
      segment_(gl, "segment"),
      line_(gl, "line"),
      rod_(gl, "rod"),
      text_(gl, "overlay") {
  gl_.glGenBuffers(count(buffers_), buffers_.data());
}

Painter::~Painter() { gl_.glDeleteBuffers(count(buffers_), buffers_.data()); }

template <typename Item>
void Painter::load(std::span<const Item> items, GLuint buffer) const {
  gl_.glBindBuffer(GL_ARRAY_BUFFER, buffer);
  gl_.glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(items.size_bytes()), items.data(),
                   GL_STREAM_DRAW);
}

void Painter::describe(std::span<const Attribute> attributes, std::size_t stride,
                       bool per_instance) const {
  for (const Attribute& one : attributes) {
    // OpenGL takes offsets in a buffer as pointers. NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* const offset = reinterpret_cast<const void*>(one.offset);
    const auto step = static_cast<GLsizei>(stride);
    gl_.glEnableVertexAttribArray(one.location);
    if (one.kind == Attribute::Kind::integer) {
      gl_.glVertexAttribIPointer(one.location, one.components, GL_UNSIGNED_INT, step, offset);
    } else if (one.kind == Attribute::Kind::colour) {
      gl_.glVertexAttribPointer(one.location, 4, GL_UNSIGNED_BYTE, GL_TRUE, step, offset);
    } else {
      gl_.glVertexAttribPointer(one.location, one.components, GL_FLOAT, GL_FALSE, step, offset);
    }
    gl_.glVertexAttribDivisor(one.location, per_instance ? 1 : 0);
  }
}

void Painter::set_frame(const ShaderProgram& program, const Frame& frame) const {
  const Scene& scene = frame.scene;
  program.use();
  program.set("view", view_matrix(frame.camera, scene.origin));
  program.set("projection", projection_matrix(frame.camera, frame.params.layout.aspect()));
  std::array<Vertex4, kMostCuts> cuts{};
  for (std::size_t i = 0; i < std::min(cuts.size(), scene.cuts.size()); ++i) {
    const CutPlane& cut = scene.cuts[i];
    cuts.at(i) = {static_cast<float>(cut.normal.x), static_cast<float>(cut.normal.y),
                  static_cast<float>(cut.normal.z),
                  static_cast<float>(cut.distance - dot(cut.normal, scene.origin))};
  }
  program.set("cut", cuts);
  program.set("cuts", count(scene.cuts));
  std::array<Vertex4, kBands> bands{};
  for (std::size_t i = 0; i < bands.size(); ++i) bands.at(i) = real(scene.bands.at(i));
  program.set("band", bands);
  const double width = scene.range.empty() ? 0.0 : scene.range.hi - scene.range.lo;
  program.set("range", static_cast<float>(scene.range.lo),
              static_cast<float>(width > 0.0 ? kBands / width : 0.0));
  program.set("picking", frame.picking ? 1 : 0);
  program.set("opacity", frame.opacity);
  program.set("lighting", frame.params.lighting ? 1.0F : 0.0F);
  program.set("perspective", frame.camera.perspective ? 1 : 0);
  program.set("half_size", 0.5F * static_cast<float>(frame.width()),
              0.5F * static_cast<float>(frame.height()));
  const double half = frame.camera.perspective ? frame.camera.slope : frame.camera.half_height;
  program.set("pixel", static_cast<float>(2.0 * half / frame.height()));
}

void Painter::draw_bodies(const Frame& frame, const std::vector<SurfaceCorner>& corners) const {
  if (corners.empty()) return;
  using Kind = Attribute::Kind;
  static constexpr std::array kCorner{
      Attribute{0, 3, offsetof(SurfaceCorner, position)},
      Attribute{1, 3, offsetof(SurfaceCorner, normal)},
      Attribute{2, 1, offsetof(SurfaceCorner, value)},
      Attribute{3, 4, offsetof(SurfaceCorner, colour), Kind::colour},
      Attribute{4, 1, offsetof(SurfaceCorner, body), Kind::integer},
  };
  set_frame(surface_, frame);
  load(std::span<const SurfaceCorner>(corners), buffers_[0]);
  describe(kCorner, sizeof(SurfaceCorner), false);
  gl_.glDrawArrays(GL_TRIANGLES, 0, count(corners));
}

void Painter::draw_edges(const Frame& frame) const {
  const Scene& scene = frame.scene;
  if (scene.edges.empty() || frame.picking) return;
  if (frame.params.quick) return draw_thin_edges(frame);
  static constexpr std::array kSegment{
      Attribute{0, 3, offsetof(Segment, from)},
      Attribute{1, 3, offsetof(Segment, to)},
      Attribute{2, 4, offsetof(Segment, colour), Attribute::Kind::colour},
      Attribute{3, 1, offsetof(Segment, width)},
  };
  set_frame(segment_, frame);
  // thinner where bodies are small on the picture
  const double distance = frame.camera.to_eye(scene.origin).z;
  const double in_pixels = scene.body_size * 0.5 * frame.params.layout.height /
                           frame.camera.half_height_at(std::max(distance, frame.camera.near));
  const double width =
      std::clamp(in_pixels / 22.0, 0.25, 1.25) * std::max(1.0, frame.params.layout.height / 768.0);
  segment_.set("edge", static_cast<float>(frame.scale * width));
  segment_.set("lift", static_cast<float>(0.004 * scene.body_size));
  load(std::span<const Segment>(scene.edges), buffers_[0]);
  describe(kSegment, sizeof(Segment), true);
  gl_.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count(scene.edges));
}

/// Drivers in software take each copy of a strip as a call of its own; all lines are one here.
void Painter::draw_thin_edges(const Frame& frame) const {
  struct End {
    Point3 place{};
    Colour colour;
  };
  static constexpr std::array kEnd{
      Attribute{0, 3, offsetof(End, place)},
      Attribute{1, 4, offsetof(End, colour), Attribute::Kind::colour},
  };
  std::vector<End> ends;
  ends.reserve(2 * frame.scene.edges.size());
  for (const Segment& one : frame.scene.edges) {
    ends.push_back({one.from, one.colour});
    ends.push_back({one.to, one.colour});
  }
  set_frame(line_, frame);
  line_.set("lift", static_cast<float>(0.004 * frame.scene.body_size));
  load(std::span<const End>(ends), buffers_[0]);
  describe(kEnd, sizeof(End), false);
  gl_.glDrawArrays(GL_LINES, 0, count(ends));
}

void Painter::draw_rounds(const Frame& frame, const std::vector<RoundPart>& rounds,
                          bool cut) const {
  if (rounds.empty()) return;
  using Kind = Attribute::Kind;
  static constexpr std::size_t kInverse = offsetof(RoundPart, inverse);
  static constexpr std::size_t kValue = offsetof(RoundPart, value);
  static constexpr std::array kRound{
      Attribute{0, 3, offsetof(RoundPart, center)},
      Attribute{1, 1, offsetof(RoundPart, radius)},
      Attribute{2, 3, kInverse},
      Attribute{3, 3, kInverse + sizeof(Point3)},
      Attribute{4, 3, kInverse + 2 * sizeof(Point3)},
      Attribute{5, 4, kValue},
      Attribute{6, 4, kValue + sizeof(Vertex4)},
      Attribute{7, 4, kValue + 2 * sizeof(Vertex4)},
      Attribute{8, 4, offsetof(RoundPart, colour), Kind::colour},
      Attribute{9, 1, offsetof(RoundPart, body), Kind::integer},
  };
  set_frame(round_, frame);
  round_.set("norm", frame.scene.norm_of_rounds && cut ? 1 : 0);
  if (!cut) round_.set("cuts", 0);
  load(std::span<const RoundPart>(rounds), buffers_[0]);
  describe(kRound, sizeof(RoundPart), true);
  if (!frame.picking && frame.opacity == 1.0F) gl_.glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  gl_.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count(rounds));
  gl_.glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

void Painter::draw_rods(const Frame& frame) const {
  if (frame.scene.rods.empty()) return;
  static const std::vector<RodVertex> mesh = rod_mesh();
  static constexpr std::array kShape{Attribute{0, 3, offsetof(RodVertex, shape)},
                                     Attribute{1, 3, offsetof(RodVertex, outward)}};
  static constexpr std::array kRod{
      Attribute{2, 3, offsetof(Rod, from)},
      Attribute{3, 3, offsetof(Rod, to)},
      Attribute{4, 2, offsetof(Rod, radius)},
      Attribute{5, 1, offsetof(Rod, value)},
      Attribute{6, 4, offsetof(Rod, colour), Attribute::Kind::colour},
  };
  set_frame(rod_, frame);
  rod_.set("cuts", 0);
  load(std::span<const RodVertex>(mesh), buffers_[1]);
  describe(kShape, sizeof(RodVertex), false);
  load(std::span<const Rod>(frame.scene.rods), buffers_[0]);
  describe(kRod, sizeof(Rod), true);
  gl_.glDrawArraysInstanced(GL_TRIANGLES, 0, count(mesh), count(frame.scene.rods));
}

void Painter::draw_overlay(const Frame& frame, const Overlay& overlay) {
  const std::vector<OverlayCorner> corners = overlay_quads(overlay, frame.scale, atlas_);
  if (corners.empty()) return;
  draw_texture(frame, corners, atlas_.width, atlas_.height, atlas_.coverage.data());
}

/// Draws triangles over the picture, whose opacity is in a texture.
/// @param coverage  Rows from the top, 0 to 255.
void Painter::draw_texture(const Frame& frame, std::span<const OverlayCorner> corners, int width,
                           int height, const std::uint8_t* coverage) {
  const PictureLayout& layout = frame.params.layout;
  GLuint texture = 0;
  gl_.glGenTextures(1, &texture);
  gl_.glActiveTexture(GL_TEXTURE0);
  gl_.glBindTexture(GL_TEXTURE_2D, texture);
  gl_.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl_.glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, coverage);
  gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl_.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl_.glViewport(0, 0, frame.scale * layout.width, frame.scale * layout.height);
  gl_.glDisable(GL_DEPTH_TEST);
  gl_.glEnable(GL_BLEND);
  gl_.glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  static constexpr std::array kCorner{
      Attribute{0, 2, offsetof(OverlayCorner, place)},
      Attribute{1, 2, offsetof(OverlayCorner, texel)},
      Attribute{2, 4, offsetof(OverlayCorner, colour), Attribute::Kind::colour},
  };
  text_.use();
  text_.set("half_size", 0.5F * static_cast<float>(frame.scale * layout.width),
            0.5F * static_cast<float>(frame.scale * layout.height));
  text_.set("atlas", 0);
  load(corners, buffers_[0]);
  describe(kCorner, sizeof(OverlayCorner), false);
  gl_.glDrawArrays(GL_TRIANGLES, 0, count(corners));
  gl_.glDisable(GL_BLEND);
  gl_.glDeleteTextures(1, &texture);
}

/// Darkens bodies where others are close, by the depths of the pixels of the picture.
void Painter::draw_shade(const Frame& frame) {
  const std::vector<float> depth = target_->read_depth();
  const Camera& camera = frame.camera;
  DepthImage image;
  image.width = frame.width() / frame.scale;
  image.height = frame.height() / frame.scale;
  image.perspective = camera.perspective;
  image.half_height = camera.half_height_at(1.0);
  image.distance.reserve(at(image.width) * at(image.height));
  const int row = frame.scale * frame.params.layout.width;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const double t = depth[at(frame.scale * y) * at(row) + at(frame.scale * x)];
      const double z = camera.perspective ? camera.near * camera.far /
                                                (camera.far - t * (camera.far - camera.near))
                                          : camera.near + t * (camera.far - camera.near);
      image.distance.push_back(t < 1.0 ? static_cast<float>(z)
                                       : std::numeric_limits<float>::infinity());
    }
  }
  const std::vector<std::uint8_t> darkness = ambient_darkness(image, frame.params.shade_radius);
  const auto w = static_cast<float>(image.width);
  const auto h = static_cast<float>(image.height);
  const auto scale = static_cast<float>(frame.scale);
  const auto corner = [&](float x, float y) {
    return OverlayCorner{{scale * x, scale * y}, {x, h - y}, Colour{0, 0, 0}};
  };
  const std::array<OverlayCorner, 6> corners{corner(0, 0), corner(w, 0), corner(w, h),
                                             corner(0, 0), corner(w, h), corner(0, h)};
  draw_texture(frame, corners, image.width, image.height, darkness.data());
  gl_.glViewport(0, 0, frame.width(), frame.height());
  gl_.glEnable(GL_DEPTH_TEST);
}

void Painter::draw_model(const Frame& frame) const {
  const int cuts = std::min(count(frame.scene.cuts), kMostCuts);
  gl_.glViewport(0, 0, frame.width(), frame.height());
  gl_.glEnable(GL_DEPTH_TEST);
  gl_.glEnable(GL_POLYGON_OFFSET_FILL);
  gl_.glPolygonOffset(1.0F, 1.0F);
  for (int i = 0; i < cuts; ++i) gl_.glEnable(GL_CLIP_DISTANCE0 + static_cast<GLenum>(i));
  if (frame.params.quick && cuts == 0) gl_.glEnable(GL_CULL_FACE);
  draw_bodies(frame, frame.scene.corners);
  gl_.glDisable(GL_CULL_FACE);
  gl_.glDisable(GL_POLYGON_OFFSET_FILL);
  draw_edges(frame);
  if (frame.picking) {
    draw_bodies(frame, frame.scene.veiled.corners);
    draw_bodies(frame, frame.scene.hollow.corners);
  }
  draw_rounds(frame, frame.scene.rounds, true);
  if (frame.picking) {
    draw_rounds(frame, frame.scene.veiled.rounds, true);
    draw_rounds(frame, frame.scene.hollow.rounds, true);
  } else {
    draw_veiled(frame);
  }
  for (int i = 0; i < cuts; ++i) gl_.glDisable(GL_CLIP_DISTANCE0 + static_cast<GLenum>(i));
}

/// Bodies that one sees through: their near faces, after all that is not.
void Painter::draw_veiled(const Frame& frame) const {
  const ScenePart& part = frame.scene.veiled;
  if (part.corners.empty() && part.rounds.empty()) return;
  Frame veiled = frame;
  veiled.opacity = 0.3F;
  gl_.glEnable(GL_BLEND);
  gl_.glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gl_.glEnable(GL_CULL_FACE);
  gl_.glDepthMask(GL_FALSE);
  draw_bodies(veiled, part.corners);
  gl_.glDisable(GL_CULL_FACE);
  draw_rounds(veiled, part.rounds, true);
  gl_.glDepthMask(GL_TRUE);
  gl_.glDisable(GL_BLEND);
}

/// A target for a picture, bound.
const RenderTarget& Painter::target_of(const Frame& frame, int samples) {
  const PictureLayout& layout = frame.params.layout;
  const int width = frame.scale * layout.width;
  const int height = frame.scale * layout.height;
  if (target_ == nullptr || !target_->is(width, height, samples)) {
    target_.reset();  // before there is another one
    target_ = std::make_unique<RenderTarget>(gl_, width, height, samples);
  }
  target_->bind();
  return *target_;
}

const RenderTarget& Painter::draw(const Frame& frame, std::span<const Overlay> overlays) {
  const RenderTarget& target = target_of(frame, frame.params.samples);
  GLuint arrays = 0;
  gl_.glGenVertexArrays(1, &arrays);
  gl_.glBindVertexArray(arrays);
  const Vertex4 paper = real(frame.params.paper);
  gl_.glClearColor(paper[0], paper[1], paper[2], 1.0F);
  gl_.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  draw_model(frame);
  if (frame.params.shade_radius > 0.0) draw_shade(frame);
  gl_.glClear(GL_DEPTH_BUFFER_BIT);  // what follows is seen through bodies
  draw_rods(frame);
  draw_rounds(frame, frame.scene.marks, false);
  for (const Overlay& overlay : overlays) draw_overlay(frame, overlay);
  gl_.glDeleteVertexArrays(1, &arrays);
  SOLFEC_ASSERT(gl_.glGetError() == GL_NO_ERROR);
  return target;
}

Image Painter::paint(const Scene& scene, const Camera& camera, const PaintParams& params,
                     const Overlay* overlay) {
  const std::size_t overlays = overlay == nullptr ? 0 : 1;
  return draw({scene, camera, params, false, params.scale}, {overlay, overlays}).read(params.scale);
}

void Painter::show(const Scene& scene, const Camera& camera, const PaintParams& params,
                   std::span<const Overlay> overlays) {
  draw({scene, camera, params}, overlays).show();
}

BodyId Painter::pick(const Scene& scene, const Camera& camera, const PaintParams& params,
                     std::array<int, 2> pixel) {
  const PictureLayout& layout = params.layout;
  if (pixel[0] < 0 || pixel[1] < 0 || pixel[0] >= layout.width || pixel[1] >= layout.height) {
    return 0;
  }
  const std::uint32_t number =
      draw_numbers({scene, camera, params, true}).read_pixel(pixel[0], pixel[1]);
  return number == 0 || number > scene.bodies.size() ? 0 : scene.bodies[number - 1];
}

/// Bodies in colours that are their numbers.
const RenderTarget& Painter::draw_numbers(const Frame& frame) {
  const RenderTarget& target = target_of(frame, 0);
  GLuint arrays = 0;
  gl_.glGenVertexArrays(1, &arrays);
  gl_.glBindVertexArray(arrays);
  gl_.glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
  gl_.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  draw_model(frame);
  gl_.glDeleteVertexArrays(1, &arrays);
  return target;
}

std::vector<BodyId> Painter::pick_all(const Scene& scene, const Camera& camera,
                                      const PaintParams& params, const PixelBox& box) {
  const int x = std::clamp(box.x, 0, params.layout.width);
  const int y = std::clamp(box.y, 0, params.layout.height);
  const int width = std::clamp(box.x + box.width, x, params.layout.width) - x;
  const int height = std::clamp(box.y + box.height, y, params.layout.height) - y;
  if (width == 0 || height == 0) return {};
  std::vector<bool> seen(scene.bodies.size() + 1);
  for (const std::uint32_t number :
       draw_numbers({scene, camera, params, true}).read_pixels(x, y, width, height)) {
    if (number < seen.size()) seen[number] = true;
  }
  std::vector<BodyId> bodies;
  for (std::size_t i = 1; i < seen.size(); ++i) {
    if (seen[i]) bodies.push_back(scene.bodies[i - 1]);
  }
  return bodies;
}

}  // namespace solfec
