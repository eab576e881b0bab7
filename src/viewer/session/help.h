#pragma once

#include "viewer/scene/overlay.h"

namespace solfec {

/// Draws the list of all keys in columns over a picture.
void draw_help(Overlay& overlay, const PictureLayout& layout, Colour ink, Colour key,
               Colour ground);

}  // namespace solfec
