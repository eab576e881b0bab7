# Finite-element bodies of laws of large strains in all schemes, one over a background mesh, and a
# quasi-static analysis; metals yield throughout.
from shapes import block, floor
from solfec import HULL, ROUGH_HEX


def scene(analysis, name, step):
    s = SOLFEC(analysis, step, 'out/' + name)
    s.verbose = 'OFF'
    SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
    GRAVITY(s, (0, 0, -9.81))
    metal = BULK_MATERIAL(s, 'VON_MISES', young=1e6, poisson=0.3, density=1e3, yield_stress=2e3,
                          hardening=1e4)
    rubber = BULK_MATERIAL(s, 'NEO_HOOKE', young=1e6, poisson=0.3, density=1e3)
    BODY(s, 'OBSTACLE', floor(), metal)
    return s, metal, rubber


s, metal, rubber = scene('DYNAMIC', 'dynamic', 1e-3)
for i, (scheme, element, bulk) in enumerate((('DEF_EXP', 'LINEAR', metal), ('DEF_LIM', 'MIXED', metal),
                                             ('DEF_LIM2', 'LINEAR', metal), ('DEF_IMP', 'MIXED', metal),
                                             ('DEF_EXP', 'MIXED', metal), ('DEF_LIM', 'MIXED', rubber))):
    body = BODY(s, 'FINITE_ELEMENT', block((0.05 * i, 0.03 * i, 0.501 * i), (1, 1, 0.5), (2, 2, 1)), bulk,
                element=element)
    body.scheme = scheme
    body.damping = 1e-4 * i
    INITIAL_VELOCITY(body, (0.3 * i, 0, -2), (0, 0, 0.5))
hull = TRANSLATE(HULL([0, 0, 0, 1, 0.1, 0, 0.8, 1, 0.1, 0, 1, 0.2, 0.3, 0.3, 1], 1, 1), (3, 0, 0))
covered = BODY(s, 'FINITE_ELEMENT', hull, metal, mesh=ROUGH_HEX(hull, 2, 2, 1))
covered.scheme = 'DEF_LIM'
INITIAL_VELOCITY(covered, (0, 0, -3), (0, 0, 0))
OUTPUT(s, 0.02)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.1)
if not VIEWER():
    assert ENERGY(s, covered)[1] > 0
    for item in HISTORY(s, [(body, 'PLASTIC') for body in s.bodies if body.material is metal and body.kind != 'OBSTACLE'],
                        0, 0.1)[1:]:
        assert item[-1] > 0, item

s, metal, rubber = scene('QUASI_STATIC', 'static', 0.1)
body = BODY(s, 'FINITE_ELEMENT', block((0, 0, 0), (1, 1, 1), (2, 2, 1)), metal, element='MIXED')
for x in (0, 0.5, 1):
    for y in (0, 0.5, 1):
        FORCE(body, 'SPATIAL', (x, y, 1), (0, 0, -1), TIME_SERIES([0, 0, 0.5, 300]))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.5)
