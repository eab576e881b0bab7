#pragma once

#include <memory>
#include <string>

#include "viewer/gl/gl_functions.h"

namespace solfec {

/// OpenGL 3.3 without a window or a display server: EGL on no surface, which Mesa's software
/// rasteriser serves where there is no graphics card. It is current in the thread that made it.
class OffscreenContext {
 public:
  /// Opens libEGL, or what the environment variable SOLFEC_EGL names.
  /// @throws PictureError saying what is missing.
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  [[nodiscard]] const GlFunctions& gl() const;
  /// E.g. "OpenGL 4.5 (llvmpipe)".
  [[nodiscard]] std::string description() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace solfec
