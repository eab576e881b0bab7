#pragma once

#include <string>

namespace solfec {

/// Vertex and fragment shader of what is drawn by one call.
struct ShaderText {
  const char* name;
  std::string vertex;
  std::string fragment;
};

ShaderText surface_shader();  // triangles
ShaderText round_shader();    // spheres and ellipsoids
ShaderText segment_shader();  // lines of some pixels
ShaderText line_shader();     // lines of one pixel, many of them
ShaderText rod_shader();      // cylinders and cones
ShaderText overlay_shader();  // text, boxes and lines in pixels

}  // namespace solfec
