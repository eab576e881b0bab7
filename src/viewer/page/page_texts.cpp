#include "viewer/page/page_texts.h"

namespace solfec {

namespace {

constexpr std::string_view kStyle = R"page(
html, body { margin: 0; height: 100%; overflow: hidden; background: #fff; color: #26282e;
  font: 14px/1.4 "DejaVu Sans", Verdana, sans-serif; }
#view { position: absolute; left: 0; top: 0; right: 0; bottom: 44px; }
#view canvas { display: block; }
#bar { position: absolute; left: 0; right: 0; bottom: 0; height: 44px; display: flex; gap: 10px;
  align-items: center; padding: 0 12px; box-sizing: border-box; background: #f1f2f4; }
#slider { flex: 1; }
#time { min-width: 9em; }
#legend { position: absolute; right: 12px; top: 12px; }
#legend .band { display: flex; align-items: flex-end; height: 22px; }
#legend .band i { width: 22px; height: 22px; margin-right: 6px; }
#legend .band span { transform: translateY(9px); }
#panel { position: absolute; left: 12px; top: 12px; max-width: 330px; max-height: 90%;
  overflow: hidden; background: rgba(255, 255, 255, 0.7); padding: 0 8px; pointer-events: none; }
#panel select { pointer-events: auto; }
#panel table { border-collapse: collapse; }
#panel td { padding: 0 10px 0 0; vertical-align: top; }
#hint, #failure { color: #6e727a; }
#failure { position: absolute; left: 20%; top: 40%; width: 60%; text-align: center; }
)page";

constexpr std::string_view kElements = R"page(
<div id="view"></div>
<div id="legend"></div>
<div id="panel"><h3 id="title"></h3>
<div id="hint">drag: turn &middot; wheel: zoom &middot; right button: move<br>
click: a body, with shift several &middot; space: play &middot; arrows: frames</div>
<table id="facts"></table>
<div id="chooser" hidden>curve <select id="quantity"></select></div>
<canvas id="curves" width="320" height="190" hidden></canvas></div>
<div id="bar"><button id="play">play</button><input id="slider" type="range" min="0" value="0">
<span id="time"></span><label><input id="obstacles" type="checkbox" checked>obstacles</label>
<label>colour <select id="field"></select></label></div>
<div id="failure"></div>
)page";

constexpr std::string_view kNumbers = R"page(
'use strict';
// The numbers of the page: model.arrays says where each array lies in the bytes.
const model = JSON.parse(document.getElementById('model').textContent);
const numbers = (function () {
  const text = atob(document.getElementById('data').textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const kinds = { f8: Float64Array, f4: Float32Array, i4: Int32Array, u4: Uint32Array,
    u2: Uint16Array };
  const arrays = {};
  for (const name in model.arrays) {
    const [kind, offset, count] = model.arrays[name];
    arrays[name] = new kinds[kind](bytes.buffer, offset, count);
  }
  return arrays;
})();
const frames = model.times.length;
const NO_VALUE = 65535, COMMON = 10;

// The value of a column at a frame.
function at(column, frame) {
  const first = numbers.first[column];
  if (first < 0) return numbers.lo[column];
  const code = numbers.code[first + frame];
  return code === NO_VALUE ? NaN : numbers.lo[column] + numbers.step[column] * code;
}
function three(column, frame) {
  return [at(column, frame), at(column + 1, frame), at(column + 2, frame)];
}
function isHomogeneous(body) { return body.motion !== 'vertices'; }
function turnOf(body, frame) {  // of a quaternion, rows
  let [w, x, y, z] = [0, 1, 2, 3].map(k => at(body.column + COMMON + k, frame));
  const size = Math.hypot(w, x, y, z);
  w /= size; x /= size; y /= size; z /= size;
  return [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
}
function nine(column, frame) {
  return [...three(column, frame), ...three(column + 3, frame), ...three(column + 6, frame)];
}
// x = center + F (X - X center), velocity = linear + rate (X - X center); null: it is not there.
function motionOf(body, frame) {
  const center = three(body.column, frame), linear = three(body.column + 3, frame);
  if (Number.isNaN(center[0])) return null;
  if (body.motion === 'strains') {
    const from = body.column + COMMON;
    return { center, linear, F: nine(from, frame), rate: nine(from + 9, frame) };
  }
  if (!isHomogeneous(body)) return { center, linear };
  const F = turnOf(body, frame), w = three(body.column + COMMON + 4, frame);
  const rate = new Array(9);
  for (let k = 0; k < 3; ++k) {
    rate[k] = w[1] * F[6 + k] - w[2] * F[3 + k];
    rate[3 + k] = w[2] * F[k] - w[0] * F[6 + k];
    rate[6 + k] = w[0] * F[3 + k] - w[1] * F[k];
  }
  return { center, linear, F, rate };
}
// The column of a field of a body whose motion is not enough, -1: it has none. Of vertices that of
// the first; those of the others follow.
function columnOf(body, name) {
  const vertices = body.motion === 'vertices';
  let column = body.column + COMMON + (vertices ? body.vertices[1] : 18);
  if (body.motion === 'turns') return -1;
  if (vertices && name === 'displacement') return body.column + COMMON;
  for (const [field, components] of vertices ? model.nodalFields : model.bodyFields) {
    if (field === name) return column;
    column += components * (vertices ? body.vertices[1] / 3 : 1);
  }
  return -1;
}
// w + G (X - X center) of a vector field of a homogeneous body.
function affine(body, motion, name) {
  if (name === 'velocity') return { w: motion.linear, G: motion.rate };
  const G = motion.F.slice();
  G[0] -= 1; G[4] -= 1; G[8] -= 1;
  return { w: motion.center.map((c, k) => c - body.center[k]), G };
}
function norm3(a, b, c) { return Math.sqrt(a * a + b * b + c * c); }

// Calls add with the values of a field that a body has at a frame: at its vertices, and at the ends
// of the axes of its round parts.
function valuesOf(body, frame, field, add) {
  const motion = motionOf(body, frame);
  if (!motion) return;
  if (field.components === 3 && isHomogeneous(body)) {
    const { w, G } = affine(body, motion, field.source);
    const value = X => {
      const v = [0, 3, 6].map((r, k) => w[k] + G[r] * X[0] + G[r + 1] * X[1] + G[r + 2] * X[2]);
      add(field.component < 0 ? norm3(...v) : v[field.component]);
    };
    const [first, n] = body.vertices, [round, m] = body.rounds;
    for (let i = first; i < first + n; i += 3) value(numbers.vertices.subarray(i, i + 3));
    for (let i = round; i < round + m; i += 12) {
      const c = numbers.rounds.subarray(i, i + 12);
      if (field.component >= 0) {
        const r = 3 * field.component, g = G.slice(r, r + 3);
        const slope = [3, 6, 9].map(a => g[0] * c[a] + g[1] * c[a + 1] + g[2] * c[a + 2]);
        const middle = w[field.component] + g[0] * c[0] + g[1] * c[1] + g[2] * c[2];
        add(middle - norm3(...slope));
        add(middle + norm3(...slope));
        continue;
      }
      value(c);
      for (const a of [3, 6, 9]) for (const s of [1, -1]) {
        value([c[0] + s * c[a], c[1] + s * c[a + 1], c[2] + s * c[a + 2]]);
      }
    }
    return;
  }
  const column = columnOf(body, field.source);
  if (column < 0) return;
  const points = isHomogeneous(body) ? 1 : body.vertices[1] / 3;
  for (let i = 0; i < points; ++i) add(pointValue(column, i, field, frame));
}
function pointValue(column, point, field, frame) {
  const c = column + point * field.components;
  return field.component < 0 ? norm3(...three(c, frame)) : at(c + field.component, frame);
}
// Lowest and highest value of a field over all frames (some hundred of long series).
function rangeOf(field) {
  let lo = Infinity, hi = -Infinity;
  const stride = Math.max(1, Math.floor(frames * numbers.vertices.length / 3e7));
  for (let frame = 0; frame < frames; frame += stride) {
    for (const body of model.bodies) {
      if (isAtRest(body) && field.components > 0) continue;
      valuesOf(body, frame, field, v => {
        if (v < lo) lo = v;
        if (v > hi) hi = v;
      });
    }
  }
  if (lo > hi) return [0, 0];
  return field.component < 0 ? [Math.min(0, lo), hi] : [lo, hi];
}
// An obstacle that never moves has no colour of a value.
function isAtRest(body) {
  if (body.kind !== 'OBSTACLE') return false;
  for (let c = body.column; c < body.column + 6; ++c) if (numbers.first[c] >= 0) return false;
  for (let c = 10; c < 17; ++c) if (numbers.first[body.column + c] >= 0) return false;
  return true;
}
)page";

constexpr std::string_view kDrawing = R"page(
// Homogeneous bodies are drawn together: their placements are texels, eight of each.
const TEXELS = 8, ROW = 1024;
const placements = (function () {
  const rows = Math.max(1, Math.ceil(model.bodies.length * TEXELS / ROW));
  const texture = new THREE.DataTexture(new Float32Array(4 * ROW * rows), ROW, rows,
    THREE.RGBAFormat, THREE.FloatType);
  texture.minFilter = texture.magFilter = THREE.NearestFilter;
  return { texture, rows, data: texture.image.data };
})();
const shared = {
  placements: { value: placements.texture }, rows: { value: placements.rows },
  mode: { value: 0 }, component: { value: 0 }, range: { value: new THREE.Vector2(0, 1) },
  bands: { value: [] }, chosen: { value: -1 }
};
const VERTEX = `
  attribute float body;
  attribute float value;
  uniform sampler2D placements;
  uniform float rows;
  uniform int mode;
  uniform int component;
  varying vec3 seen;
  varying vec3 smoothNormal;
  varying vec4 look;   // colour, or value and w = 1
  varying float number;
  vec4 texel(float k) {
    float i = body * 8.0 + k;
    float y = floor((i + 0.5) / 1024.0);
    return texture2D(placements, vec2((i - 1024.0 * y + 0.5) / 1024.0, (y + 0.5) / rows));
  }
  void place(vec3 X, vec3 N) {
    vec4 a = texel(0.0), b = texel(1.0), c = texel(2.0);
    vec3 x = vec3(dot(a.xyz, X) + a.w, dot(b.xyz, X) + b.w, dot(c.xyz, X) + c.w);
    vec4 own = texel(7.0), more = texel(6.0);
    number = body;
    look = vec4(own.rgb, 0.0);
    if (mode > 0 && more.z < 0.5) {
      vec4 d = texel(3.0), e = texel(4.0), f = texel(5.0);
      vec3 v = vec3(dot(d.xyz, X) + d.w, dot(e.xyz, X) + e.w, dot(f.xyz, X) + f.w);
      float w = mode == 1 ? (component == 0 ? v.x : component == 1 ? v.y : v.z)
              : mode == 2 ? length(v) : more.x;
      look = vec4(more.y > 0.5 ? value : w, 0.0, 0.0, 1.0);
    } else if (mode > 0) {
      look = vec4(0.84, 0.843, 0.835, 0.0);
    }
    // cof(F) N, F with the rows a, b, c
    smoothNormal = normalMatrix * vec3(dot(cross(b.xyz, c.xyz), N), dot(cross(c.xyz, a.xyz), N),
      dot(cross(a.xyz, b.xyz), N));
    vec4 eye = modelViewMatrix * vec4(x, 1.0);
    seen = eye.xyz;
    gl_Position = own.a > 0.5 ? projectionMatrix * eye : vec4(2.0, 2.0, 2.0, 1.0);
  }`;
const FACES = VERTEX + `
  void main() { place(position, vec3(0.0)); }`;
const ROUNDS = VERTEX + `
  attribute vec3 middle;
  attribute vec3 axis0;
  attribute vec3 axis1;
  attribute vec3 axis2;
  void main() {
    vec3 u = position;
    vec3 N = u.x * cross(axis1, axis2) + u.y * cross(axis2, axis0) + u.z * cross(axis0, axis1);
    place(middle + axis0 * u.x + axis1 * u.y + axis2 * u.z, normalize(N));
  }`;
const FRAGMENT = `
  varying vec3 seen;
  varying vec3 smoothNormal;
  varying vec4 look;
  varying float number;
  uniform vec2 range;
  uniform vec3 bands[8];
  uniform float chosen;
  void main() {
    vec3 n = dot(smoothNormal, smoothNormal) > 0.0 ? normalize(smoothNormal)
      : normalize(cross(dFdx(seen), dFdy(seen)));
    if (dot(n, seen) > 0.0) n = -n;
    vec3 colour = look.rgb;
    if (look.w > 0.5) {
      float width = range.y - range.x;
      float k = width > 0.0 ? clamp(floor(8.0 * (look.x - range.x) / width), 0.0, 7.0) : 0.0;
      colour = bands[0];
      for (int i = 1; i < 8; ++i) if (float(i) <= k) colour = bands[i];
      if (!(look.x <= 0.0 || look.x > 0.0)) colour = vec3(0.588, 0.353, 0.588);
    }
    float light = 0.62 + 0.38 * max(0.0, dot(n, normalize(vec3(-0.3, 0.5, 0.8))));
    colour *= light;
    if (abs(number - chosen) < 0.5 && mod(gl_FragCoord.x + gl_FragCoord.y, 10.0) < 3.0) {
      colour = mix(colour, vec3(1.0, 0.25, 0.1), 0.6);  // hatched: the field stays in sight
    }
    gl_FragColor = vec4(colour, 1.0);
  }`;
const NUMBER = `
  varying float number;
  void main() {
    float n = floor(number + 1.5);
    float high = floor(n / 65536.0), low = n - 65536.0 * high;
    gl_FragColor = vec4(high, floor(low / 256.0), mod(low, 256.0), 255.0) / 255.0;
  }`;
const INK = 'uniform vec3 ink; void main() { gl_FragColor = vec4(ink, 1.0); }';

function material(vertexShader, fragmentShader, more) {
  return new THREE.ShaderMaterial(Object.assign({ uniforms: Object.assign({}, shared), vertexShader,
    fragmentShader, side: THREE.DoubleSide, extensions: { derivatives: true },
    polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }, more || {}));
}
function ink(colour) {
  const lines = material(FACES, INK, { polygonOffset: false });
  lines.uniforms.ink = { value: new THREE.Vector3(...colour) };
  return lines;
}
// Vertices of all bodies, each with the number of its body.
const vertexCount = numbers.vertices.length / 3;
const positions = new THREE.BufferAttribute(numbers.vertices.slice(), 3);
const values = new THREE.BufferAttribute(new Float32Array(vertexCount), 1);
const owners = new Float32Array(vertexCount);
model.bodies.forEach((body, i) => {
  owners.fill(i, body.vertices[0] / 3, (body.vertices[0] + body.vertices[1]) / 3);
});
function geometry(index) {
  const parts = new THREE.BufferGeometry();
  parts.setAttribute('position', positions);
  parts.setAttribute('value', values);
  parts.setAttribute('body', new THREE.BufferAttribute(owners, 1));
  parts.setIndex(new THREE.BufferAttribute(index, 1));
  return parts;
}
function roundGeometry() {
  const n = numbers.rounds.length / 12;
  const ball = new THREE.IcosahedronBufferGeometry(1, n > 3000 ? 2 : 3);
  const parts = new THREE.InstancedBufferGeometry();
  parts.setAttribute('position', ball.attributes.position);
  const columns = [0, 1, 2, 3].map(() => new Float32Array(3 * n));
  const owner = new Float32Array(n);
  for (let i = 0; i < n; ++i) {
    for (let k = 0; k < 12; ++k) {
      columns[Math.floor(k / 3)][3 * i + k % 3] = numbers.rounds[12 * i + k];
    }
  }
  model.bodies.forEach((body, i) => {
    owner.fill(i, body.rounds[0] / 12, (body.rounds[0] + body.rounds[1]) / 12);
  });
  ['middle', 'axis0', 'axis1', 'axis2'].forEach((name, k) => {
    parts.setAttribute(name, new THREE.InstancedBufferAttribute(columns[k], 3));
  });
  parts.setAttribute('body', new THREE.InstancedBufferAttribute(owner, 1));
  parts.setAttribute('value', new THREE.InstancedBufferAttribute(new Float32Array(n), 1));
  parts.maxInstancedCount = n;
  return parts;
}
const scene = new THREE.Scene();
scene.background = new THREE.Color(1, 1, 1);
const solids = [];
function addPart(Kind, parts, paint) {
  const thing = new Kind(parts, paint);
  thing.frustumCulled = false;
  scene.add(thing);
  return thing;
}
if (numbers.triangles.length) {
  solids.push([addPart(THREE.Mesh, geometry(numbers.triangles), material(FACES, FRAGMENT)), FACES]);
  addPart(THREE.LineSegments, geometry(numbers.edges), ink([0.15, 0.157, 0.18]));
  addPart(THREE.LineSegments, geometry(numbers.lines), ink([0.43, 0.447, 0.478]));
}
if (numbers.rounds.length) {
  solids.push([addPart(THREE.Mesh, roundGeometry(), material(ROUNDS, FRAGMENT)), ROUNDS]);
}

let withObstacles = true;
// Texels and vertices of a frame, coloured by a field. Coordinates are relative to model.origin.
function setFrame(frame, field) {
  const data = placements.data;
  model.bodies.forEach((body, i) => {
    const motion = motionOf(body, frame);
    const t = 4 * TEXELS * i;
    data.fill(0, t, t + 4 * TEXELS);
    if (!motion || (body.kind === 'OBSTACLE' && !withObstacles)) return;
    const vertices = !isHomogeneous(body);
    const F = vertices ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : motion.F;
    for (let r = 0; r < 3; ++r) {
      for (let k = 0; k < 3; ++k) data[t + 4 * r + k] = F[3 * r + k];
      data[t + 4 * r + 3] = (vertices ? body.center[r] : motion.center[r]) - model.origin[r];
    }
    const [red, green, blue] = categoryColour(body, field);
    data.set([red / 255, green / 255, blue / 255, 1], t + 28);
    if (vertices) setVertices(body, frame, field);
    if (field.components === 0) return;
    data[t + 25] = vertices ? 1 : 0;
    data[t + 26] = isAtRest(body) ? 1 : 0;
    if (vertices) return;
    if (field.components === 3) {
      const { w, G } = affine(body, motion, field.source);
      for (let r = 0; r < 3; ++r) data.set([...G.slice(3 * r, 3 * r + 3), w[r]], t + 12 + 4 * r);
    } else {
      const column = columnOf(body, field.source);
      data[t + 24] = column < 0 ? 0 : pointValue(column, 0, field, frame);
    }
  });
  placements.texture.needsUpdate = true;
  positions.needsUpdate = values.needsUpdate = true;
  shared.mode.value = field.components === 0 ? 0 : field.components !== 3 ? 3
    : field.component < 0 ? 2 : 1;
  shared.component.value = Math.max(0, field.component);
}
function setVertices(body, frame, field) {
  const [first, n] = body.vertices, from = body.column + COMMON;
  for (let i = 0; i < n; ++i) {
    positions.array[first + i] = numbers.vertices[first + i] + at(from + i, frame);
  }
  const column = field.components === 0 ? -1 : columnOf(body, field.source);
  if (column < 0) return;
  for (let i = 0; i < n / 3; ++i) {
    values.array[first / 3 + i] = pointValue(column, i, field, frame);
  }
}
function categoryColour(body, field) {
  const colours = model.colours.categories;
  if (body.kind === 'OBSTACLE' && field.name === 'kind') return model.colours.obstacle;
  const k = field.name === 'material' ? body.material : field.name === 'body' ? body.id
    : field.name === 'rank' ? body.rank : model.kinds.indexOf(body.kind) - 1;
  return colours[(k % colours.length + colours.length) % colours.length];
}

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setPixelRatio(window.devicePixelRatio || 1);
document.getElementById('view').appendChild(renderer.domElement);
const camera = new THREE.PerspectiveCamera(30, 1, 0.1, 10);
camera.up.set(0, 0, 1);
const controls = new THREE.OrbitControls(camera, renderer.domElement);
(function lookAtAll() {
  const [a, b] = model.box.map(p => new THREE.Vector3(...p.map((c, k) => c - model.origin[k])));
  const middle = a.clone().add(b).multiplyScalar(0.5);
  const radius = Math.max(0.5 * a.distanceTo(b), 1e-9);
  const away = new THREE.Vector3(0.5, -0.866, 0.466).normalize();
  const wide = Math.min(1, window.innerWidth / Math.max(1, window.innerHeight));
  camera.position.copy(middle).addScaledVector(away, 1.05 * radius / Math.sin(Math.PI / 12) / wide);
  camera.near = 0.02 * radius;
  camera.far = 40 * radius;
  controls.target.copy(middle);
  controls.update();
})();
function draw() { renderer.render(scene, camera); }
function resize() {
  const place = document.getElementById('view');
  camera.aspect = place.clientWidth / Math.max(1, place.clientHeight);
  camera.updateProjectionMatrix();
  renderer.setSize(place.clientWidth, place.clientHeight);
  draw();
}
// The number of the body at a point of the view, pixels from its upper left corner; -1: none.
function pick(x, y) {
  const size = renderer.getDrawingBufferSize(new THREE.Vector2());
  const ratio = renderer.getPixelRatio();
  const target = new THREE.WebGLRenderTarget(1, 1);
  camera.setViewOffset(size.x, size.y, Math.floor(x * ratio), Math.floor(y * ratio), 1, 1);
  const kept = solids.map(([thing]) => thing.material);
  const hidden = scene.children.filter(thing => thing.isLineSegments);
  for (const thing of hidden) thing.visible = false;
  solids.forEach(([thing, shader]) => { thing.material = material(shader, NUMBER); });
  scene.background = new THREE.Color(0, 0, 0);
  renderer.setRenderTarget(target);
  renderer.clear();
  renderer.render(scene, camera);
  const pixel = new Uint8Array(4);
  renderer.readRenderTargetPixels(target, 0, 0, 1, 1, pixel);
  renderer.setRenderTarget(null);
  solids.forEach(([thing], i) => { thing.material.dispose(); thing.material = kept[i]; });
  for (const thing of hidden) thing.visible = true;
  scene.background = new THREE.Color(1, 1, 1);
  camera.clearViewOffset();
  target.dispose();
  return 65536 * pixel[0] + 256 * pixel[1] + pixel[2] - 1;
}
// Where a point of the model is seen, pixels of the view.
function project(x, y, z) {
  camera.updateMatrixWorld();
  const seen = new THREE.Vector3(x - model.origin[0], y - model.origin[1], z - model.origin[2]);
  seen.project(camera);
  const place = renderer.domElement;
  return [0.5 * (1 + seen.x) * place.clientWidth, 0.5 * (1 - seen.y) * place.clientHeight];
}
)page";

constexpr std::string_view kControls = R"page(
const fields = (function () {
  const all = ['kind', 'material', 'body', 'rank'].map(name => ({ name, components: 0 }));
  const vector = (names, source, unit, norm) => {
    names.forEach((name, k) => all.push({ name, source, unit, components: 3, component: k }));
    all.push({ name: norm, source, unit, components: 3, component: -1 });
  };
  vector(['dx', 'dy', 'dz'], 'displacement', 'm', 'displacement');
  const has = name => model.nodalFields.some(([field]) => field === name);
  if (has('velocity')) vector(['vx', 'vy', 'vz'], 'velocity', 'm/s', 'speed');
  const strains = model.bodies.some(body => body.motion !== 'turns');
  if (strains && has('mises')) {
    all.push({ name: 'mises', source: 'mises', unit: 'Pa', components: 1, component: 0 });
  }
  if (strains && has('stress')) {
    ['sx', 'sy', 'sz', 'sxy', 'sxz', 'syz'].forEach((name, k) => all.push(
      { name, source: 'stress', unit: 'Pa', components: 6, component: k }));
  }
  return all;
})();
const curves = [['DX', 'm', 0, true], ['DY', 'm', 1, true], ['DZ', 'm', 2, true], ['VX', 'm/s', 3],
  ['VY', 'm/s', 4], ['VZ', 'm/s', 5], ['force x', 'N', 6], ['force y', 'N', 7], ['force z', 'N', 8],
  ['KINETIC', 'J', 9]].map(([name, unit, column, fromStart]) =>
  ({ name, unit, column, fromStart }));
const element = id => document.getElementById(id);
const state = { frame: 0, field: fields[0], range: [0, 0], chosen: [], playing: false,
  curve: curves[2] };
const short = v => Number.isFinite(v) ? String(Number(v.toPrecision(4))) : 'none';

function show(frame) {
  state.frame = Math.min(Math.max(0, frame), frames - 1);
  setFrame(state.frame, state.field);
  element('slider').value = state.frame;
  element('time').textContent = 't = ' + short(model.times[state.frame]) + ' s';
  draw();
  showFacts();
}
function bandsOf([lo, hi]) {
  const both = Math.min(-lo, hi) > 0.25 * Math.max(-lo, hi);
  return both ? model.colours.diverging : model.colours.sequential;
}
function colourBy(field) {
  state.field = field;
  element('field').value = field.name;
  const legend = element('legend');
  legend.textContent = '';
  if (field.components > 0) {
    if (!field.range) field.range = rangeOf(field);
    const [lo, hi] = state.range = field.range;
    const bands = bandsOf(state.range);
    shared.range.value.set(lo, hi);
    shared.bands.value = bands.map(c => new THREE.Vector3(...c.map(x => x / 255)));
    legend.append(field.name + ' (' + field.unit + ')');
    const row = (colour, text) => {
      const band = document.createElement('div'), box = document.createElement('i');
      const label = document.createElement('span');
      band.className = 'band';
      box.style.background = 'rgb(' + colour + ')';
      label.textContent = text;
      band.append(box, label);
      legend.append(band);
    };
    legend.append(document.createElement('br'), short(hi));
    for (let k = 7; k >= 0; --k) row(bands[k], short(lo + k * (hi - lo) / 8));
  }
  show(state.frame);
}
function curveOf(body) {
  const column = body.column + state.curve.column;
  const start = state.curve.fromStart ? body.center[state.curve.column] : 0;
  return model.times.map((t, frame) => at(column, frame) - start);
}
function nameOf(body) { return body.label || 'body ' + body.id; }
function showFacts() {
  const table = element('facts'), body = state.chosen[state.chosen.length - 1];
  table.textContent = '';
  element('chooser').hidden = element('curves').hidden = !body;
  element('hint').hidden = Boolean(body);
  shared.chosen.value = body ? model.bodies.indexOf(body) : -1;
  if (!body) return;
  const row = (name, text) => {
    const line = table.insertRow();
    line.insertCell().textContent = name;
    line.insertCell().textContent = text;
  };
  const list = column => three(body.column + column, state.frame).map(short).join(', ');
  row('body', nameOf(body) + (body.label ? ' (' + body.id + ')' : ''));
  row('kind', body.kind);
  row('material', model.materials[body.material]);
  row('centre (m)', list(0));
  row('velocity (m/s)', list(3));
  row('force (N)', list(6));
  row('kinetic energy (J)', short(at(body.column + 9, state.frame)));
  drawCurves();
}
const strokes = ['#9e2230', '#2c4694', '#2c7a50', '#b06a1e', '#6a4c93', '#26828e'];
function drawCurves() {
  const sheet = element('curves'), pen = sheet.getContext('2d');
  const [left, top, width, height] = [62, 14, sheet.width - 72, sheet.height - 54];
  const lines = state.chosen.map(curveOf);
  const all = lines.flat().filter(Number.isFinite);
  let lo = Infinity, hi = -Infinity;
  for (const v of all) { lo = Math.min(lo, v); hi = Math.max(hi, v); }
  if (!(hi > lo)) { lo -= 0.5; hi += 0.5; }
  const t0 = model.times[0], t1 = Math.max(model.times[frames - 1], t0 + 1e-30);
  const px = t => left + width * (t - t0) / (t1 - t0);
  const py = v => top + height * (hi - v) / (hi - lo);
  pen.clearRect(0, 0, sheet.width, sheet.height);
  pen.font = '11px sans-serif';
  pen.fillStyle = '#26282e';
  pen.strokeStyle = '#b8bcc2';
  pen.strokeRect(left, top, width, height);
  pen.fillText(short(hi), 2, top + 8);
  pen.fillText(short(lo), 2, top + height);
  pen.fillText(short(t0), left, top + height + 13);
  pen.fillText(short(t1) + ' s', left + width - 30, top + height + 13);
  pen.beginPath();
  pen.moveTo(px(model.times[state.frame]), top);
  pen.lineTo(px(model.times[state.frame]), top + height);
  pen.stroke();
  lines.forEach((line, i) => {
    pen.strokeStyle = pen.fillStyle = strokes[i % strokes.length];
    pen.beginPath();
    line.forEach((v, k) => { if (Number.isFinite(v)) pen.lineTo(px(model.times[k]), py(v)); });
    pen.stroke();
    const row = Math.floor(i / 3);
    pen.fillText(nameOf(state.chosen[i]), left + 84 * (i - 3 * row), top + height + 26 + 11 * row);
  });
}
function choose(body, more) {
  state.chosen = body ? (more ? state.chosen.filter(b => b !== body).concat(body) : [body]) : [];
  showFacts();
  draw();
}
function play(on) {
  state.playing = on;
  element('play').textContent = on ? 'stop' : 'play';
  if (on) setTimeout(step, 40);
}
function step() {
  if (!state.playing) return;
  show(state.frame + 1 < frames ? state.frame + 1 : 0);
  setTimeout(step, 40);
}
function fill(select, items, chosen, action) {
  for (const item of items) {
    const option = document.createElement('option');
    option.textContent = option.value = item.name;
    select.append(option);
  }
  select.value = chosen.name;
  select.addEventListener('change', () => {
    action(items.find(item => item.name === select.value));
    select.blur();
  });
}
let pressed = null;
renderer.domElement.addEventListener('pointerdown', e => { pressed = [e.clientX, e.clientY]; });
renderer.domElement.addEventListener('pointerup', e => {
  if (!pressed || e.button !== 0) return;
  if (Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) > 3) return;
  const place = renderer.domElement.getBoundingClientRect();
  choose(model.bodies[pick(e.clientX - place.left, e.clientY - place.top)], e.shiftKey);
});
document.addEventListener('keydown', e => {
  if (e.key === ' ') { play(!state.playing); e.preventDefault(); }
  if (e.key === 'ArrowRight') { play(false); show(state.frame + 1); }
  if (e.key === 'ArrowLeft') { play(false); show(state.frame - 1); }
  if (e.key === 'Escape') choose(null);
});
element('title').textContent = model.title;
element('slider').max = frames - 1;
element('slider').addEventListener('input', () => {
  play(false);
  show(Number(element('slider').value));
});
element('slider').addEventListener('keydown', e => e.preventDefault());
element('play').addEventListener('click', () => { play(!state.playing); element('play').blur(); });
element('obstacles').addEventListener('change', () => {
  withObstacles = element('obstacles').checked;
  element('obstacles').blur();
  show(state.frame);
});
fill(element('field'), fields, state.field, colourBy);
fill(element('quantity'), curves, state.curve, curve => { state.curve = curve; drawCurves(); });
controls.enableKeys = false;
controls.addEventListener('change', draw);
window.addEventListener('resize', resize);
shared.bands.value = model.colours.sequential.map(c => new THREE.Vector3(...c.map(x => x / 255)));
show(0);
resize();
// What the address asks for: page.html#frame=50&field=speed&body=LABEL or id
const asked = new URLSearchParams(location.hash.slice(1));
const first = fields.find(field => field.name === asked.get('field'));
if (first) colourBy(first);
if (asked.has('frame')) show(Number(asked.get('frame')) || 0);
for (const name of asked.getAll('body')) {
  choose(model.bodies.find(body => body.label === name || String(body.id) === name), true);
}
const eye = () => camera.position.toArray().map((c, k) => c + model.origin[k]);
window.solfec = { model, state, eye, at, motionOf, rangeOf, pick, project, show, colourBy, choose,
  fields, ready: true };
)page";

}  // namespace

const PageTexts& page_texts() {
  static constexpr PageTexts kTexts{kStyle, kElements, kNumbers, kDrawing, kControls};
  return kTexts;
}

}  // namespace solfec
