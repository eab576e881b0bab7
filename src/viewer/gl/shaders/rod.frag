#version 330 core
// Cylinders and cones.
#include "shading.glsl"

in vec3 eye_normal;
in float corner_value;
flat in vec4 own;
out vec4 result;
void main() { result = vec4(lit(base_colour(own, corner_value), normalize(eye_normal)), 1.0); }
