#include "viewer/gl/shader_texts.h"

namespace solfec {

namespace {

constexpr const char* kHead = "#version 330 core\n";

// Uniforms and functions of all vertex shaders.
constexpr const char* kPlacing = R"(
uniform mat4 view;        // world (relative to the origin) to eye
uniform mat4 projection;
uniform vec4 cut[6];      // keeps dot(xyz, position) <= w
uniform int cuts;

out float gl_ClipDistance[6];

void clip(vec3 position) {
  for (int i = 0; i < 6; ++i)
    gl_ClipDistance[i] = i < cuts ? cut[i].w - dot(cut[i].xyz, position) : 1.0;
}
)";

// Colour of a fragment from normal (eye), value, own colour.
constexpr const char* kShading = R"(
uniform vec4 band[8];
uniform vec2 range;       // lowest value, bands per unit
uniform int picking;
uniform float lighting;   // 1: lit, 0: plain colours
uniform float opacity;    // below 1: of bodies that one sees through

vec3 base_colour(vec4 own, float value) {
  if (own.a > 0.5) return own.rgb;
  return band[int(clamp(floor((value - range.x) * range.y), 0.0, 7.0))].rgb;
}

vec3 lit(vec3 colour, vec3 normal) {
  const vec3 key = vec3(-0.387, 0.516, 0.764);   // from above left, behind the viewer
  const vec3 fill = vec3(0.770, -0.110, 0.628);
  float light = 0.60 + 0.43 * max(dot(normal, key), 0.0) + 0.12 * max(dot(normal, fill), 0.0);
  return colour * mix(1.0, light, lighting);
}

vec4 picked(uint body) {
  return vec4(float(body & 255u), float((body >> 8) & 255u), float((body >> 16) & 255u), 255.0)
         / 255.0;
}
)";

// A sphere or an ellipsoid: a square that the fragments cast rays from.
constexpr const char* kRoundVertex = R"(
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
)";

constexpr const char* kRoundFragment = R"(
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
)";

}  // namespace

ShaderText surface_shader() {
  const std::string vertex = R"(
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
)";
  const std::string fragment = R"(
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
)";
  return {"surface", std::string(kHead) + kPlacing + vertex,
          std::string(kHead) + kShading + fragment};
}

ShaderText round_shader() {
  return {"round", std::string(kHead) + kPlacing + kRoundVertex,
          std::string(kHead) + kShading + kRoundFragment};
}

ShaderText segment_shader() {
  const std::string vertex = R"(
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
)";
  const std::string fragment = R"(
flat in vec4 own;
out vec4 result;
void main() { result = vec4(own.rgb, 1.0); }
)";
  return {"segment", std::string(kHead) + kPlacing + vertex, std::string(kHead) + fragment};
}

ShaderText line_shader() {
  const std::string vertex = R"(
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
)";
  const std::string fragment = R"(
flat in vec4 own;
out vec4 result;
void main() { result = vec4(own.rgb, 1.0); }
)";
  return {"line", std::string(kHead) + kPlacing + vertex, std::string(kHead) + fragment};
}

ShaderText rod_shader() {
  const std::string vertex = R"(
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
)";
  const std::string fragment = R"(
in vec3 eye_normal;
in float corner_value;
flat in vec4 own;
out vec4 result;
void main() { result = vec4(lit(base_colour(own, corner_value), normalize(eye_normal)), 1.0); }
)";
  return {"rod", std::string(kHead) + kPlacing + vertex, std::string(kHead) + kShading + fragment};
}

ShaderText overlay_shader() {
  const std::string vertex = R"(
layout(location = 0) in vec2 place;   // pixels from the top left corner
layout(location = 1) in vec2 texel;
layout(location = 2) in vec4 colour;
uniform vec2 half_size;
out vec2 at;
flat out vec4 own;
void main() {
  gl_Position = vec4(place.x / half_size.x - 1.0, 1.0 - place.y / half_size.y, 0.0, 1.0);
  at = texel;
  own = colour;
}
)";
  const std::string fragment = R"(
in vec2 at;
flat in vec4 own;
uniform sampler2D atlas;
out vec4 result;
void main() { result = vec4(own.rgb, own.a * texelFetch(atlas, ivec2(floor(at)), 0).r); }
)";
  return {"overlay", std::string(kHead) + vertex, std::string(kHead) + fragment};
}

}  // namespace solfec
