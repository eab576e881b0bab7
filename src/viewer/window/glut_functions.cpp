#include "viewer/window/glut_functions.h"

#include <cstdlib>

#include "viewer/image/picture_error.h"

namespace solfec {

namespace {

/// Debian 12 has the first name, others the second one.
SharedLibrary open_glut() {
  constexpr const char* kPackage = "libglut3.12";
  const char* const given = std::getenv("SOLFEC_GLUT");
  if (given != nullptr && *given != '\0') return {given, kPackage};
  try {
    return {"libglut.so.3.12", kPackage};
  } catch (const PictureError&) {
    return {"libglut.so.3", kPackage};
  }
}

}  // namespace

GlutFunctions::GlutFunctions() : library_(open_glut()) {
#define SOLFEC_GLUT_FIND(name, result, arguments) library_.find(#name, name);
  SOLFEC_GLUT_FUNCTIONS(SOLFEC_GLUT_FIND)
#undef SOLFEC_GLUT_FIND
}

}  // namespace solfec
