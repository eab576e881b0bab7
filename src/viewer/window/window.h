#pragma once

namespace solfec {

class Viewer;

/// Checks that a window can be opened, before a script runs for it.
/// @throws PictureError when freeglut is missing or there is no display.
void check_window();

/// Opens a window and keeps it until the viewer ends or the user closes it.
/// @return The exit code of the program.
/// @throws PictureError when check_window does, and when there is no OpenGL 3.3.
int show_window(Viewer& viewer);

}  // namespace solfec
