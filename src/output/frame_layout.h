#pragma once

#include <string>

namespace solfec {

/// The layout of the payload of frames, from the lists of fields that write and read it: the module
/// solfec_results/layout.py and docs/output-layout.md. `tools/regenerate` renews both.
std::string python_frame_layout();
/// Returns the layout of the payload of frames as tables of a document, from the same lists of
/// fields.
std::string markdown_frame_layout();

}  // namespace solfec
