#pragma once

#include <optional>
#include <string>

#include "viewer/gl/painter.h"
#include "viewer/image/film.h"
#include "viewer/session/canvas.h"

namespace solfec {

/// Draws what the viewer asks for by a painter, whose context is current.
class PainterCanvas : public Canvas {
 public:
  explicit PainterCanvas(Painter& painter) : painter_(painter) {}

  std::vector<BodyId> bodies_in(const ViewerPicture& picture, const PixelBox& box) override;
  void save(const ViewerPicture& picture, const std::string& path) override;
  void begin_film(const ViewerPicture& picture, const std::string& path) override;
  void add_to_film(const ViewerPicture& picture) override;
  void end_film() override;
  /// Into the window, with more over it.
  void show(const ViewerPicture& picture, std::vector<Overlay> layers);
  /// Pixels as a file has them.
  Image image(const ViewerPicture& picture, bool with_overlay);

 private:
  Painter& painter_;
  std::optional<Film> film_;
};

/// A file of 24 bits a pixel: the format of Windows 3.
std::vector<std::uint8_t> bmp_bytes(const Image& image);

}  // namespace solfec
