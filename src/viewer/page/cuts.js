// A plane across x, y or z: what lies on one side of it is cut away.
const cuts = (function () {
  const names = ['none', 'x', 'y', 'z'];
  // What bodies that move reach in all frames, about the box of the first one.
  const [lo, hi] = [model.box[0].slice(), model.box[1].slice()];
  for (const body of model.bodies) {
    if (body.kind === 'OBSTACLE') continue;
    for (let k = 0; k < 3; ++k) {
      const column = body.column + k, low = numbers.lo[column];
      if (Number.isNaN(low)) continue;
      lo[k] = Math.min(lo[k], low);
      hi[k] = Math.max(hi[k], low + (NO_VALUE - 1) * numbers.step[column]);
    }
  }
  const own = { axis: -1, at: 0, below: false };
  const slider = () => element('cutAt');
  function apply() {
    const on = own.axis >= 0, sign = own.below ? -1 : 1;
    const normal = [0, 1, 2].map(k => on && k === own.axis ? sign : 0);
    shared.cut.value.set(...normal, on ? sign * (own.at - model.origin[own.axis]) : 0);
    element('cut').value = names[own.axis + 1];
    for (const id of ['cutAt', 'cutBelow', 'cutText']) element(id).hidden = !on;
    element('cutBelow').textContent = own.below ? 'below' : 'above';
    element('cutText').textContent = on ? short(own.at) + ' m' : '';
    draw();
  }
  // Cuts at a coordinate (m) along axis 0, 1, 2; -1: no cut. Below: the part of smaller ones goes.
  function set(axis, at, below) {
    Object.assign(own, { axis, at, below });
    if (axis >= 0) slider().value = 1000 * (at - lo[axis]) / Math.max(hi[axis] - lo[axis], 1e-30);
    apply();
  }
  // x=1 cuts away what has a larger x, -x=1 a smaller one, as --cut of pictures.
  function read(text) {
    const found = /^(-?)([xyz])=(.+)$/.exec(text || '');
    if (!found || !Number.isFinite(Number(found[3]))) return;
    set('xyz'.indexOf(found[2]), Number(found[3]), found[1] === '-');
  }
  function listen() {
    element('cut').addEventListener('change', () => {
      const axis = names.indexOf(element('cut').value) - 1;
      set(axis, axis < 0 ? 0 : 0.5 * (lo[axis] + hi[axis]), own.below);
      element('cut').blur();
    });
    slider().addEventListener('input', () => {
      own.at = lo[own.axis] + 0.001 * Number(slider().value) * (hi[own.axis] - lo[own.axis]);
      apply();
    });
    slider().addEventListener('keydown', e => e.preventDefault());
    element('cutBelow').addEventListener('click', () => {
      set(own.axis, own.at, !own.below);
      element('cutBelow').blur();
    });
    apply();
  }
  return { names, own, set, read, listen };
})();
