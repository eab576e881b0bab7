#pragma once

#include <cstdarg>

#include "viewer/image/shared_library.h"

namespace solfec {

// Functions of freeglut that the viewer uses: name, result and arguments as in its manual. The
// interface is that of GLUT 3, which is frozen, so the header of freeglut is not needed.
#define SOLFEC_GLUT_FUNCTIONS(F)                                      \
  F(glutInit, void, (int* argc, char** argv))                         \
  F(glutInitErrorFunc, void, (void (*)(const char*, std::va_list)))   \
  F(glutInitWarningFunc, void, (void (*)(const char*, std::va_list))) \
  F(glutInitContextVersion, void, (int major, int minor))             \
  F(glutInitContextProfile, void, (int profile))                      \
  F(glutInitDisplayMode, void, (unsigned int mode))                   \
  F(glutInitWindowSize, void, (int width, int height))                \
  F(glutCreateWindow, int, (const char* title))                       \
  F(glutDestroyWindow, void, (int window))                            \
  F(glutSetWindowTitle, void, (const char* title))                    \
  F(glutSetOption, void, (unsigned int option, int value))            \
  F(glutDisplayFunc, void, (void (*)()))                              \
  F(glutReshapeFunc, void, (void (*)(int, int)))                      \
  F(glutKeyboardFunc, void, (void (*)(unsigned char, int, int)))      \
  F(glutSpecialFunc, void, (void (*)(int, int, int)))                 \
  F(glutMouseFunc, void, (void (*)(int, int, int, int)))              \
  F(glutMotionFunc, void, (void (*)(int, int)))                       \
  F(glutPassiveMotionFunc, void, (void (*)(int, int)))                \
  F(glutCloseFunc, void, (void (*)()))                                \
  F(glutGetProcAddress, void*, (const char* name))                    \
  F(glutGetModifiers, int, ())                                        \
  F(glutMainLoopEvent, void, ())                                      \
  F(glutSwapBuffers, void, ())                                        \
  F(glutExit, void, ())

/// Pointers to the functions of freeglut, which is opened when a window is wanted.
struct GlutFunctions {
  /// Opens libglut.so.3, or the library that the environment variable SOLFEC_GLUT names.
  /// @throws PictureError naming what is missing.
  GlutFunctions();

  // NOLINTNEXTLINE(bugprone-macro-parentheses)
#define SOLFEC_GLUT_MEMBER(name, result, arguments) result(*name) arguments = nullptr;
  SOLFEC_GLUT_FUNCTIONS(SOLFEC_GLUT_MEMBER)
#undef SOLFEC_GLUT_MEMBER

 private:
  SharedLibrary library_;
};

// Constants of its header that the viewer uses.
namespace glut {
inline constexpr unsigned int kRgba = 0x0000;
inline constexpr unsigned int kDouble = 0x0002;
inline constexpr unsigned int kActionOnWindowClose = 0x01F9;
inline constexpr int kContinueExecution = 2;
inline constexpr int kCoreProfile = 0x0001;
inline constexpr int kLeftButton = 0;
inline constexpr int kRightButton = 2;
inline constexpr int kWheelUp = 3;
inline constexpr int kWheelDown = 4;
inline constexpr int kDown = 0;
inline constexpr int kShift = 1;
inline constexpr int kControl = 2;
inline constexpr int kAlt = 4;
inline constexpr int kKeyLeft = 100;  // up, right and down follow
inline constexpr int kKeyHome = 106;
inline constexpr int kKeyEnd = 107;
inline constexpr int kKeyDelete = 111;
}  // namespace glut

}  // namespace solfec
