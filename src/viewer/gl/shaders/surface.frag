#version 330 core
// Triangles.
#include "shading.glsl"

in vec3 eye_normal;
in float corner_value;
flat in vec4 own;
flat in uint owner;
out vec4 result;

void main() {
  if (picking == 1) { result = picked(owner); return; }
  vec3 base = base_colour(own, corner_value);
  if (!gl_FrontFacing) { result = vec4(mix(base, vec3(0.45), 0.45) * 0.8, 1.0); return; }  // a cut
  result = vec4(lit(base, normalize(eye_normal)), opacity);
}
