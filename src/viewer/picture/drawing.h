#pragma once

#include <string>
#include <vector>

#include "viewer/picture/picture_request.h"
#include "viewer/picture/picture_source.h"

namespace solfec {

class Viewer;

/// Drawing functions of the program. There are two definitions, of which the linker takes one:
/// solfec_viewer, or solfec_no_viewer of src/viewer/absent.
struct Drawing {
  bool available = false;
  std::string text;  // for --version
  /// See draw_pictures.
  std::vector<std::string> (*draw)(const PictureRequest& request,
                                   const PictureSource& source) = nullptr;
  /// See check_window and show_window.
  void (*check_window)() = nullptr;
  int (*show)(Viewer& viewer) = nullptr;
};

Drawing drawing();

}  // namespace solfec
