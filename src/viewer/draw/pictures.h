#pragma once

#include <string>
#include <vector>

#include "viewer/picture/picture_request.h"
#include "viewer/picture/picture_source.h"

namespace solfec {

/// Draws what is asked for into a file, or into numbered ones.
/// @return Their paths.
/// @throws PictureRequestError when the frames have no such time or body, PictureError when OpenGL,
///         cairo or ffmpeg is missing or a file cannot be written, ArchiveError for a damaged
///         frame.
std::vector<std::string> draw_pictures(const PictureRequest& request, const PictureSource& source);

/// Frames of a source that a request asks for: the nearest ones to its times, all of a range.
/// @throws PictureRequestError when a time is outside.
std::vector<int> frames_of(const PictureRequest& request, const PictureSource& source);

}  // namespace solfec
