#include "viewer/gl/offscreen_context.h"

#include <array>
#include <cstdlib>
#include <cstring>

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "base/cat.h"
#include "viewer/image/picture_error.h"
#include "viewer/image/shared_library.h"

namespace solfec {

namespace {

/// The library to open.
std::string egl_name() {
  const char* const given = std::getenv("SOLFEC_EGL");
  return given == nullptr || *given == '\0' ? "libEGL.so.1" : given;
}

/// Functions of EGL; their types are those of its header.
struct EglFunctions {
  explicit EglFunctions(const SharedLibrary& library) {
    library.find("eglGetProcAddress", get_proc_address);
    library.find("eglGetDisplay", get_display);
    library.find("eglInitialize", initialize);
    library.find("eglQueryString", query_string);
    library.find("eglBindAPI", bind_api);
    library.find("eglChooseConfig", choose_config);
    library.find("eglCreateContext", create_context);
    library.find("eglDestroyContext", destroy_context);
    library.find("eglMakeCurrent", make_current);
    library.find("eglGetError", get_error);
  }

  decltype(&eglGetProcAddress) get_proc_address = nullptr;
  decltype(&eglGetDisplay) get_display = nullptr;
  decltype(&eglInitialize) initialize = nullptr;
  decltype(&eglQueryString) query_string = nullptr;
  decltype(&eglBindAPI) bind_api = nullptr;
  decltype(&eglChooseConfig) choose_config = nullptr;
  decltype(&eglCreateContext) create_context = nullptr;
  decltype(&eglDestroyContext) destroy_context = nullptr;
  decltype(&eglMakeCurrent) make_current = nullptr;
  decltype(&eglGetError) get_error = nullptr;
};

bool has_extension(const char* list, const char* name) {
  return list != nullptr && std::strstr(list, name) != nullptr;
}

}  // namespace

struct OffscreenContext::State {
  State() : library(egl_name(), "libegl1"), egl(library) {}

  [[noreturn]] void fail(const char* what) const {
    throw PictureError(
        cat("EGL cannot ", what, " (error ", static_cast<int>(egl.get_error()),
            "); Debian packages libegl-mesa0 and libgl1-mesa-dri have a software renderer"));
  }

  void open_display() {
    const char* const client = egl.query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (has_extension(client, "EGL_MESA_platform_surfaceless")) {
      const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
          egl.get_proc_address("eglGetPlatformDisplayEXT"));
      if (get != nullptr) display = get(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    }
    if (display == EGL_NO_DISPLAY) display = egl.get_display(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY || egl.initialize(display, nullptr, nullptr) == EGL_FALSE) {
      display = EGL_NO_DISPLAY;
      fail("open a display");
    }
  }

  void make_context() {
    if (egl.bind_api(EGL_OPENGL_API) == EGL_FALSE) fail("use OpenGL");
    constexpr std::array<EGLint, 5> kConfig{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                            EGL_PBUFFER_BIT, EGL_NONE};
    constexpr std::array<EGLint, 7> kContext{EGL_CONTEXT_MAJOR_VERSION,
                                             3,
                                             EGL_CONTEXT_MINOR_VERSION,
                                             3,
                                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (egl.choose_config(display, kConfig.data(), &config, 1, &found) == EGL_FALSE || found < 1) {
      config = nullptr;  // EGL_KHR_no_config_context
    }
    context = egl.create_context(display, config, EGL_NO_CONTEXT, kContext.data());
    if (context == EGL_NO_CONTEXT) fail("make a context of OpenGL 3.3");
    if (egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE) {
      fail("draw without a window");
    }
  }

  /// The display stays: drivers that are unloaded leave memory behind that nobody can name.
  void close() {
    if (display == EGL_NO_DISPLAY) return;
    (void)egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) (void)egl.destroy_context(display, context);
  }

  SharedLibrary library;
  EglFunctions egl;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  GlFunctions gl;
};

OffscreenContext::OffscreenContext() {
  (void)setenv("EGL_LOG_LEVEL", "fatal", 0);  // no warnings of drivers that are tried
  state_ = std::make_unique<State>();
  try {
    state_->open_display();
    state_->make_context();
    state_->gl = load_gl_functions([this](const char* name) {
      return reinterpret_cast<void*>(state_->egl.get_proc_address(name));
    });
  } catch (const PictureError&) {
    state_->close();
    throw;
  }
}

OffscreenContext::~OffscreenContext() { state_->close(); }

const GlFunctions& OffscreenContext::gl() const { return state_->gl; }

std::string OffscreenContext::description() const {
  const auto text = [this](GLenum name) {
    return reinterpret_cast<const char*>(state_->gl.glGetString(name));
  };
  return cat("OpenGL ", text(GL_VERSION), " (", text(GL_RENDERER), ")");
}

}  // namespace solfec
