#version 330 core
// A sphere or an ellipsoid: a square that the fragments cast rays from.
#include "placing.glsl"

layout(location = 0) in vec3 center;
layout(location = 1) in float radius;
layout(location = 2) in vec3 inverse_x;
layout(location = 3) in vec3 inverse_y;
layout(location = 4) in vec3 inverse_z;
layout(location = 5) in vec4 value_x;
layout(location = 6) in vec4 value_y;
layout(location = 7) in vec4 value_z;
layout(location = 8) in vec4 colour;
layout(location = 9) in uint body;
uniform float pixel;      // eye units per pixel: at distance 1, or anywhere for parallel rays
uniform int perspective;
out vec3 eye_point;       // on a plane through the centre
out vec3 offset;          // from the centre, eye axes
flat out mat3 to_unit;    // from eye axes to those in which the body is the unit sphere
flat out vec4 row_x;
flat out vec4 row_y;
flat out vec4 row_z;
flat out vec4 own;
flat out uint owner;

void main() {
  vec3 c = (view * vec4(center, 1.0)).xyz;
  float d = perspective == 1 ? max(length(c), 1.0001 * radius) : 1.0;
  vec3 w = perspective == 1 ? c / d : vec3(0.0, 0.0, -1.0);
  // the cone from the eye around the sphere of the largest radius, where it meets the plane
  float s = perspective == 1 ? radius * d / sqrt(d * d - radius * radius) : radius;
  s += 1.5 * pixel * (perspective == 1 ? d : 1.0);
  vec3 u = normalize(cross(w, abs(w.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  vec3 v = cross(u, w);
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
  offset = s * (corner.x * u + corner.y * v);
  eye_point = c + offset;
  to_unit = mat3(inverse_x, inverse_y, inverse_z) * transpose(mat3(view));
  row_x = value_x;
  row_y = value_y;
  row_z = value_z;
  own = colour;
  owner = body;
  gl_Position = projection * vec4(eye_point, 1.0);
}
