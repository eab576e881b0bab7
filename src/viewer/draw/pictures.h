#pragma once

#include <string>
#include <vector>

#include "viewer/picture/picture_request.h"
#include "viewer/picture/picture_source.h"

namespace solfec {

/// Draws the pictures of a request into one file, or into numbered files.
/// @return The paths of the files.
/// @throws PictureRequestError when the frames have no such time or body, PictureError when OpenGL,
///         cairo or ffmpeg is missing or a file cannot be written, ArchiveError for a damaged
///         frame.
std::vector<std::string> draw_pictures(const PictureRequest& request, const PictureSource& source);

/// Returns the frames that a request asks for: those nearest to its times, or all of a range.
/// @throws PictureRequestError when a time is outside of the results.
std::vector<int> frames_of(const PictureRequest& request, const PictureSource& source);

}  // namespace solfec
