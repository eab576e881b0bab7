# Shows:  the three basic geometric objects, CONVEX, MESH and SPHERE: a stack of two bodies on a floor is
#         hit by a ball.
# Source: Solfec User Manual (T. Koziara, 2010), section 5.1.
# Expect: the ball, falling at 10 m/s, strikes the inclined top of the upper body and bounces or slides off;
#         one second, about eight thousand steps, as the pseudo-rigid body asks for a smaller step.
#
#   tools/run inp/tutorial/three-basic-geometric-objects.py

step = 1E-3
stop = 1.0

# a horizontal floor
w = 10
l = 10
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

solfec = SOLFEC ('DYNAMIC', step, 'out/tutorial/three-basic-geometric-objects')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.3, density = 2E3)
BODY (solfec, 'OBSTACLE', floor, bulk, label = 'floor')

# the lower body: four juxtaposed convex bricks
a = 2
b = 2
c = 2
brick_vid = 2
brick_sid = 2
brick = CONVEX ([0, 0, 0,
                 a/2, 0, 0,
                 a/2, b/2, 0,
                 0, b/2, 0,
                 0, 0, c/2,
                 a/2, 0, c/2,
                 a/2, b/2, c/2,
                 0, b/2, c/2],
                [4, 0, 3, 2, 1, brick_sid,
                 4, 1, 2, 6, 5, brick_sid,
                 4, 2, 3, 7, 6, brick_sid,
                 4, 3, 0, 4, 7, brick_sid,
                 4, 0, 1, 5, 4, brick_sid,
                 4, 4, 5, 6, 7, brick_sid], brick_vid)
b1 = COPY (brick)
b2 = TRANSLATE (COPY (brick), (a, 0, 0))
b3 = TRANSLATE (COPY (brick), (0, b, 0))
b4 = TRANSLATE (COPY (brick), (a, b, 0))
shape = [b1, b2, b3, b4]
TRANSLATE (shape, (-1.5*a/2, -1.5*b/2, 0))
BODY (solfec, 'RIGID', shape, bulk, label = 'bricks')

# the upper body: a hexahedral mesh with an inclined top, graded along y
mesh = HEX ([0, 0, 0,
             3, 0, 0,
             3, 3, 0,
             0, 3, 0,
             0, 0, 1,
             3, 0, 2,
             3, 3, 2,
             0, 3, 1], 2, 3, 2, 3, [3, 3, 3, 3, 3, 3], dy = [1, 2, 1])
TRANSLATE (mesh, (-1.5, -1.5, c/2))
BODY (solfec, 'PSEUDO_RIGID', mesh, bulk, label = 'wedge')

# the ball
sphere = SPHERE ((0, 0, 5), 1, 1, 1)
ball = BODY (solfec, 'RIGID', sphere, bulk, label = 'ball')
INITIAL_VELOCITY (ball, (0, 0, -10), (0, 0, 0))

SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.3)
GRAVITY (solfec, (0, 0, -10))

gs = GAUSS_SEIDEL_SOLVER ()
RUN (solfec, gs, stop)

if not VIEWER () and solfec.mode == 'READ':
  hist = HISTORY (solfec, [(ball, ball.center, 'DZ'), (solfec, 'KINETIC')], 0, stop)
  print ('ball: lowest centre %.3f m, at the end %.3f m' % (5 + min (hist [1]), 5 + hist [1][-1]))
  print ('kinetic energy: %.4g J at the start, %.4g J at the end' % (hist [2][0], hist [2][-1]))
