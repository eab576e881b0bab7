#include "viewer/vector/vector_page.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-ps.h>
#include <cairo/cairo.h>
#include <cstdint>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/image/picture_error.h"
#include "viewer/image/png_file.h"
#include "viewer/image/shared_library.h"
#include "viewer/text/stroke_font.h"

namespace solfec {

namespace {

constexpr double kCapitals = 0.73;  // height of capitals over the size of a font
constexpr double kPoints = 0.5;     // of a pixel: 144 of them are an inch of 72 points

/// Functions of cairo; their types are those of its headers.
struct CairoFunctions {
  CairoFunctions() {
    const SharedLibrary library("libcairo.so.2", "libcairo2");
    library.find("cairo_pdf_surface_create_for_stream", pdf_surface_create);
    library.find("cairo_ps_surface_create_for_stream", ps_surface_create);
    library.find("cairo_ps_surface_set_eps", ps_surface_set_eps);
    library.find("cairo_image_surface_create", image_surface_create);
    library.find("cairo_image_surface_get_data", image_surface_get_data);
    library.find("cairo_image_surface_get_stride", image_surface_get_stride);
    library.find("cairo_surface_flush", surface_flush);
    library.find("cairo_surface_mark_dirty", surface_mark_dirty);
    library.find("cairo_surface_finish", surface_finish);
    library.find("cairo_surface_status", surface_status);
    library.find("cairo_surface_destroy", surface_destroy);
    library.find("cairo_status_to_string", status_to_string);
    library.find("cairo_create", create);
    library.find("cairo_destroy", destroy);
    library.find("cairo_save", save);
    library.find("cairo_restore", restore);
    library.find("cairo_scale", scale);
    library.find("cairo_translate", translate);
    library.find("cairo_set_source_rgb", set_source_rgb);
    library.find("cairo_set_source_surface", set_source_surface);
    library.find("cairo_set_line_width", set_line_width);
    library.find("cairo_set_line_cap", set_line_cap);
    library.find("cairo_set_line_join", set_line_join);
    library.find("cairo_paint", paint);
    library.find("cairo_rectangle", rectangle);
    library.find("cairo_fill", fill);
    library.find("cairo_move_to", move_to);
    library.find("cairo_line_to", line_to);
    library.find("cairo_stroke", stroke);
    library.find("cairo_select_font_face", select_font_face);
    library.find("cairo_set_font_size", set_font_size);
    library.find("cairo_text_extents", text_extents);
    library.find("cairo_show_text", show_text);
  }

  decltype(&cairo_pdf_surface_create_for_stream) pdf_surface_create = nullptr;
  decltype(&cairo_ps_surface_create_for_stream) ps_surface_create = nullptr;
  decltype(&cairo_ps_surface_set_eps) ps_surface_set_eps = nullptr;
  decltype(&cairo_image_surface_create) image_surface_create = nullptr;
  decltype(&cairo_image_surface_get_data) image_surface_get_data = nullptr;
  decltype(&cairo_image_surface_get_stride) image_surface_get_stride = nullptr;
  decltype(&cairo_surface_flush) surface_flush = nullptr;
  decltype(&cairo_surface_mark_dirty) surface_mark_dirty = nullptr;
  decltype(&cairo_surface_finish) surface_finish = nullptr;
  decltype(&cairo_surface_status) surface_status = nullptr;
  decltype(&cairo_surface_destroy) surface_destroy = nullptr;
  decltype(&cairo_status_to_string) status_to_string = nullptr;
  decltype(&cairo_create) create = nullptr;
  decltype(&cairo_destroy) destroy = nullptr;
  decltype(&cairo_save) save = nullptr;
  decltype(&cairo_restore) restore = nullptr;
  decltype(&cairo_scale) scale = nullptr;
  decltype(&cairo_translate) translate = nullptr;
  decltype(&cairo_set_source_rgb) set_source_rgb = nullptr;
  decltype(&cairo_set_source_surface) set_source_surface = nullptr;
  decltype(&cairo_set_line_width) set_line_width = nullptr;
  decltype(&cairo_set_line_cap) set_line_cap = nullptr;
  decltype(&cairo_set_line_join) set_line_join = nullptr;
  decltype(&cairo_paint) paint = nullptr;
  decltype(&cairo_rectangle) rectangle = nullptr;
  decltype(&cairo_fill) fill = nullptr;
  decltype(&cairo_move_to) move_to = nullptr;
  decltype(&cairo_line_to) line_to = nullptr;
  decltype(&cairo_stroke) stroke = nullptr;
  decltype(&cairo_select_font_face) select_font_face = nullptr;
  decltype(&cairo_set_font_size) set_font_size = nullptr;
  decltype(&cairo_text_extents) text_extents = nullptr;
  decltype(&cairo_show_text) show_text = nullptr;
};

/// A page while it is drawn; coordinates are pixels.
class Page {
 public:
  Page(const CairoFunctions& cairo, cairo_surface_t* surface)
      : cairo_(cairo), surface_(surface), pen_(cairo.create(surface)) {
    cairo_.scale(pen_, kPoints, kPoints);
    cairo_.set_line_cap(pen_, CAIRO_LINE_CAP_ROUND);
    cairo_.set_line_join(pen_, CAIRO_LINE_JOIN_ROUND);
    cairo_.select_font_face(pen_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  }
  ~Page() {
    cairo_.destroy(pen_);
    cairo_.surface_destroy(surface_);
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  void draw(const PagePanel& panel, double pixel) {
    cairo_.save(pen_);
    cairo_.translate(pen_, panel.x, panel.y);
    draw_image(panel.image, pixel);
    for (const Overlay::Rectangle& box : panel.overlay.rectangles) {
      set_colour(box.colour);
      cairo_.rectangle(pen_, box.x, box.y, box.width, box.height);
      cairo_.fill(pen_);
    }
    for (const Overlay::Line& line : panel.overlay.lines) {
      set_colour(line.colour);
      cairo_.set_line_width(pen_, line.width);
      cairo_.move_to(pen_, line.from[0], line.from[1]);
      cairo_.line_to(pen_, line.to[0], line.to[1]);
      cairo_.stroke(pen_);
    }
    for (const Overlay::Text& text : panel.overlay.texts) draw_text(text);
    cairo_.restore(pen_);
  }

  /// Ends the drawing and returns what went wrong, '' when nothing did.
  std::string finish() {
    cairo_.surface_finish(surface_);
    const cairo_status_t status = cairo_.surface_status(surface_);
    return status == CAIRO_STATUS_SUCCESS ? "" : cairo_.status_to_string(status);
  }

 private:
  void set_colour(Colour c) { cairo_.set_source_rgb(pen_, c.r / 255.0, c.g / 255.0, c.b / 255.0); }

  /// @param pixel  Size of one of its pixels on the page.
  void draw_image(const Image& image, double pixel) {
    cairo_surface_t* const copy =
        cairo_.image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height);
    cairo_.surface_flush(copy);
    unsigned char* const data = cairo_.image_surface_get_data(copy);
    if (data != nullptr) {
      const int stride = cairo_.image_surface_get_stride(copy);
      for (int y = 0; y < image.height; ++y) {
        auto* const row = reinterpret_cast<std::uint32_t*>(data + at(y) * at(stride));
        for (int x = 0; x < image.width; ++x) {
          const Colour c = image.pixel(x, y);
          row[x] =
              static_cast<std::uint32_t>(c.r) << 16U | static_cast<std::uint32_t>(c.g) << 8U | c.b;
        }
      }
      cairo_.surface_mark_dirty(copy);
    }
    cairo_.save(pen_);
    cairo_.scale(pen_, pixel, pixel);
    cairo_.set_source_surface(pen_, copy, 0.0, 0.0);
    cairo_.paint(pen_);
    cairo_.restore(pen_);
    cairo_.surface_destroy(copy);
  }

  /// In letters of a font, as wide as those of the stroke font that the layout counts on.
  void draw_text(const Overlay::Text& text) {
    set_colour(text.colour);
    cairo_text_extents_t extents{};
    cairo_.set_font_size(pen_, text.size / kCapitals);
    cairo_.text_extents(pen_, text.text.c_str(), &extents);
    const double width = text_width(text.text, text.size);
    if (!(extents.x_advance > 0.0) || !(width > 0.0)) return;
    cairo_.save(pen_);
    cairo_.translate(pen_, text.x, text.y);
    cairo_.scale(pen_, width / extents.x_advance, 1.0);
    cairo_.move_to(pen_, 0.0, 0.0);
    cairo_.show_text(pen_, text.text.c_str());
    cairo_.restore(pen_);
  }

  const CairoFunctions& cairo_;
  cairo_surface_t* surface_;
  cairo_t* pen_;
};

}  // namespace

void write_vector_page(const std::string& path, int width, int height,
                       const std::vector<PagePanel>& panels) {
  static const CairoFunctions cairo;
  const bool eps = path.ends_with(".eps");
  std::vector<std::uint8_t> bytes;  // a stream of cairo's own ends well on a full disk
  const cairo_write_func_t keep = [](void* all, const unsigned char* data, unsigned int size) {
    auto& kept = *static_cast<std::vector<std::uint8_t>*>(all);
    kept.insert(kept.end(), data, data + size);
    return CAIRO_STATUS_SUCCESS;
  };
  cairo_surface_t* const surface = (eps ? cairo.ps_surface_create : cairo.pdf_surface_create)(
      keep, &bytes, kPoints * width, kPoints * height);
  if (eps) cairo.ps_surface_set_eps(surface, 1);
  Page page(cairo, surface);
  for (const PagePanel& panel : panels) {
    page.draw(panel, panel.width / panel.image.width);
  }
  const std::string problem = page.finish();
  if (!problem.empty()) throw PictureError(cat("cannot write '", path, "': ", problem), false);
  write_file_whole(path, bytes);
}

}  // namespace solfec
