# N steps of a small model, a frame at each; words: N, compression.
from shapes import cube, floor

words = NON_SOLFEC_ARGV() or ['2000']
steps = int(words[0])
h = 2.0 ** -10
s = SOLFEC('DYNAMIC', h, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.4, restitution=0.3)
bulk = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
BODY(s, 'OBSTACLE', floor(), bulk)
bar = BODY(s, 'RIGID', cube((2, 0, 2)), bulk, label='pendulum')
FIX_POINT(bar, (2, 0, 3))
BODY(s, 'RIGID', SPHERE((0, 0, 1), 0.5, 1, 1), bulk, label='ball')
GRAVITY(s, (0, 0, -9.81))
drops = {'made': 0}


def drop(data):
    data['made'] += 1
    x = data['made'] % 5 - 2
    if data['made'] < 5:
        BODY(s, 'RIGID', SPHERE((x, -3, 1.5), 0.3, 1, 1), bulk, label='drop-%d' % data['made'])
    else:  # falls beside the floor and is deleted
        BODY(s, 'RIGID', SPHERE((x, 12, 0), 0.3, 1, 1), bulk, label='lost-%d' % data['made'])


CALLBACK(s, 256 * h, drops, drop)
EXTENTS(s, (-20, -20, -2, 20, 20, 20))
OUTPUT(s, 0, words[1] if len(words) > 1 else 'OFF')
RUN(s, GAUSS_SEIDEL_SOLVER(1e-4, 100), steps * h)
