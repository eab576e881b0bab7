#pragma once

#include <string_view>

namespace solfec {

/// The text of a file of the folder shaders, `surface.vert` for one. The build puts the files into
/// the program (cfg/embed_texts.py), with what they include.
/// @pre The build has a file of that name.
std::string_view shader_file(std::string_view name);

}  // namespace solfec
