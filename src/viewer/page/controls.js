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
  curve: curves[2], speed: null };
const short = v => Number.isFinite(v) ? String(Number(v.toPrecision(4))) : 'none';

function show(frame) {
  state.frame = Math.min(Math.max(0, frame), frames - 1);
  setFrame(state.frame, state.field);
  contacts.show(state.frame);
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
// Frames one after another, or as many seconds of the model in a second as the speed says.
const EACH_FRAME = 40;  // ms
const speeds = [{ name: 'each frame', factor: 0 }, ...[0.1, 0.25, 0.5, 1, 2, 4].map(factor =>
  ({ name: factor + ' x real time', factor }))];
let timer = null;
function play(on) {
  state.playing = on;
  element('play').textContent = on ? 'stop' : 'play';
  clearTimeout(timer);
  if (!on) return;
  state.began = { time: model.times[state.frame], now: performance.now() };
  timer = setTimeout(step, EACH_FRAME);
}
// The frame that is to be seen now. The last one stays for the mean time between frames.
function frameNow() {
  if (state.speed.factor === 0) return (state.frame + 1) % frames;
  const first = model.times[0], last = model.times[frames - 1], now = performance.now();
  const end = last + (last - first) / Math.max(1, frames - 1);
  let time = state.began.time + 0.001 * state.speed.factor * (now - state.began.now);
  if (time >= end) {
    time = end > first ? first + (time - first) % (end - first) : first;
    state.began = { time, now };
  }
  let frame = 0;  // the last one that is not later
  for (let hi = frames; hi - frame > 1;) {
    const middle = (frame + hi) >> 1;
    if (model.times[middle] <= time) frame = middle; else hi = middle;
  }
  return frame;
}
function step() {
  if (!state.playing) return;
  const frame = frameNow();
  if (frame !== state.frame) show(frame);
  timer = setTimeout(step, state.speed.factor === 0 ? EACH_FRAME : 10);
}
function setSpeed(speed) {
  state.speed = speed;
  element('speed').value = speed.name;
  play(state.playing);
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
fill(element('speed'), speeds, speeds[0], setSpeed);
setSpeed(speeds[0]);
fill(element('quantity'), curves, state.curve, curve => { state.curve = curve; drawCurves(); });
for (const name of cuts.names) element('cut').append(new Option(name));
controls.enableKeys = false;
controls.addEventListener('change', draw);
window.addEventListener('resize', resize);
shared.bands.value = model.colours.sequential.map(c => new THREE.Vector3(...c.map(x => x / 255)));
show(0);
resize();
cuts.listen();
contacts.listen();
// What the address asks for: page.html#frame=50&field=speed&body=LABEL or id&speed=0.5
// &cut=x=0.2&contacts=chains
const asked = new URLSearchParams(location.hash.slice(1));
const first = fields.find(field => field.name === asked.get('field'));
if (first) colourBy(first);
const pace = speeds.find(speed => String(speed.factor) === asked.get('speed'));
if (pace) setSpeed(pace);
cuts.read(asked.get('cut'));
contacts.choose(asked.get('contacts'));
if (asked.has('frame')) show(Number(asked.get('frame')) || 0);
for (const name of asked.getAll('body')) {
  choose(model.bodies.find(body => body.label === name || String(body.id) === name), true);
}
const eye = () => camera.position.toArray().map((c, k) => c + model.origin[k]);
window.solfec = { model, state, eye, at, motionOf, rangeOf, pick, project, show, colourBy, choose,
  fields, speeds, setSpeed, play, cuts, contacts, ready: true };
