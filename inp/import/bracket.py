# Shows:  solfec.mesh: an angle bracket comes in as a surface (STL) and as a mesh (gmsh), and stands on a floor.
# Source: a right angle with legs of 2 m and 1 m by 1 m sections: 3 m^3, as a CAD program would write it in mm.
# Expect: volume and mass of both bodies are exact, the floor carries their weight.
#
#   tools/run inp/import/bracket.py

import os

from solfec.mesh import read, read_surface

corners = [(0, 0), (2000, 0), (2000, 1000), (1000, 1000), (1000, 2000), (0, 2000)]  # mm
nodes = [(x, y, z) for y in (0, 1000) for x, z in corners] # the section in the plane xz
nodes += [(0, y, 1000) for y in (0, 1000)] + [(1000, y, 0) for y in (0, 1000)]

def write_surface (path):
  cut = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)] # triangles of the section
  faces = cut + [(6 + c, 6 + b, 6 + a) for a, b, c in cut]
  for i in range (6):
    j = (i + 1) % 6
    faces += [(i, 6 + i, 6 + j), (i, 6 + j, j)]
  with open (path, 'w') as file:
    file.write ('solid bracket\n')
    for face in faces:
      file.write ('facet normal 0 0 0\nouter loop\n')
      for i in face: file.write ('vertex %g %g %g\n' % nodes [i])
      file.write ('endloop\nendfacet\n')
    file.write ('endsolid bracket\n')

def write_mesh (path):
  bricks = [(0, 14, 15, 6, 12, 3, 9, 13), (14, 1, 7, 15, 3, 2, 8, 9), (12, 3, 9, 13, 5, 4, 10, 11)]
  foot = [(0, 14, 15, 6), (14, 1, 7, 15)]
  rows = ['3 2 9 1 ' + ' '.join (str (n + 1) for n in quad) for quad in foot]
  rows += ['5 2 %d 1 ' % (1 + (k > 1)) + ' '.join (str (n + 1) for n in brick) for k, brick in enumerate (bricks)]
  with open (path, 'w') as file:
    file.write ('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n2 9 "foot"\n3 1 "leg"\n3 2 "arm"\n$EndPhysicalNames\n')
    file.write ('$Nodes\n%d\n' % len (nodes) + ''.join ('%d %g %g %g\n' % (i + 1, *p) for i, p in enumerate (nodes)))
    file.write ('$EndNodes\n$Elements\n%d\n' % len (rows))
    file.write (''.join ('%d %s\n' % (i + 1, row) for i, row in enumerate (rows)))
    file.write ('$EndElements\n')

folder = 'out/import/bracket'
os.makedirs (folder + '/files', exist_ok = True)
write_surface (folder + '/files/bracket.stl')
write_mesh (folder + '/files/bracket.msh')

surface = read_surface (folder + '/files/bracket.stl', scale = 1E-3)
print (surface.report ())
mesh = read (folder + '/files/bracket.msh', scale = 1E-3)
print (mesh.report ())

solfec = SOLFEC ('DYNAMIC', 1E-3, folder)
bulk = BULK_MATERIAL (solfec, young = 1E9, poisson = 0.25, density = 2000)
SURFACE_MATERIAL (solfec, friction = 0.5)
SURFACE_MATERIAL (solfec, mesh.surfaces ['foot'], 1, friction = 0.8) # a rough foot
floor = HULL ([-1, -1, -1, 6, -1, -1, 6, 2, -1, -1, 2, -1, -1, -1, 0, 6, -1, 0, 6, 2, 0, -1, 2, 0], 1, 1)
ground = BODY (solfec, 'OBSTACLE', floor, bulk)
parts = surface.convex_parts (error = 0)
print ('%d convex parts with %.1e more volume than the surface' % (len (parts), abs (parts.error)))
rigid = BODY (solfec, 'RIGID', parts.convex (), bulk, label = 'surface')
soft = BODY (solfec, 'FINITE_ELEMENT', TRANSLATE (mesh.mesh (), (3, 0, 0)), bulk, label = 'mesh')
soft.scheme, soft.damping = 'DEF_LIM', 1E-3
GRAVITY (solfec, (0, 0, -9.81))

exact = surface.mass_properties (2000)
for body in rigid, soft:
  print ("body '%s': volume %.12g m^3, mass %.12g kg" % (body.label, body.volume, body.mass))
  assert abs (body.mass / exact.mass - 1) < 1E-12

RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.2)

times, force = HISTORY (solfec, [(ground, (0, 0, 1), None, 'CR')], 0, 0.2)
share = abs (force [-1]) / ((rigid.mass + soft.mass) * 9.81)
print ('the floor carries %.5f of the weight' % share)
assert abs (share - 1) < 1E-3
