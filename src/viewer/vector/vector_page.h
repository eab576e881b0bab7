#pragma once

#include <string>
#include <vector>

#include "viewer/image/image.h"
#include "viewer/scene/overlay.h"

namespace solfec {

/// A picture on a page: pixels, and over them text, boxes and lines as vectors.
struct PagePanel {
  double x{};  // of the top left corner, pixels of the page
  double y{};
  double width{};  // on the page
  Image image;
  Overlay overlay;
};

/// Writes a PDF or, when the path ends so, an EPS file. An inch has 144 pixels of `width` x
/// `height`; images may have more.
/// @throws PictureError when cairo is not there or the file cannot be written.
void write_vector_page(const std::string& path, int width, int height,
                       const std::vector<PagePanel>& panels);

}  // namespace solfec
