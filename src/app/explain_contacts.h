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

/// Returns a text that tells how the contacts of two bodies are found as they stand in a frame of
/// a results folder: which axes and faces there are, why one was taken, the polygon that is left
/// and the rule that has dropped each of its corners; or why there is no contact. Writes a drawing
/// of the patches when one is asked for.
/// @throws InputError for a body that is not there, ArchiveError for results that cannot be read,
///         OutputError when the drawing cannot be written.
std::string explain_contacts(const std::string& folder, const WhyRequest& request);

}  // namespace solfec
