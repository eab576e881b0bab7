// Uniforms and functions of all vertex shaders.
uniform mat4 view;        // world (relative to the origin) to eye
uniform mat4 projection;
uniform vec4 cut[6];      // keeps dot(xyz, position) <= w
uniform int cuts;

out float gl_ClipDistance[6];

void clip(vec3 position) {
  for (int i = 0; i < 6; ++i)
    gl_ClipDistance[i] = i < cuts ? cut[i].w - dot(cut[i].xyz, position) : 1.0;
}
