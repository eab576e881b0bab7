#include "viewer/gl/gl_functions.h"

#include "base/cat.h"
#include "viewer/image/picture_error.h"

namespace solfec {

GlFunctions load_gl_functions(const std::function<void*(const char*)>& find) {
  GlFunctions gl;
  const auto load = [&](const char* name, auto& pointer) {
    pointer = reinterpret_cast<std::decay_t<decltype(pointer)>>(find(name));
    if (pointer == nullptr) throw PictureError(cat("OpenGL here has no function ", name));
  };
#define SOLFEC_GL_LOAD(name, type) load(#name, gl.name);
  SOLFEC_GL_FUNCTIONS(SOLFEC_GL_LOAD)
#undef SOLFEC_GL_LOAD
  return gl;
}

}  // namespace solfec
