#version 330 core
// A sphere or an ellipsoid: a square that the fragments cast rays from.
#include "shading.glsl"

in vec3 eye_point;
in vec3 offset;
flat in mat3 to_unit;
flat in vec4 row_x;
flat in vec4 row_y;
flat in vec4 row_z;
flat in vec4 own;
flat in uint owner;
uniform mat4 view;
uniform mat4 projection;
uniform vec4 cut[6];
uniform int cuts;
uniform int perspective;
uniform int norm;
out vec4 result;

vec3 in_world(vec3 eye) { return transpose(mat3(view)) * (eye - view[3].xyz); }

// How far before the first plane that cuts a point away it lies, not above 0: none does.
float cut_by(vec3 eye) {
  vec3 world = in_world(eye);
  float most = -1.0;
  for (int i = 0; i < cuts; ++i) most = max(most, dot(cut[i].xyz, world) - cut[i].w);
  return most;
}

void main() {
  vec3 ray = perspective == 1 ? normalize(eye_point) : vec3(0.0, 0.0, -1.0);
  vec3 o = to_unit * offset;
  vec3 d = to_unit * ray;
  float a = dot(d, d);
  float b = dot(o, d);
  float inside = 1.0 - (dot(o, o) - b * b / a);  // 1 - squared distance of the ray from the centre
  float cover = clamp(inside / max(fwidth(inside), 1e-12) + 0.5, 0.0, 1.0);
  if (cover < (picking == 1 ? 0.5 : 0.02)) discard;
  float h = sqrt(max(inside, 0.0) / a);
  float t = -b / a - h;
  vec3 face = vec3(0.0);  // of the plane that is seen instead of the surface
  if (cut_by(eye_point + t * ray) > 0.0) {
    vec3 along = transpose(mat3(view)) * ray;
    vec3 start = in_world(eye_point);
    float last = t + 2.0 * h;
    for (int i = 0; i < cuts; ++i) {
      float slope = dot(cut[i].xyz, along);
      float there = (cut[i].w - dot(cut[i].xyz, start)) / slope;
      if (slope < 0.0 && there > t) { t = there; face = cut[i].xyz; }
    }
    if (t > last || face == vec3(0.0) || cut_by(eye_point + t * ray) > 1e-4 / sqrt(a)) discard;
  }
  vec3 eye = eye_point + t * ray;
  vec4 place = projection * vec4(eye, 1.0);
  gl_FragDepth = clamp(0.5 * place.z / place.w + 0.5, 0.0, 1.0);
  if (picking == 1) { result = picked(owner); return; }
  vec3 n = o + t * d;
  vec4 one = vec4(1.0, n);
  float value = dot(row_x, one);
  if (norm == 1) value = length(vec3(value, dot(row_y, one), dot(row_z, one)));
  vec3 base = base_colour(own, value);
  vec3 outward = face == vec3(0.0) ? transpose(to_unit) * n : mat3(view) * face;
  vec3 shown = lit(base, normalize(outward));
  result = vec4(shown, cover * opacity);
}
