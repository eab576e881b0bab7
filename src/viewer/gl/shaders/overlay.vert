#version 330 core
// Text, boxes and lines in pixels.

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
