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
