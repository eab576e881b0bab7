#include "viewer/window/window.h"

#include <array>
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "base/cat.h"
#include "viewer/gl/gl_functions.h"
#include "viewer/gl/painter.h"
#include "viewer/image/picture_error.h"
#include "viewer/session/viewer.h"
#include "viewer/window/glut_functions.h"
#include "viewer/window/painter_canvas.h"

namespace solfec {

namespace {

// freeglut calls functions without data: what they work on is a variable of the process.

/// The window that is open.
struct OpenWindow {
  Viewer* viewer = nullptr;
  const GlutFunctions* glut = nullptr;
  bool exposed = true;  // its pixels are gone
  bool closed = false;  // by the user
};

OpenWindow window;
volatile std::sig_atomic_t signal_received = 0;

/// Where an error of freeglut comes out: its functions must not return from one.
struct GlutFailure {
  std::jmp_buf back{};
  bool armed = false;  // somebody waits there
  std::array<char, 256> text{};
};

GlutFailure failure;

void on_glut_error(const char* format, std::va_list arguments) {
  (void)std::vsnprintf(failure.text.data(), failure.text.size(), format, arguments);
  if (!failure.armed) {
    std::fprintf(stderr, "solfec: freeglut: %s\n", failure.text.data());
    return;
  }
  failure.armed = false;
  std::longjmp(failure.back, 1);  // NOLINT(cert-err52-cpp): through functions of C
}

void on_glut_warning(const char* /*format*/, std::va_list /*arguments*/) {}

/// Calls functions of freeglut that may fail. Nothing in between has a destructor.
/// @return False after an error, whose text is in `failure`.
template <typename Call>
bool succeeds(const Call& call) {
  if (setjmp(failure.back) != 0) return false;  // NOLINT(cert-err52-cpp)
  failure.armed = true;
  call();
  failure.armed = false;
  return true;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

MouseKeys held_keys() {
  const int held = window.glut->glutGetModifiers();
  return {(held & glut::kShift) != 0, (held & glut::kControl) != 0, (held & glut::kAlt) != 0};
}

void on_display() { window.exposed = true; }

void on_close() { window.closed = true; }

void on_reshape(int width, int height) {
  window.viewer->resize(width, height);
  window.exposed = true;
}

void on_key(unsigned char key, int /*x*/, int /*y*/) { window.viewer->key(key); }

void on_special_key(int key, int /*x*/, int /*y*/) {
  if (key >= glut::kKeyLeft && key < glut::kKeyLeft + 4) {
    window.viewer->key(keys::kLeft + key - glut::kKeyLeft);
  }
  if (key == glut::kKeyHome) window.viewer->key(keys::kHome);
  if (key == glut::kKeyEnd) window.viewer->key(keys::kEnd);
  if (key == glut::kKeyDelete) window.viewer->key(keys::kDelete);
}

void on_mouse(int button, int state, int x, int y) {
  Viewer& viewer = *window.viewer;
  if (button == glut::kWheelUp || button == glut::kWheelDown) {
    if (state == glut::kDown) viewer.wheel(button == glut::kWheelUp ? 1 : -1);
    return;
  }
  if (button != glut::kLeftButton && button != glut::kRightButton) return;
  const MouseButton which = button == glut::kLeftButton ? MouseButton::left : MouseButton::right;
  if (state == glut::kDown) {
    viewer.press(which, held_keys(), x, y);
  } else {
    viewer.release(which, x, y);
  }
}

void on_drag(int x, int y) { window.viewer->drag(x, y); }

void on_motion(int x, int y) { window.viewer->point_at(x, y); }

void on_signal(int number) { signal_received = number; }

[[noreturn]] void fail_opening() {
  std::string text = failure.text.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  throw PictureError(cat("cannot open a window: ", text));
}

/// Starts freeglut, once. Words of the user are hidden from it.
void init_glut(const GlutFunctions& glut) {
  static bool done = false;
  if (done) return;
  const char* const display = std::getenv("DISPLAY");
  if (display == nullptr || *display == '\0') {
    throw PictureError(
        "cannot open a window: there is no display (the variable DISPLAY is not set; over ssh: "
        "ssh -X); --render draws pictures without one");
  }
  glut.glutInitErrorFunc(on_glut_error);
  glut.glutInitWarningFunc(on_glut_warning);
  static int argc = 1;
  static std::string name = "solfec";
  static std::array<char*, 2> argv{name.data(), nullptr};
  if (!succeeds([&] { glut.glutInit(&argc, argv.data()); })) fail_opening();
  glut.glutSetOption(glut::kActionOnWindowClose, glut::kContinueExecution);
  done = true;
}

int create(const GlutFunctions& glut, const Viewer& viewer) {
  static int number = 0;  // outlives a jump
  static std::string title;
  title = viewer.title();
  const int width = viewer.layout().width;
  const int height = viewer.layout().height;
  const bool made = succeeds([&] {
    glut.glutInitContextVersion(3, 3);
    glut.glutInitContextProfile(glut::kCoreProfile);
    glut.glutInitDisplayMode(glut::kRgba | glut::kDouble);
    glut.glutInitWindowSize(width, height);
    number = glut.glutCreateWindow(title.c_str());
  });
  if (!made) fail_opening();
  glut.glutDisplayFunc(on_display);
  glut.glutReshapeFunc(on_reshape);
  glut.glutKeyboardFunc(on_key);
  glut.glutSpecialFunc(on_special_key);
  glut.glutMouseFunc(on_mouse);
  glut.glutMotionFunc(on_drag);
  glut.glutPassiveMotionFunc(on_motion);
  glut.glutCloseFunc(on_close);
  return number;
}

/// While it lives, signals end the viewer; a RUN that is on has handlers of its own.
class SignalHandlers {
 public:
  SignalHandlers() {
    signal_received = 0;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      before_.at(i) = std::signal(kSignals.at(i), on_signal);
    }
  }
  ~SignalHandlers() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      (void)std::signal(kSignals.at(i), before_.at(i));
    }
  }
  SignalHandlers(const SignalHandlers&) = delete;
  SignalHandlers& operator=(const SignalHandlers&) = delete;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<void (*)(int), kSignals.size()> before_{};
};

/// Events, a slice of computing and a picture when something has changed, until the viewer ends.
void loop(const GlutFunctions& glut, Viewer& viewer, PainterCanvas& canvas) {
  constexpr auto kPause = std::chrono::milliseconds(8);
  std::string title = viewer.title();
  while (!viewer.exit_code()) {
    glut.glutMainLoopEvent();
    if (window.closed) return viewer.quit(0);
    if (signal_received != 0) return viewer.quit(128 + signal_received);
    viewer.tick(seconds_now());
    if (viewer.take_change() || window.exposed) {
      window.exposed = false;
      canvas.show(viewer.picture(), viewer.layers());
      glut.glutSwapBuffers();
      if (viewer.title() != title) {
        title = viewer.title();
        glut.glutSetWindowTitle(title.c_str());
      }
    } else if (!viewer.is_busy()) {
      std::this_thread::sleep_for(kPause);
    }
  }
}

}  // namespace

void check_window() {
  static const GlutFunctions glut;
  init_glut(glut);
  window.glut = &glut;
}

int show_window(Viewer& viewer) {
  check_window();
  const GlutFunctions& glut = *window.glut;
  window.viewer = &viewer;
  window.closed = false;
  const int number = create(glut, viewer);
  const GlFunctions gl =
      load_gl_functions([&](const char* name) { return glut.glutGetProcAddress(name); });
  const SignalHandlers handlers;
  {
    auto painter = std::make_unique<Painter>(gl);
    PainterCanvas canvas(*painter);
    viewer.set_canvas(&canvas);
    loop(glut, viewer, canvas);
    viewer.close();
    viewer.set_canvas(nullptr);
    // with the window its context and all that the painter has there are gone
    if (window.closed) (void)painter.release();  // NOLINT(bugprone-unused-return-value)
  }
  if (!window.closed) glut.glutDestroyWindow(number);
  glut.glutMainLoopEvent();
  return viewer.exit_code().value_or(0);
}

}  // namespace solfec
