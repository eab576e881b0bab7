#include "viewer/picture/drawing.h"

#include "viewer/draw/pictures.h"

namespace solfec {

Drawing drawing() { return {true, "OpenGL 3.3 by EGL", draw_pictures}; }

}  // namespace solfec
