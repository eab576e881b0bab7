#version 330 core
// Triangles.
#include "placing.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float value;
layout(location = 3) in vec4 colour;
layout(location = 4) in uint body;
out vec3 eye_normal;
out float corner_value;
flat out vec4 own;
flat out uint owner;

void main() {
  gl_Position = projection * (view * vec4(position, 1.0));
  clip(position);
  eye_normal = mat3(view) * normal;
  corner_value = value;
  own = colour;
  owner = body;
}
