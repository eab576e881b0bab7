#pragma once

#include <string>

#include "output/export/frame_selection.h"

namespace solfec {

/// Request of the option `--why BODY BODY DIR` with the options that belong to it.
struct WhyRequest {
  std::string first;  // label, or id
  std::string second;
  TimeSelection times;  // --time, a single time; none: the last frame
  std::string picture;  // -o FILE.svg, '': none
};

/// Returns a text that explains how the contacts of two bodies are found in a frame of a results
/// folder: the axes and faces, why one was taken, the polygon in which the faces overlap, and the
/// rule that has dropped each dropped corner; or why there is no contact. Writes a drawing of the
/// patches when the request names a file for it.
/// @throws InputError for a body that does not exist, ArchiveError for results that cannot be read,
///         OutputError when the drawing cannot be written.
std::string explain_contacts(const std::string& folder, const WhyRequest& request);

}  // namespace solfec
