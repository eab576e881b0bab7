#include "viewer/window/painter_canvas.h"

#include <utility>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/image/picture_error.h"
#include "viewer/image/png_file.h"
#include "viewer/vector/vector_page.h"

namespace solfec {

namespace {

constexpr std::size_t kManyItems = 40000;  // from which on speed counts more than smooth edges
constexpr double kFilmRate = 25.0;         // pictures per second

/// Four samples a pixel; in files each pixel is the mean of four of them besides.
PaintParams paint_params_of(const ViewerPicture& picture, int scale) {
  PaintParams params;
  params.layout = picture.layout;
  params.lighting = picture.lighting;
  params.paper = picture.paper;
  params.scale = scale;
  return params;
}

}  // namespace

std::vector<BodyId> PainterCanvas::bodies_in(const ViewerPicture& picture, const PixelBox& box) {
  return painter_.pick_all(picture.scene, picture.camera, paint_params_of(picture, 1), box);
}

Image PainterCanvas::image(const ViewerPicture& picture, bool with_overlay) {
  return painter_.paint(picture.scene, picture.camera, paint_params_of(picture, 2),
                        with_overlay ? &picture.overlay : nullptr);
}

void PainterCanvas::show(const ViewerPicture& picture, std::vector<Overlay> layers) {
  layers.insert(layers.begin(), picture.overlay);
  PaintParams params = paint_params_of(picture, 1);
  const Scene& scene = picture.scene;
  const std::size_t items = scene.edges.size() + scene.corners.size() + 50 * scene.rounds.size();
  params.quick = items > kManyItems;
  if (params.quick && picture.moves) params.samples = 0;
  painter_.show(picture.scene, picture.camera, params, layers);
}

void PainterCanvas::save(const ViewerPicture& picture, const std::string& path) {
  if (path.ends_with(".pdf") || path.ends_with(".eps")) {
    const PictureLayout& layout = picture.layout;
    PagePanel panel{0, 0, 1.0 * layout.width, image(picture, false), picture.overlay};
    return write_vector_page(path, layout.width, layout.height, {std::move(panel)});
  }
  const Image pixels = image(picture, true);
  write_file_whole(path, path.ends_with(".bmp") ? bmp_bytes(pixels) : png_bytes(pixels));
}

void PainterCanvas::begin_film(const ViewerPicture& picture, const std::string& path) {
  film_.emplace(path, picture.layout.width, picture.layout.height, kFilmRate);
}

void PainterCanvas::add_to_film(const ViewerPicture& picture) {
  if (film_) film_->add(image(picture, true));
}

void PainterCanvas::end_film() {
  if (!film_) return;
  film_->finish();
  film_.reset();
}

std::vector<std::uint8_t> bmp_bytes(const Image& image) {
  constexpr std::uint32_t kHeadBytes = 14 + 40;
  const std::size_t row = (3 * at(image.width) + 3) / 4 * 4;  // a multiple of four bytes
  const auto size = static_cast<std::uint32_t>(kHeadBytes + row * at(image.height));
  std::vector<std::uint8_t> bytes;
  bytes.reserve(size);
  const auto put = [&](std::uint32_t value, int n) {
    for (int i = 0; i < n; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  };
  bytes.push_back('B');
  bytes.push_back('M');
  put(size, 4);
  put(0, 4);
  put(kHeadBytes, 4);
  put(40, 4);  // the second part of the head
  put(static_cast<std::uint32_t>(image.width), 4);
  put(static_cast<std::uint32_t>(image.height), 4);
  put(1, 2);   // planes
  put(24, 2);  // bits
  put(0, 4);   // not packed
  put(size - kHeadBytes, 4);
  put(5669, 4);  // pixels per metre: 144 an inch
  put(5669, 4);
  put(0, 8);
  for (int y = image.height - 1; y >= 0; --y) {  // from the bottom, blue first
    const std::size_t end = bytes.size() + row;
    for (int x = 0; x < image.width; ++x) {
      const Colour pixel = image.pixel(x, y);
      bytes.push_back(pixel.b);
      bytes.push_back(pixel.g);
      bytes.push_back(pixel.r);
    }
    bytes.resize(end);
  }
  return bytes;
}

}  // namespace solfec
