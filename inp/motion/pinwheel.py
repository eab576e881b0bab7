# Shows:  PRESSURE, a load that follows the faces of a body, and a HINGE: four jets push a cross of two bars round.
# Source: each jet pushes with p A at the distance d, however far the cross has turned: the torque 4 p A d is
#         constant, the angle grows like M t^2 / (2 I).
# Expect: angle and rate of M t^2 / (2 I) and M t / I to 1E-3 after 2.5 s, more than two turns; the work of the
#         pressure is the kinetic energy.
#         Picture of both in the results folder: angle against time.
#
#   tools/run inp/motion/pinwheel.py

density, width, arm = 500.0, 0.2, 1.0   # kg/m^3, m, m
pressure, jet = 800.0, 4                # Pa, surface id of the faces that a jet meets
step, stop = 1E-3, 2.5                  # s

def bar (inner, outer):
  '''An arm along x; its end has a face that a jet from below (-y) meets.'''
  a, b, w = inner, outer, width / 2
  return HEX ([a, -w, -w, b, -w, -w, b, w, -w, a, w, -w, a, -w, w, b, -w, w, b, w, w, a, w, w],
              1, 1, 1, 1, [1, 1, 1, 1, jet if outer == arm else 1, 1])

parts = [bar (-width / 2, width / 2)]
for k in range (4):
  for inner, outer in ((width / 2, 0.8), (0.8, arm)):
    parts.append (ROTATE (bar (inner, outer), (0, 0, 0), (0, 0, 1), 90 * k))

solfec = SOLFEC ('DYNAMIC', step, 'out/motion/pinwheel')
OUTPUT (solfec, 0.02)
wood = BULK_MATERIAL (solfec, density = density)
wheel = BODY (solfec, 'RIGID', parts, wood, label = 'wheel')
pin = HINGE (wheel, None, (0, 0, 0), (0, 0, 1))
PRESSURE (wheel, jet, -pressure)        # negative presses
inertia = wheel.tensor [8]
torque = 4 * pressure * width * (arm - 0.8) * 0.9

RUN (solfec, GAUSS_SEIDEL_SOLVER (1E-10, 1000), stop)
if not VIEWER ():
  times, angle, rate, work, kinetic = HISTORY (solfec, [(pin, 'ANGLE'), (pin, 'RATE'), (wheel, 'EXTERNAL'),
                                                        (wheel, 'KINETIC')], 0, stop)
  exact = torque * stop**2 / (2 * inertia)
  print ('the wheel has turned by %.4f rad, exact %.4f; the jets have done %.3f J' % (angle [-1], exact, work [-1]))
  assert abs (angle [-1] / exact - 1) < 1E-3 and abs (rate [-1] * inertia / (torque * stop) - 1) < 1E-3
  assert abs (work [-1] / kinetic [-1] - 1) < 1E-9 and angle [-1] > 4 * 3.14159
  try:
    import matplotlib
    matplotlib.use ('Agg')
    import matplotlib.pyplot as plt
    plt.plot (times, angle, 'k-', label = 'computed')
    plt.plot (times, [torque * t * t / (2 * inertia) for t in times], 'r--', label = 'M t^2 / (2 I)')
    plt.xlabel ('time (s)')
    plt.ylabel ('angle (rad)')
    plt.legend ()
    plt.savefig (solfec.outpath + '/angle.png')
  except ImportError:
    pass  # no picture without matplotlib
