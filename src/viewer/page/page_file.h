#pragma once

#include <string_view>

namespace solfec {

/// Returns the text of a file of this folder, which is equal for all models: page.css, page.html,
/// and the scripts numbers.js (decodes arrays, values of fields), drawing.js (objects of three.js,
/// picking) and controls.js (slider, legend, panel, curves). The build puts the files into the
/// program (cfg/embed_texts.py); docs/pages.md tells what the page shows.
/// @pre The build has a file of that name.
std::string_view page_file(std::string_view name);

}  // namespace solfec
