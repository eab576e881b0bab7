#version 330 core
// Lines of one pixel, many of them.

flat in vec4 own;
out vec4 result;
void main() { result = vec4(own.rgb, 1.0); }
