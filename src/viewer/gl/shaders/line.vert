#version 330 core
// Lines of one pixel, many of them.
#include "placing.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 colour;
uniform float lift;       // towards the viewer, eye units
uniform int perspective;
flat out vec4 own;

void main() {
  vec4 eye = view * vec4(position, 1.0);
  if (perspective == 1) eye.xyz *= max(0.0, 1.0 - lift / max(length(eye.xyz), 1e-12));
  else eye.z += lift;
  gl_Position = projection * eye;
  clip(position);
  own = colour;
}
