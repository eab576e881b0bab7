#include "viewer/gl/shader_program.h"

#include <string_view>

#include "base/cat.h"
#include "viewer/gl/shader_file.h"
#include "viewer/image/picture_error.h"

namespace solfec {

namespace {

GLuint compile(const GlFunctions& gl, GLenum kind, const char* name) {
  const std::string_view text =
      shader_file(cat(name, kind == GL_VERTEX_SHADER ? ".vert" : ".frag"));
  const GLuint shader = gl.glCreateShader(kind);
  const char* const source = text.data();
  const auto length = static_cast<GLint>(text.size());
  gl.glShaderSource(shader, 1, &source, &length);
  gl.glCompileShader(shader);
  GLint done = 0;
  gl.glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  if (done == 0) {
    std::array<char, 2048> log{};
    gl.glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
    throw PictureError(cat("OpenGL cannot compile the shader '", name, "': ", log.data()));
  }
  return shader;
}

}  // namespace

ShaderProgram::ShaderProgram(const GlFunctions& gl, const char* name)
    : gl_(gl), program_(gl.glCreateProgram()) {
  for (const GLenum kind : {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER}) {
    const GLuint shader = compile(gl, kind, name);
    gl.glAttachShader(program_, shader);
    gl.glDeleteShader(shader);
  }
  gl.glLinkProgram(program_);
  GLint done = 0;
  gl.glGetProgramiv(program_, GL_LINK_STATUS, &done);
  if (done == 0) {
    std::array<char, 2048> log{};
    gl.glGetProgramInfoLog(program_, static_cast<GLsizei>(log.size()), nullptr, log.data());
    throw PictureError(cat("OpenGL cannot link the shader '", name, "': ", log.data()));
  }
}

ShaderProgram::~ShaderProgram() { gl_.glDeleteProgram(program_); }

}  // namespace solfec
