# Shows:  solfec.study: an arch of 27 voussoirs for several thicknesses and coefficients of friction.
# Source: limit analysis (tests/scenes/oracle_arch.py): the least thickness over the radius is 0.10672 with
#         friction 0.5; with 0.35 joints slide and it is more, with 0.3 it falls however thick it is.
# Expect: of six arches two stand: 0.11 and 0.2 with friction 0.5.
#
#   tools/run inp/masonry/arch-study.py
#   tools/run inp/masonry/arch-study.py fresh    (computes all cases anew)

from solfec.build import arch
from solfec.study import study

def model (thickness, friction, folder):
  '''Kinetic energy over mass, m^2/s^2, of an arch of the radius 1 m after 0.2 s.'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, folder)
  bulk = BULK_MATERIAL (solfec, density = 2000)
  SURFACE_MATERIAL (solfec, friction = friction)
  GRAVITY (solfec, (0, 0, -9.81))
  bodies = arch (2, thickness, 0.5, 27).bodies (solfec, bulk)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.2)
  energy = ENERGY (solfec) [0] / sum (body.mass for body in bodies if body.kind == 'RIGID')
  return {'energy': energy, 'stands': energy < 1E-9}

fresh = 'fresh' in (NON_SOLFEC_ARGV () or [])
table = study (model, {'thickness': [0.1, 0.11, 0.2], 'friction': [0.3, 0.5]}, 'out/masonry/arch-study', fresh = fresh)
print (table.text ())
print ('%d of %d arches stand' % (sum (table ['stands']), len (table)))
assert table ['stands'].tolist () == [0, 0, 0, 1, 0, 1]
