#pragma once

#include <array>
#include <memory>
#include <span>

#include "viewer/gl/gl_functions.h"
#include "viewer/gl/overlay_quads.h"
#include "viewer/gl/render_target.h"
#include "viewer/gl/shader_program.h"
#include "viewer/image/image.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/overlay.h"
#include "viewer/scene/scene.h"
#include "viewer/text/font_atlas.h"

namespace solfec {

/// How a scene is put on a picture.
struct PaintParams {
  PictureLayout layout;
  bool lighting = true;       // false: plain colours
  double shade_radius = 0.0;  // m, within which bodies darken one another; 0: they do not
  Colour paper = kPaper;
  bool quick = false;  // edges of one pixel, no inner sides of bodies unless there are cuts
  int scale = 2;       // pixels that are averaged to one along each side
  int samples = 4;     // in each of these
};

/// Draws scenes in a context of OpenGL 3.3 that is current: each kind of thing with one call.
class Painter {
 public:
  /// @param gl  Stays.
  explicit Painter(const GlFunctions& gl);
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  /// @param overlay  Null: the model alone.
  /// @throws PictureError when the picture is too large for OpenGL.
  Image paint(const Scene& scene, const Camera& camera, const PaintParams& params,
              const Overlay* overlay);
  /// Paints the picture into the window whose context it is, in single size.
  void show(const Scene& scene, const Camera& camera, const PaintParams& params,
            std::span<const Overlay> overlays);
  /// Returns the body that is seen at a pixel (from the top left), 0: none. Draws each body in a
  /// colour that encodes its number, and reads one pixel.
  BodyId pick(const Scene& scene, const Camera& camera, const PaintParams& params,
              std::array<int, 2> pixel);
  /// Returns all bodies that are seen in at least one pixel of a rectangle; ids increase.
  std::vector<BodyId> pick_all(const Scene& scene, const Camera& camera, const PaintParams& params,
                               const PixelBox& box);

 private:
  struct Attribute;
  struct Frame;
  void set_frame(const ShaderProgram& program, const Frame& frame) const;
  void draw_bodies(const Frame& frame, const std::vector<SurfaceCorner>& corners) const;
  void draw_veiled(const Frame& frame) const;
  const RenderTarget& draw(const Frame& frame, std::span<const Overlay> overlays);
  const RenderTarget& draw_numbers(const Frame& frame);
  void draw_edges(const Frame& frame) const;
  void draw_thin_edges(const Frame& frame) const;
  void draw_rounds(const Frame& frame, const std::vector<RoundPart>& rounds, bool cut) const;
  void draw_rods(const Frame& frame) const;
  void draw_overlay(const Frame& frame, const Overlay& overlay);
  const RenderTarget& target_of(const Frame& frame, int samples);
  void draw_model(const Frame& frame) const;
  void draw_shade(const Frame& frame);
  void draw_texture(const Frame& frame, std::span<const OverlayCorner> corners, int width,
                    int height, const std::uint8_t* coverage);
  template <typename Item>
  void load(std::span<const Item> items, GLuint buffer) const;
  void describe(std::span<const Attribute> attributes, std::size_t stride, bool per_instance) const;

  const GlFunctions& gl_;
  ShaderProgram surface_;
  ShaderProgram round_;
  ShaderProgram segment_;
  ShaderProgram line_;
  ShaderProgram rod_;
  ShaderProgram text_;
  std::array<GLuint, 2> buffers_{};
  FontAtlas atlas_;
  std::unique_ptr<RenderTarget> target_;  // of the last picture
};

}  // namespace solfec
