// Colour of a fragment from normal (eye), value, own colour.
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
