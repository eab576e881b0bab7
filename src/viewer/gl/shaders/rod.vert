#version 330 core
// Cylinders and cones.
#include "placing.glsl"

layout(location = 0) in vec3 shape;   // x, y on the unit circle, z: 0 at one end, 1 at the other
layout(location = 1) in vec3 outward; // with z along the rod
layout(location = 2) in vec3 from;
layout(location = 3) in vec3 to;
layout(location = 4) in vec2 radius;
layout(location = 5) in float value;
layout(location = 6) in vec4 colour;
out vec3 eye_normal;
out float corner_value;
flat out vec4 own;

void main() {
  vec3 axis = to - from;
  float l = max(length(axis), 1e-20);
  vec3 w = axis / l;
  vec3 u = normalize(cross(w, abs(w.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
  vec3 v = cross(w, u);
  float r = mix(radius.x, radius.y, shape.z);
  vec3 position = from + shape.z * axis + r * (shape.x * u + shape.y * v);
  float slope = outward.z == 0.0 ? (radius.x - radius.y) / l : 0.0;
  vec3 n = outward.x * u + outward.y * v + (outward.z + slope) * w;
  gl_Position = projection * (view * vec4(position, 1.0));
  clip(position);
  eye_normal = mat3(view) * n;
  corner_value = value;
  own = colour;
}
