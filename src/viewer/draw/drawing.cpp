#include "viewer/picture/drawing.h"

#include "viewer/draw/pictures.h"
#include "viewer/window/window.h"

namespace solfec {

Drawing drawing() { return {true, "OpenGL 3.3 by EGL", draw_pictures, check_window, show_window}; }

}  // namespace solfec
