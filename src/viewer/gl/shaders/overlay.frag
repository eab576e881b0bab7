#version 330 core
// Text, boxes and lines in pixels.

in vec2 at;
flat in vec4 own;
uniform sampler2D atlas;
out vec4 result;
void main() { result = vec4(own.rgb, own.a * texelFetch(atlas, ivec2(floor(at)), 0).r); }
