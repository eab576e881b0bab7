#pragma once

#include <string>
#include <vector>

#include "viewer/scene/camera.h"
#include "viewer/scene/overlay.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Data of one picture in the window.
struct ViewerPicture {
  const Scene& scene;
  Camera camera;
  PictureLayout layout;
  bool lighting = true;
  Colour paper = kPaper;
  bool moves = false;  // another picture follows soon
  Overlay overlay;     // of the model: legend, time, axes, labels
};

/// Interface by which the viewer picks bodies and writes pictures and films. The window implements
/// it with its OpenGL context.
class Canvas {
 public:
  virtual ~Canvas() = default;

  /// Returns the bodies that are seen in at least one pixel of a rectangle; ids increase.
  virtual std::vector<BodyId> bodies_in(const ViewerPicture& picture, const PixelBox& box) = 0;
  /// Writes a picture; the ending of the path is .png, .bmp, .pdf or .eps. @throws PictureError
  virtual void save(const ViewerPicture& picture, const std::string& path) = 0;
  /// Begins a film of the size of the picture: .mp4, .avi or .gif. @throws PictureError, below too
  virtual void begin_film(const ViewerPicture& picture, const std::string& path) = 0;
  virtual void add_to_film(const ViewerPicture& picture) = 0;
  virtual void end_film() = 0;
};

}  // namespace solfec
