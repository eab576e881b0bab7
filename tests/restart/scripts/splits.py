# Bodies that a callback opens along faces of their meshes: parts of each kind, and a slit.
from shapes import floor

BAR = [0, 0, 0, 4, 0, 0, 4, 1, 0, 0, 1, 0, 0, 0, 1, 4, 0, 1, 4, 1, 1, 0, 1, 1]
s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
soft = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
GRAVITY(s, (0, 0, -9.81))
BODY(s, 'OBSTACLE', floor(), soft)
mesh = SCALE(HEX(BAR, 4, 2, 1, 1, [1] * 6), (0.25, 0.25, 0.25))
middle = mesh.inter_element_faces_on_plane((0.5, 0, 0), (1, 0, 0))
surfaces = {'cut': middle, 'slit': middle[:1]}
for i, kind in enumerate(('RIGID', 'PSEUDO_RIGID', 'FINITE_ELEMENT', 'FINITE_ELEMENT')):
    label = 'slit' if i == 3 else 'cut'
    body = BODY(s, kind, TRANSLATE(COPY(mesh), (0, 0.5 * i - 1, 0.01)), soft, '%s %d' % (label, i))
    INITIAL_VELOCITY(body, (0.2, 0, 0), (0.3, 0, 0.5))
BODY(s, 'FINITE_ELEMENT', TRANSLATE(COPY(mesh), (0, 1.5, 0.01)), soft, 'between')
done = {'n': 0}


def split(d):
    i = d['n']
    d['n'] += 1
    label = 'slit' if i == 3 else 'cut'
    body = BYLABEL(s, 'BODY', '%s %d' % (label, i)) if i < 4 else None
    if body:
        RT_SPLIT(body, surfaces[label], 2, 3, None, 'tail %d' % i)
    return 1


CALLBACK(s, 0.01, done, split)
OUTPUT(s, 0.004)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.07)
last = BYLABEL(s, 'BODY', 'between')
tail = RT_SPLIT(last, middle, 2, 3, None, 'its tail')[0]
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.03)
print(s.nbod, [b.label for b in s.bodies], BYLABEL(s, 'BODY', 'tail 2').conf[:3])
