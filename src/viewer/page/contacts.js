// Force chains and the line of thrust, drawn over pale bodies.
const ROD = `
  attribute vec3 begin;
  attribute vec3 end;
  attribute float radius;
  varying vec3 spot;
  varying vec3 smoothNormal;
  void main() {
    vec3 along = end - begin, x = begin + radius * position, N = position;
    if (dot(along, along) > 0.0) {  // position is on a cylinder about y, else on the unit sphere
      vec3 e = normalize(along);
      vec3 a = normalize(cross(e, abs(e.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
      N = a * position.x + cross(e, a) * position.z;
      x = mix(begin, end, position.y + 0.5) + radius * N;
    }
    spot = x;
    smoothNormal = normalMatrix * N;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(x, 1.0);
  }`;
const PLAIN = CUT + `
  varying vec3 smoothNormal;
  uniform vec3 ink;
  void main() {
    leaveOut();
    vec3 n = normalize(smoothNormal);
    float light = 0.7 + 0.3 * abs(dot(n, normalize(vec3(-0.3, 0.5, 0.8))));
    gl_FragColor = vec4(light * ink, 1.0);
  }`;
const contacts = (function () {
  const first = numbers.contactFirst, joints = numbers.contactJoints;
  const choices = ['none', 'chains', 'thrust'].map(name => ({ name }));
  const inks = { chains: [0.17, 0.27, 0.58], thrust: [0.7, 0.09, 0.22] };
  const own = { shown: choices[0], largest: 0 };
  // Bodies that the contact joins, its joint, its point (m) and R_N (N).
  function contact(i, frame) {
    const joint = numbers.contactJoint[i], range = numbers.contactRange.subarray(8 * frame);
    const [x, y, z, force] = [0, 1, 2, 3].map(k =>
      range[k] + range[4 + k] * numbers.contactCode[4 * i + k]);
    return { joint, bodies: [joints[3 * joint], joints[3 * joint + 1]], point: [x, y, z], force };
  }
  // Sums of R_N and their mean points, of joints or of pairs of bodies.
  function sums(frame, byJoint) {
    const all = new Map();
    for (let i = first[frame]; i < first[frame + 1]; ++i) {
      const one = contact(i, frame);
      if (!byJoint && !(one.force > 0)) continue;
      const key = byJoint ? one.joint : one.bodies.join();
      if (!all.has(key)) all.set(key, { bodies: one.bodies, force: 0, moment: [0, 0, 0] });
      const sum = all.get(key);
      sum.force += one.force;
      one.point.forEach((x, k) => { sum.moment[k] += one.force * x; });
    }
    const pressing = [...all.values()].filter(sum => sum.force > 0);
    for (const sum of pressing) sum.point = sum.moment.map(m => m / sum.force);
    return pressing;
  }
  function centreOf(number, frame) {
    const body = model.bodies[number];
    if (!body || body.kind === 'OBSTACLE') return null;
    const centre = three(body.column, frame);
    return Number.isNaN(centre[0]) ? null : centre;
  }
  // Half the size of a body in the middle of all that move, m.
  const size = (function () {
    const radii = model.bodies.filter(body => body.kind !== 'OBSTACLE').map(body => {
      let most = 0;
      const [a, n] = body.vertices, [b, m] = body.rounds;
      for (let i = a; i < a + n; i += 3) {
        most = Math.max(most, norm3(...numbers.vertices.subarray(i, i + 3)));
      }
      for (let i = b; i < b + m; i += 12) {
        const c = numbers.rounds.subarray(i, i + 12), axes = [3, 6, 9].map(k =>
          norm3(c[k], c[k + 1], c[k + 2]));
        most = Math.max(most, norm3(c[0], c[1], c[2]) + Math.max(...axes));
      }
      return most;
    }).sort((a, b) => a - b);
    return radii.length ? radii[radii.length >> 1] : 1;
  })();
  // Lines { begin, end, radius } and balls (begin = end) of a frame.
  function chains(frame) {
    const pairs = sums(frame, false), parts = [];
    own.largest = pairs.reduce((most, pair) => Math.max(most, pair.force), 0);
    for (const { bodies, point, force } of pairs) {
      if (force < 0.01 * own.largest) continue;
      const radius = 0.18 * size * force / own.largest;
      const centres = bodies.map(number => centreOf(number, frame)).filter(Boolean);
      for (const centre of centres) parts.push({ begin: centre, end: point, radius });
      for (const ball of [point, ...centres]) parts.push({ begin: ball, end: ball, radius });
    }
    return parts;
  }
  function thrust(frame) {
    const parts = [], ofBody = new Map(), pressing = sums(frame, true);
    own.largest = pressing.reduce((most, joint) => Math.max(most, joint.force), 0);
    for (const { bodies, point } of pressing) {
      parts.push({ begin: point, end: point, radius: 0.09 * size });
      for (const number of bodies) ofBody.set(number, [...(ofBody.get(number) || []), point]);
    }
    for (const [number, points] of ofBody) {
      const centre = centreOf(number, frame), radius = 0.04 * size;
      if (!centre) continue;
      if (points.length === 2) parts.push({ begin: points[0], end: points[1], radius });
      else for (const end of points) parts.push({ begin: centre, end, radius });
    }
    return parts;
  }
  const paint = material(ROD, PLAIN, { polygonOffset: false });
  const rods = new THREE.CylinderBufferGeometry(1, 1, 1, 10, 1, true);
  const balls = new THREE.IcosahedronBufferGeometry(1, 2);
  paint.uniforms.ink = { value: new THREE.Vector3() };
  function mesh(base, parts) {
    const shape = new THREE.InstancedBufferGeometry();
    shape.setAttribute('position', base.attributes.position);
    if (base.index) shape.setIndex(base.index);
    for (const name of ['begin', 'end']) {
      const data = new Float32Array(parts.flatMap(part =>
        part[name].map((x, k) => x - model.origin[k])));
      shape.setAttribute(name, new THREE.InstancedBufferAttribute(data, 3));
    }
    shape.setAttribute('radius', new THREE.InstancedBufferAttribute(
      new Float32Array(parts.map(part => part.radius)), 1));
    shape.maxInstancedCount = parts.length;
    const thing = new THREE.Mesh(shape, paint);
    thing.frustumCulled = false;
    marks.add(thing);
  }
  function show(frame) {
    for (const thing of marks.children.slice()) {
      marks.remove(thing);
      thing.geometry.dispose();
    }
    const name = own.shown.name;
    marks.visible = name !== 'none';
    shared.pale.value = marks.visible ? 0.7 : 0;
    element('contactText').textContent = '';
    if (!marks.visible) return;
    const parts = name === 'chains' ? chains(frame) : thrust(frame);
    const isBall = part => part.begin === part.end;
    paint.uniforms.ink.value.set(...inks[name]);
    for (const [base, kept] of [[rods, parts.filter(part => !isBall(part))],
      [balls, parts.filter(isBall)]]) if (kept.length) mesh(base, kept);
    element('contactText').textContent = 'up to ' + short(own.largest) + ' N';
  }
  function choose(name) {
    const found = first && choices.find(choice => choice.name === name);
    if (!found) return;
    own.shown = found;
    element('contacts').value = found.name;
    show(state.frame);
    draw();
  }
  function listen() {
    element('contactChoice').hidden = !first;
    for (const { name } of choices) element('contacts').append(new Option(name));
    element('contacts').addEventListener('change', () => {
      choose(element('contacts').value);
      element('contacts').blur();
    });
  }
  return { own, contact, sums, chains, thrust, show, choose, listen };
})();
