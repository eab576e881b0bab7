# Shows:  several SOLFEC objects in one script, PENALTY_SOLVER, and a plot from READ mode.
# Source: Solfec User Manual (T. Koziara, 2010), section 5.2.
# Expect: the first run computes three analyses; the second run of the same command reads them and draws
#         kinetic energy against time into out/tutorial/ball-impact.png and .eps. Dashpot 0 returns all of
#         the energy to 1 %, 1E6 a part of it (0.38, 0.13, 0.06 of the first energy are left after one, two,
#         three bounces), 1E7 nearly none (0.001).
#
#   tools/run inp/tutorial/ball-impact.py      # compute
#   tools/run inp/tutorial/ball-impact.py      # read and plot

def ball_impact (step, stop, spring_value, dashpot_value, output):

  w = 2
  l = 2
  h = 1
  floor_vid = 1
  floor_sid = 1
  floor = HULL ([-w/2, -l/2, -h,
                  w/2, -l/2, -h,
                  w/2,  l/2, -h,
                 -w/2,  l/2, -h,
                 -w/2, -l/2,  0,
                  w/2, -l/2,  0,
                  w/2,  l/2,  0,
                 -w/2,  l/2,  0], floor_vid, floor_sid)

  solfec = SOLFEC ('DYNAMIC', step, output)
  bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.3, density = 2E3)
  BODY (solfec, 'OBSTACLE', floor, bulk)

  sphere = SPHERE ((0, 0, 1.0), 1, 1, 1)
  body = BODY (solfec, 'RIGID', sphere, bulk)
  INITIAL_VELOCITY (body, (0, 0, -5), (0, 0, 0))

  SURFACE_MATERIAL (solfec, model = 'SPRING_DASHPOT', friction = 0.0,
                    spring = spring_value, dashpot = dashpot_value)
  GRAVITY (solfec, (0, 0, -10))

  xs = PENALTY_SOLVER ()
  RUN (solfec, xs, stop)

  return solfec

step = 1E-3
stop = 2.0
spring = 1E+9
sol1 = ball_impact (step, stop, spring, 0E0, 'out/tutorial/ball-impact-1')
sol2 = ball_impact (step, stop, spring, 1E6, 'out/tutorial/ball-impact-2')
sol3 = ball_impact (step, stop, spring, 1E7, 'out/tutorial/ball-impact-3')

if not VIEWER () and sol1.mode == 'READ':
  import os
  import matplotlib
  matplotlib.use ('Agg')
  import matplotlib.pyplot as plt

  for sol, label in [(sol1, 'dashpot 0'), (sol2, 'dashpot 1E6 N s/m'), (sol3, 'dashpot 1E7 N s/m')]:
    th = HISTORY (sol, (sol, 'KINETIC'), 0, stop)
    plt.plot (th [0], [energy / 1E3 for energy in th [1]], lw = 2, label = label)
  plt.axis (xmin = 0, xmax = 2, ymin = -5, ymax = 150)
  plt.xlabel ('time (s)')
  plt.ylabel ('kinetic energy (kJ)')
  plt.legend (loc = 'upper right', framealpha = 1)
  folder = os.path.dirname (sol1.outpath)
  for name in ('ball-impact.png', 'ball-impact.eps'):
    plt.savefig (os.path.join (folder, name), bbox_inches = 'tight')
    print ('wrote', os.path.join (folder, name))
