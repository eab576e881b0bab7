# Shows:  a dome with an oculus stands without one of its stones, but needs more friction than the whole dome.
# Source: limit analysis: `python3 -m solfec_results.limit out/masonry/dome-missing-block/whole` and `.../missing`, linear
#         programs over all forces at the joints (Livesley (1978), Int. J. Numer. Meth. Eng. 12, 1853-1871), say that they
#         cannot stand with less than 0.1999 and 0.2187 of the friction 0.7.
# Expect: with 0.97 of these frictions the domes fall, with 1.03 of them they stand; at 0.146, between both, the whole
#         dome stands and the one without the stone does not.
#
#   tools/run inp/masonry/dome-missing-block.py
#   solfec --render out/masonry/dome-missing-block/missing-0.1460 --time 0,0.4,0.6 --field speed --view 180,25 -o dome-missing-block.png

from solfec.build import dome

span, thickness, oculus = 10.0, 0.2, 2.0  # m
stop = 0.6                                # s

def motion (name, friction, stop = stop):
  '''Largest way of a stone, m.'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/masonry/dome-missing-block/' + name)
  bulk = BULK_MATERIAL (solfec, density = 2000)
  SURFACE_MATERIAL (solfec, friction = friction)
  GRAVITY (solfec, (0, 0, -9.81))
  OUTPUT (solfec, 0.02)
  figure = dome (span, thickness, 6, 12, oculus = oculus)
  if name.startswith ('missing'): figure = figure.without ('dome 1.3')
  bodies = figure.bodies (solfec, bulk)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  return max (sum (d * d for d in DISPLACEMENT (body, body.center)) ** 0.5 for body in bodies if body.kind == 'RIGID')

for name, least in ('whole', 0.7 * 0.1999), ('missing', 0.7 * 0.2187):
  motion (name, 0.7, 0.05)                # the results of which limit analysis tells the least friction
  for friction in 0.97 * least, 0.146, 1.03 * least:
    moved = motion ('%s-%.4f' % (name, friction), friction)
    if VIEWER (): continue
    print ('%s dome, friction %.4f, %.2f of the least: stones have moved by up to %.1e m' %
           (name, friction, friction / least, moved))
    assert (moved > 5E-3) == (friction < least)
    assert moved > 5E-3 or moved < 1E-6
