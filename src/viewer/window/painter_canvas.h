#pragma once

#include <optional>
#include <string>

#include "viewer/gl/painter.h"
#include "viewer/image/film.h"
#include "viewer/session/canvas.h"

namespace solfec {

/// Canvas of the viewer that draws by a painter, whose context must be current.
class PainterCanvas : public Canvas {
 public:
  explicit PainterCanvas(Painter& painter) : painter_(painter) {}

  std::vector<BodyId> bodies_in(const ViewerPicture& picture, const PixelBox& box) override;
  void save(const ViewerPicture& picture, const std::string& path) override;
  void begin_film(const ViewerPicture& picture, const std::string& path) override;
  void add_to_film(const ViewerPicture& picture) override;
  void end_film() override;
  /// Draws a picture into the window, and layers over it.
  void show(const ViewerPicture& picture, std::vector<Overlay> layers);
  /// Returns the pixels of a picture for a file.
  Image image(const ViewerPicture& picture, bool with_overlay);

 private:
  Painter& painter_;
  std::optional<Film> film_;
};

/// Returns the bytes of a BMP file of 24 bits per pixel, in the format of Windows 3.
std::vector<std::uint8_t> bmp_bytes(const Image& image);

}  // namespace solfec
