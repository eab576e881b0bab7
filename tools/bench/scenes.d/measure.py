"""Runs a benchmark scene and measures it; shapes that several scenes share.

A scene script builds its model, makes a Bench with what is to be looked at and calls run(). Words after
the script are NAME=VALUE; those of every scene are steps=N, warmup=N, out=FILE (JSON with the measures),
accuracy=X (of the solver, as a share of g h), looks=N (0 for profiling: nothing is looked at before
the end), track=FILE (JSON with the motion, see Track), budget=S (the run ends after
this CPU time) and plain=1 (no function is called after the steps, as in a run overnight: wall time alone, also
on several ranks). Lengths in m, masses in kg,
forces in N, times in s.
"""

import hashlib
import json
import math
import os
import resource
import struct
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, '..', '..', '..', 'tests', 'scenes'))
import models  # noqa: E402

from solfec import (BODY, CALLBACK, DISPLACEMENT, ENERGY, NON_SOLFEC_ARGV, RANK, RUN,  # noqa: E402
                    TIMING)

PHASES = ('TIMINT', 'CONUPD', 'CONDET', 'LOCDYN', 'CONSOL')
WORDS = dict(word.split('=', 1) for word in NON_SOLFEC_ARGV() or [] if '=' in word)


def word(name, default):
  """Value of the word NAME=VALUE as a value of the type of the default."""
  return type(default)(WORDS.get(name, default))


LOOKS = word('looks', 20)  # how often in a run the costly sums are made


def box_of_slabs(solfec, bulk, low, high, thickness, lid=False):
  """Obstacles around the inner box low..high, without overlap: floor, four sides, lid if wanted.

  The first one is the floor."""
  (a, b, c), (d, e, f) = low, high
  t = thickness
  parts = [((a - t, b - t, c - t), (d + t, e + t, c)), ((a - t, b - t, c), (a, e + t, f)),
           ((d, b - t, c), (d + t, e + t, f)), ((a, b - t, c), (d, b, f)), ((a, e, c), (d, e + t, f))]
  if lid:
    parts.append(((a - t, b - t, f), (d + t, e + t, f + t)))
  return [BODY(solfec, 'OBSTACLE', models.slab(*part), bulk) for part in parts]


def state_hash(bodies):
  """First 16 digits of the SHA-256 of all configurations and velocities."""
  digest = hashlib.sha256()
  for body in bodies:
    if body.kind != 'OBSTACLE':
      values = body.conf + body.velo
      digest.update(struct.pack('<%dd' % len(values), *values))
  return digest.hexdigest()[:16]


def floor_force(floor, solfec):
  """Force that the bodies exert on the obstacles `floor` together, N."""
  total = [0.0, 0.0, 0.0]
  for body in floor:
    for i, f in enumerate(models.contact_force(body)):
      total[i] += f
  return total


class Track:
  """Motion of a run, sampled every ten steps: what `tools/bench/goals` compares between two runs.

  A joint is a contact point of the first step, seen as a point of both of its bodies. Each sample
  holds the step, the displacements of the mass centres of all bodies, their largest displacement
  against the first obstacle, and the largest slip and the largest opening of a joint since the start,
  along and across the joint as it lay then.
  """

  EVERY = 10  # steps

  def __init__(self, bodies):
    self.centers = [(body, body.center) for body in bodies if body.kind != 'OBSTACLE']
    self.floors = [(body, body.center) for body in bodies if body.kind == 'OBSTACLE']
    self.joints, self.samples = [], []

  def look(self, solfec, step):
    if step == 1:
      self.joints = [(c.adjbod, tuple(c.point), tuple(c.base[6:])) for c in solfec.constraints
                     if c.kind == 'CONTACT']
    if step % self.EVERY:
      return
    slip = opening = 0.0
    for (one, other), point, normal in self.joints:
      apart = [a - b for a, b in zip(DISPLACEMENT(one, point), DISPLACEMENT(other, point))]
      across = models.dot(apart, normal)
      slip = max(slip, math.sqrt(max(0.0, models.dot(apart, apart) - across * across)))
      opening = max(opening, abs(across))
    places = [DISPLACEMENT(body, center) for body, center in self.centers]
    floor = DISPLACEMENT(*self.floors[0])
    self.samples.append({'step': step, 'slip': slip, 'opening': opening, 'places': places,
                         'moved': max(math.dist(place, floor) for place in places)})


class Bench:
  """Measures of one run; times leave out what the measuring itself takes.

  floor   obstacles that carry all: their reaction is compared with the weight of `bodies`
  stack   bodies from the ground up: each joint carries what lies above
  drift   compare places at the end of the run with those at its start
  moved   displacement of the obstacles at time t, to be left out of the drift
  at_end  forces are looked at in the last step only, in scenes that come to rest there
  in_step function called after each step as a part of the scene
  """

  def __init__(self, solfec, solver, steps, **wanted):
    self.solfec, self.solver = solfec, solver
    if word('accuracy', 0.0) > 0.0:
      solver.accuracy = (word('accuracy', 0.0), 'GH')
    self.steps = word('steps', steps)
    self.warmup = min(word('warmup', wanted.get('warmup', 0)), self.steps - 1)
    self.gravity = wanted.get('gravity', 9.81)
    self.floor = wanted.get('floor', [])
    self.stack = wanted.get('stack', [])
    self.drift = wanted.get('drift', False)
    self.moved = wanted.get('moved', lambda t: (0.0, 0.0, 0.0))
    self.every_step = LOOKS > 0 and not wanted.get('at_end', False)
    self.in_step = wanted.get('in_step', None)
    self.step = 0
    self.sums = dict.fromkeys(('wall', 'cpu', 'contacts', 'sweeps', 'visits'), 0.0)
    self.worst = dict.fromkeys(('residual', 'velocity_error', 'merit', 'reaction_error', 'layer_error', 'penetration',
                                'most_contacts'), 0.0)
    self.timed_before = dict.fromkeys(PHASES, 0.0)
    self.unconverged = 0
    self.track = Track(solfec.bodies) if 'track' in WORDS else None
    self.weight = 0.0
    self.setup = 0.0

  def run(self):
    mobile = [b for b in self.solfec.bodies if b.kind != 'OBSTACLE']
    self.weight = self.gravity * sum(b.mass for b in mobile) if self.floor else 0.0
    if word('plain', 0):
      return self.run_plain()
    self.left = time.perf_counter(), time.process_time()
    CALLBACK(self.solfec, 0.01 * self.solfec.step, 0, self.after_step)
    RUN(self.solfec, self.solver, self.steps * self.solfec.step)
    if self.track:
      with open(WORDS['track'], 'w') as file:
        json.dump(self.track.samples, file)
    if 'out' in WORDS:
      with open(WORDS['out'], 'w') as file:
        json.dump(self.result(), file)

  def run_plain(self):
    if self.warmup:
      RUN(self.solfec, self.solver, self.warmup * self.solfec.step)
    phases = PHASES + ('PARBAL',)
    before = {p: TIMING(self.solfec, p) * self.warmup for p in phases}
    start = time.perf_counter()
    steps = self.steps - self.warmup
    RUN(self.solfec, self.solver, steps * self.solfec.step)
    wall = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    if 'out' in WORDS:
      result = {'wall': wall / steps, 'steps': steps, 'bodies': self.solfec.nbod, 'memory': memory,
                'contacts': self.solfec.ncon, 'kinetic': ENERGY(self.solfec)[0]}
      result.update({p: (TIMING(self.solfec, p) * self.steps - before[p]) / steps for p in phases})
      with open('%s.%d' % (WORDS['out'], RANK()), 'w') as file:
        json.dump(result, file)

  def after_step(self, _):
    if self.in_step:
      self.in_step()
    self.step += 1
    if self.step == 1:
      self.setup = time.process_time()  # of the model and the first step
    wall, cpu = time.perf_counter() - self.left[0], time.process_time() - self.left[1]
    if self.step <= self.warmup:
      if self.step == self.warmup:
        self.timed_before = {p: TIMING(self.solfec, p) * self.step for p in PHASES}
    else:
      self.add_step(wall, cpu)
    out_of_time = time.process_time() > word('budget', math.inf)
    if out_of_time:
      self.steps = self.step
    if self.step == self.steps:
      self.timed = {p: TIMING(self.solfec, p) * self.step for p in PHASES}
    if self.track:
      self.track.look(self.solfec, self.step)
    self.left = time.perf_counter(), time.process_time()
    return 0 if out_of_time else 1

  def add_step(self, wall, cpu):
    # mobile bodies have no other constraints in these scenes
    contacts = self.solfec.ncon if LOOKS or self.step == self.steps else 0
    sweeps = getattr(self.solver, 'iters', 0)
    for name, value in (('wall', wall), ('cpu', cpu), ('contacts', contacts), ('sweeps', sweeps),
                        ('visits', contacts * sweeps)):
      self.sums[name] += value
    merits = getattr(self.solver, 'merhist', [])
    self.note('residual', getattr(self.solver, 'residual', 0.0))
    self.note('velocity_error', getattr(self.solver, 'velerr', 0.0))
    self.note('merit', merits[-1] if merits else 0.0)
    self.note('most_contacts', contacts)
    self.unconverged += getattr(self.solver, 'error', 'OK') != 'OK'
    look = self.step == self.steps or (LOOKS and self.step % max(1, self.steps // LOOKS) == 0)
    if look:
      gaps = [c.gap for c in self.solfec.constraints if c.kind == 'CONTACT']
      self.note('penetration', -min(gaps, default=0.0))
    if self.every_step or self.step == self.steps:
      self.look_at_forces()

  def note(self, name, value):
    self.worst[name] = max(self.worst[name], value)

  def look_at_forces(self):
    if self.floor:
      # vertical part: the shaken floor also drives the wall
      force = floor_force(self.floor, self.solfec)
      self.note('reaction_error', abs(force[2] + self.weight) / self.weight)
    above = 0.0
    for upper, lower in zip(self.stack[:0:-1], self.stack[-2::-1]):
      above += upper.mass * self.gravity
      force = models.contact_force(upper, lower)
      self.note('layer_error', abs(force[2] - above) / above)

  def largest_way(self):
    """Largest displacement of a mobile body relative to the obstacles, m."""
    base = self.moved(self.solfec.time)
    ways = (DISPLACEMENT(b, b.center) for b in self.solfec.bodies if b.kind != 'OBSTACLE')
    return max(models.norm([w - o for w, o in zip(way, base)]) for way in ways)

  def result(self):
    steps = self.step - self.warmup
    result = {'steps': steps, 'bodies': self.solfec.nbod, 'unconverged': self.unconverged,
              'setup': self.setup}
    result.update({name: value / steps for name, value in self.sums.items() if name != 'visits'})
    phases = {p: (self.timed[p] - self.timed_before[p]) / steps for p in PHASES}
    result.update(phases)
    visits = self.sums['visits']
    result['ns_per_visit'] = 1e9 * phases['CONSOL'] * steps / visits if visits else 0.0
    wanted = {'reaction_error': self.floor, 'layer_error': self.stack}
    result.update({n: v for n, v in self.worst.items() if wanted.get(n, True)})
    if self.drift:
      result['drift'] = self.largest_way()
    result['kinetic'] = ENERGY(self.solfec)[0]
    result['memory'] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0  # MB
    result['hash'] = state_hash(self.solfec.bodies)
    return result
