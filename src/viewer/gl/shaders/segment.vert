#version 330 core
// Lines of some pixels.
#include "placing.glsl"

layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 colour;
layout(location = 3) in float width;
uniform vec2 half_size;   // of the viewport, pixels
uniform float edge;       // width of an edge, pixels
uniform float lift;       // towards the viewer, eye units
uniform int perspective;
flat out vec4 own;

vec4 placed(vec3 position) {
  vec4 eye = view * vec4(position, 1.0);
  if (perspective == 1) eye.xyz *= max(0.0, 1.0 - lift / max(length(eye.xyz), 1e-12));
  else eye.z += lift;
  return projection * eye;
}

void main() {
  vec4 a = placed(from);
  vec4 b = placed(to);
  bool at_end = (gl_VertexID & 2) != 0;
  vec2 along = (b.xy / b.w - a.xy / a.w) * half_size;
  float l = length(along);
  along = l > 1e-6 ? along / l : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x) * ((gl_VertexID & 1) == 0 ? -1.0 : 1.0);
  vec2 shift = 0.5 * edge * width * (across + along * (at_end ? 0.5 : -0.5));
  vec4 p = at_end ? b : a;
  gl_Position = vec4(p.xy + shift / half_size * p.w, p.zw);
  clip(at_end ? to : from);
  own = colour;
}
