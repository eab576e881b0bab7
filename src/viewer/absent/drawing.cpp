// A program that draws nothing: without the headers of OpenGL, or for ranks.

#include "viewer/picture/drawing.h"

namespace solfec {

Drawing drawing() { return {false, "none", nullptr, nullptr, nullptr}; }

}  // namespace solfec
