#pragma once

#include <array>
#include <vector>

#include "viewer/scene/overlay.h"
#include "viewer/text/font_atlas.h"

namespace solfec {

/// Corner of a triangle over a picture.
struct OverlayCorner {
  std::array<float, 2> place{};  // pixels from the top left corner
  std::array<float, 2> texel{};  // of the atlas
  Colour colour;
};

/// An overlay as triangles.
/// @param scale          Pixels that are drawn for one of the overlay.
/// @param[in,out] atlas  Of its characters; made anew when it has not all of them.
std::vector<OverlayCorner> overlay_quads(const Overlay& overlay, int scale, FontAtlas& atlas);

}  // namespace solfec
