#pragma once

#include <functional>

#include <GL/glcorearb.h>

namespace solfec {

// Every function of OpenGL that is used: name and the type of its pointer.
#define SOLFEC_GL_FUNCTIONS(F)                                                 \
  F(glActiveTexture, PFNGLACTIVETEXTUREPROC)                                   \
  F(glAttachShader, PFNGLATTACHSHADERPROC)                                     \
  F(glBindBuffer, PFNGLBINDBUFFERPROC)                                         \
  F(glBindFramebuffer, PFNGLBINDFRAMEBUFFERPROC)                               \
  F(glBindRenderbuffer, PFNGLBINDRENDERBUFFERPROC)                             \
  F(glBindTexture, PFNGLBINDTEXTUREPROC)                                       \
  F(glBindVertexArray, PFNGLBINDVERTEXARRAYPROC)                               \
  F(glBlendFunc, PFNGLBLENDFUNCPROC)                                           \
  F(glBlitFramebuffer, PFNGLBLITFRAMEBUFFERPROC)                               \
  F(glBufferData, PFNGLBUFFERDATAPROC)                                         \
  F(glCheckFramebufferStatus, PFNGLCHECKFRAMEBUFFERSTATUSPROC)                 \
  F(glClear, PFNGLCLEARPROC)                                                   \
  F(glClearColor, PFNGLCLEARCOLORPROC)                                         \
  F(glCompileShader, PFNGLCOMPILESHADERPROC)                                   \
  F(glCreateProgram, PFNGLCREATEPROGRAMPROC)                                   \
  F(glCreateShader, PFNGLCREATESHADERPROC)                                     \
  F(glDeleteBuffers, PFNGLDELETEBUFFERSPROC)                                   \
  F(glDeleteFramebuffers, PFNGLDELETEFRAMEBUFFERSPROC)                         \
  F(glDeleteProgram, PFNGLDELETEPROGRAMPROC)                                   \
  F(glDeleteRenderbuffers, PFNGLDELETERENDERBUFFERSPROC)                       \
  F(glDeleteShader, PFNGLDELETESHADERPROC)                                     \
  F(glDeleteTextures, PFNGLDELETETEXTURESPROC)                                 \
  F(glDeleteVertexArrays, PFNGLDELETEVERTEXARRAYSPROC)                         \
  F(glDepthMask, PFNGLDEPTHMASKPROC)                                           \
  F(glDisable, PFNGLDISABLEPROC)                                               \
  F(glDrawArrays, PFNGLDRAWARRAYSPROC)                                         \
  F(glDrawArraysInstanced, PFNGLDRAWARRAYSINSTANCEDPROC)                       \
  F(glEnable, PFNGLENABLEPROC)                                                 \
  F(glEnableVertexAttribArray, PFNGLENABLEVERTEXATTRIBARRAYPROC)               \
  F(glFramebufferRenderbuffer, PFNGLFRAMEBUFFERRENDERBUFFERPROC)               \
  F(glGenBuffers, PFNGLGENBUFFERSPROC)                                         \
  F(glGenFramebuffers, PFNGLGENFRAMEBUFFERSPROC)                               \
  F(glGenRenderbuffers, PFNGLGENRENDERBUFFERSPROC)                             \
  F(glGenTextures, PFNGLGENTEXTURESPROC)                                       \
  F(glGenVertexArrays, PFNGLGENVERTEXARRAYSPROC)                               \
  F(glGetError, PFNGLGETERRORPROC)                                             \
  F(glGetIntegerv, PFNGLGETINTEGERVPROC)                                       \
  F(glGetProgramInfoLog, PFNGLGETPROGRAMINFOLOGPROC)                           \
  F(glGetProgramiv, PFNGLGETPROGRAMIVPROC)                                     \
  F(glGetShaderInfoLog, PFNGLGETSHADERINFOLOGPROC)                             \
  F(glGetShaderiv, PFNGLGETSHADERIVPROC)                                       \
  F(glGetString, PFNGLGETSTRINGPROC)                                           \
  F(glGetUniformLocation, PFNGLGETUNIFORMLOCATIONPROC)                         \
  F(glLinkProgram, PFNGLLINKPROGRAMPROC)                                       \
  F(glPixelStorei, PFNGLPIXELSTOREIPROC)                                       \
  F(glPolygonOffset, PFNGLPOLYGONOFFSETPROC)                                   \
  F(glReadPixels, PFNGLREADPIXELSPROC)                                         \
  F(glRenderbufferStorageMultisample, PFNGLRENDERBUFFERSTORAGEMULTISAMPLEPROC) \
  F(glShaderSource, PFNGLSHADERSOURCEPROC)                                     \
  F(glTexImage2D, PFNGLTEXIMAGE2DPROC)                                         \
  F(glTexParameteri, PFNGLTEXPARAMETERIPROC)                                   \
  F(glUniform1f, PFNGLUNIFORM1FPROC)                                           \
  F(glUniform1i, PFNGLUNIFORM1IPROC)                                           \
  F(glUniform2f, PFNGLUNIFORM2FPROC)                                           \
  F(glUniform4fv, PFNGLUNIFORM4FVPROC)                                         \
  F(glUniformMatrix4fv, PFNGLUNIFORMMATRIX4FVPROC)                             \
  F(glUseProgram, PFNGLUSEPROGRAMPROC)                                         \
  F(glVertexAttribDivisor, PFNGLVERTEXATTRIBDIVISORPROC)                       \
  F(glVertexAttribIPointer, PFNGLVERTEXATTRIBIPOINTERPROC)                     \
  F(glVertexAttribPointer, PFNGLVERTEXATTRIBPOINTERPROC)                       \
  F(glViewport, PFNGLVIEWPORTPROC)

/// Pointers to the functions of OpenGL 3.3 of one context; nothing is linked.
struct GlFunctions {
#define SOLFEC_GL_MEMBER(name, type) type name = nullptr;  // NOLINT(bugprone-macro-parentheses)
  SOLFEC_GL_FUNCTIONS(SOLFEC_GL_MEMBER)
#undef SOLFEC_GL_MEMBER
};

/// Fills the table. @param find  Address of a function by name, null: none.
/// @throws PictureError naming the first that is missing.
GlFunctions load_gl_functions(const std::function<void*(const char*)>& find);

}  // namespace solfec
