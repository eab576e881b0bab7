# Finite-element bodies of all implicit schemes in contact, one over a background mesh, one split into
# parts; and two of a quasi-static analysis.
from shapes import block, floor
from solfec import HULL, ROUGH_HEX


def scene(analysis, name, step):
    s = SOLFEC(analysis, step, 'out/' + name)
    s.verbose = 'OFF'
    SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
    GRAVITY(s, (0, 0, -9.81))
    soft = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
    BODY(s, 'OBSTACLE', floor(), soft)
    return s, soft


s, soft = scene('DYNAMIC', 'dynamic', 2e-3)
for i, (scheme, form) in enumerate((('DEF_LIM', 'TL'), ('DEF_LIM', 'BC'), ('DEF_LIM2', 'TL'),
                                    ('DEF_IMP', 'TL'), ('DEF_IMP', 'BC'))):
    cells = (4, 3, 3) if form == 'BC' else (2, 2, 1)  # one inverse by factors, one whole
    body = BODY(s, 'FINITE_ELEMENT', block((0.05 * i, 0.03 * i, 0.501 * i), (1, 1, 0.5), cells), soft,
                form=form)
    body.scheme = scheme
    body.damping = 1e-4 * i
    INITIAL_VELOCITY(body, (0.3 * i, 0, 0), (0, 0, 0.5))
for i, (scheme, form, element) in enumerate((('DEF_LIM', 'TL', 'BENDING'), ('DEF_EXP', 'BC', 'MIXED'))):
    body = BODY(s, 'FINITE_ELEMENT', block((6 + 2 * i, 0, 0.001), (1, 1, 0.5), (2, 2, 1)), soft, form=form,
                element=element)
    body.scheme = scheme
    body.damping = 1e-4
hull = TRANSLATE(HULL([0, 0, 0, 1, 0.1, 0, 0.8, 1, 0.1, 0, 1, 0.2, 0.3, 0.3, 1], 1, 1), (3, 0, 0))
covered = BODY(s, 'FINITE_ELEMENT', hull, soft, form='BC', mesh=ROUGH_HEX(hull, 2, 2, 1))
covered.scheme = 'DEF_LIM'
bar = BODY(s, 'FINITE_ELEMENT', block((-3, 0, 0.2), (2, 0.5, 0.5), (4, 1, 1)), soft, 'bar')
bar.scheme = 'DEF_LIM'
for part in PARTITION(bar, 2):
    FORCE(part, 'SPATIAL', (-2, 0.25, 0.45), (0, 1, 0), 50)
OUTPUT(s, 0.02)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.1)

s, soft = scene('QUASI_STATIC', 'static', 0.1)
for i, form in enumerate(('TL', 'BC')):
    BODY(s, 'FINITE_ELEMENT', block((3 * i, 0, 0), (1, 1, 1)), soft, form=form)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.5)
