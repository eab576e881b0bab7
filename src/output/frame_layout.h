#pragma once

#include <string>

namespace solfec {

/// Returns the layout of the payload of frames as the module solfec_results/layout.py, from the
/// lists of fields that write and read it. `tools/regenerate` renews it and docs/output-layout.md.
std::string python_frame_layout();
/// Returns the layout of the payload of frames as tables of a document, from the same lists of
/// fields.
std::string markdown_frame_layout();

}  // namespace solfec
