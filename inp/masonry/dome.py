# Shows:  a dome whose rings hang together by friction stands where one of lunes falls.
# Source: limit analysis of a dome of 9 rings of 16 stones whose upright joints lie above each other
#         (tests/scenes/oracle_dome.py): it stands above 0.04108 of the radius (Heyman (1967), Proc. Instn
#         Civ. Engrs 36, 227-241: 0.042 for a dome cracked into lunes).
# Expect: with 0.037 of the radius the staggered dome stands, that of lunes spreads and falls.
#
#   tools/run inp/masonry/dome.py
#   solfec --render out/masonry/dome/lunes --time 0.3 --field speed -o lunes.png

from solfec.build import dome

span, ratio, stop = 10.0, 0.037, 0.3  # m; thickness over radius; s

def fall (name, stagger):
  '''Largest way of a stone, m.'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/masonry/dome/' + name)
  bulk = BULK_MATERIAL (solfec, density = 2000)
  SURFACE_MATERIAL (solfec, friction = 0.7)
  GRAVITY (solfec, (0, 0, -9.81))
  OUTPUT (solfec, 0.02)
  bodies = dome (span, ratio * span / 2, 9, 16, stagger = stagger).bodies (solfec, bulk)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH')), stop)
  return max (sum (d * d for d in DISPLACEMENT (body, body.center)) ** 0.5 for body in bodies if body.kind == 'RIGID')

lunes, staggered = fall ('lunes', False), fall ('staggered', True)

if not VIEWER ():
  print ('thickness %g of the radius: stones of lunes have moved by up to %.1f mm, staggered ones by %.1e mm' %
         (ratio, 1E3 * lunes, 1E3 * staggered))
  assert lunes > 5E-3
  assert staggered < 1E-6 * span
