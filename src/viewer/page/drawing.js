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
  bands: { value: [] }, chosen: { value: -1 },
  pale: { value: 0 },  // share of white in the colours of bodies
  // what is cut away: normal . x > distance, x relative to model.origin; normal 0: nothing
  cut: { value: new THREE.Vector4(0, 0, 0, 0) }
};
const VERTEX = `
  attribute float body;
  attribute float value;
  uniform sampler2D placements;
  uniform float rows;
  uniform int mode;
  uniform int component;
  varying vec3 seen;
  varying vec3 spot;
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
    spot = x;
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
// Fragments on the side that is cut away are left out, also where a click asks for numbers.
const CUT = `
  varying vec3 spot;
  uniform vec4 cut;
  void leaveOut() { if (dot(cut.xyz, spot) > cut.w) discard; }`;
const FRAGMENT = CUT + `
  varying vec3 seen;
  varying vec3 smoothNormal;
  varying vec4 look;
  varying float number;
  uniform vec2 range;
  uniform vec3 bands[8];
  uniform float chosen;
  uniform float pale;
  void main() {
    leaveOut();
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
    if (!gl_FrontFacing && dot(cut.xyz, cut.xyz) > 0.0) light = 0.8;  // inside of an opened body
    colour = mix(light * colour, vec3(1.0), pale);
    if (abs(number - chosen) < 0.5 && mod(gl_FragCoord.x + gl_FragCoord.y, 10.0) < 3.0) {
      colour = mix(colour, vec3(1.0, 0.25, 0.1), 0.6);  // hatched: the field stays in sight
    }
    gl_FragColor = vec4(colour, 1.0);
  }`;
const NUMBER = CUT + `
  varying float number;
  void main() {
    leaveOut();
    float n = floor(number + 1.5);
    float high = floor(n / 65536.0), low = n - 65536.0 * high;
    gl_FragColor = vec4(high, floor(low / 256.0), mod(low, 256.0), 255.0) / 255.0;
  }`;
const INK = CUT + `
  uniform vec3 ink;
  void main() { leaveOut(); gl_FragColor = vec4(ink, 1.0); }`;

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
    const part = numbers.rounds.slice(12 * i, 12 * i + 12);
    if (new THREE.Matrix3().fromArray(part, 3).determinant() < 0) {  // outward triangles
      for (const k of [3, 4, 5]) part[k] = -part[k];
    }
    part.forEach((x, k) => { columns[Math.floor(k / 3)][3 * i + k % 3] = x; });
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
const marks = new THREE.Scene();  // drawn over all bodies
marks.visible = false;
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
function draw() {
  renderer.render(scene, camera);
  if (!marks.visible) return;
  renderer.autoClear = false;
  renderer.clearDepth();
  renderer.render(marks, camera);
  renderer.autoClear = true;
}
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
