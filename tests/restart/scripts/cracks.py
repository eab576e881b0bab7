# Bodies that crack in a run: with a bond, without, a slit of one with selfcontact, and one that holds.
from shapes import floor

BAR = [0, 0, 0, 1, 0, 0, 1, 0.25, 0, 0, 0.25, 0, 0, 0, 0.25, 1, 0, 0.25, 1, 0.25, 0.25, 0, 0.25, 0.25]
s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
soft = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
GRAVITY(s, (0, 0, -9.81))
BODY(s, 'OBSTACLE', floor(), soft)
for i, (kind, ft, Gf, topoadj) in enumerate((('FINITE_ELEMENT', 1.5e3, 0.05, 'OFF'), ('FINITE_ELEMENT', 2e3, 0, 'OFF'),
                                             ('PSEUDO_RIGID', 2e3, 0.5, 'OFF'), ('FINITE_ELEMENT', 1e9, 0, 'OFF'))):
    mesh = TRANSLATE(HEX(BAR, 4, 2, 1, 1, [1] * 6), (0, 0.5 * i - 1, 0.01))
    body = BODY(s, kind, mesh, soft, 'bar %d' % i)
    body.scheme = 'DEF_LIM'
    at = 0.5 * i - 1
    SIMPLIFIED_CRACK(body, (0.55, at, 0), (1, 0.1, 0), (7 + 2 * i, 8 + 2 * i), 'TENSILE', topoadj, ft, Gf)
    FIX_POINT(body, (0, at, 0.01))
    FIX_POINT(body, (0, at + 0.25, 0.01))
    FIX_POINT(body, (0, at, 0.26))
    FORCE(body, 'SPATIAL', (1, at + 0.125, 0.135), (1, 0, 0), TIME_SERIES([0, 0, 0.1, 400]))
    PRESSURE(body, 1, 10)
    PUT_SPRING(body, (1, at, 0.01), None, (2, at, 0.01), 50, (-1, 1))
    PUT_RIGID_LINK(body, None, (1, at + 0.125, 0.26), (1, at + 0.125, 3))
    if i == 0:
        SET_VELOCITY(body, (1, at + 0.25, 0.01), (0, 1, 0), TIME_SERIES([0, 0, 0.05, 0.02, 1, 0.02]))
OUTPUT(s, 0.004)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.07)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.03)
print(s.nbod, [b.label for b in s.bodies], [b.conf[:3] for b in s.bodies if 'bar 0' in b.label], s.ncon)
