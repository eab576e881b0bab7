#pragma once

#include <array>

#include "viewer/gl/gl_functions.h"
#include "viewer/scene/camera.h"

namespace solfec {

/// A program of OpenGL from the vertex and the fragment shader of one name (shader_file.h).
class ShaderProgram {
 public:
  /// @throws PictureError with the text of the compiler, for a mistake in the shader or a driver
  /// without OpenGL 3.3.
  ShaderProgram(const GlFunctions& gl, const char* name);
  ~ShaderProgram();
  ShaderProgram(const ShaderProgram&) = delete;
  ShaderProgram& operator=(const ShaderProgram&) = delete;

  void use() const { gl_.glUseProgram(program_); }
  // Set uniforms of the program in use; names that it does not have are ignored.
  void set(const char* name, int value) const { gl_.glUniform1i(place(name), value); }
  void set(const char* name, float value) const { gl_.glUniform1f(place(name), value); }
  void set(const char* name, float x, float y) const { gl_.glUniform2f(place(name), x, y); }
  void set(const char* name, const Mat4& m) const {
    gl_.glUniformMatrix4fv(place(name), 1, GL_FALSE, m.data());
  }
  template <std::size_t n>
  void set(const char* name, const std::array<std::array<float, 4>, n>& vectors) const {
    gl_.glUniform4fv(place(name), static_cast<GLsizei>(n), vectors.front().data());
  }

 private:
  [[nodiscard]] GLint place(const char* name) const {
    return gl_.glGetUniformLocation(program_, name);
  }

  const GlFunctions& gl_;
  GLuint program_ = 0;
};

}  // namespace solfec
