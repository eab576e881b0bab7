# A model with each thing that an export knows; in READ mode what the program says of one frame. With
# the word ranks its meshes are PSEUDO_RIGID bodies.
import json

CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
FLOOR = [-5, -5, -1, 15, -5, -1, 15, 15, -1, -5, 15, -1, -5, -5, 0, 15, -5, 0, 15, 15, 0, -5, 15, 0]

solfec = SOLFEC('DYNAMIC', 1e-3, 'out/model')
solfec.verbose = 'OFF'
stone = BULK_MATERIAL(solfec, label='stone', young=1e7, poisson=0.2, density=1000)
rubber = BULK_MATERIAL(solfec, label='rubber', young=1e6, poisson=0.3, density=1000)
SURFACE_MATERIAL(solfec, friction=0.3)
GRAVITY(solfec, (0, 0, -10))

# a wedge, a pyramid on its top side and a tetrahedron at its end
NODES = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0.5), (-1, 0.2, 0.2)]
ELEMENTS = [6, 0, 1, 2, 3, 4, 5, 1, 5, 1, 4, 5, 2, 6, 1, 4, 0, 2, 3, 7, 1]

floor = BODY(solfec, 'OBSTACLE', HULL(FLOOR, 1, 1), stone, 'floor')
ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0.5), 0.5, 1, 2), stone, 'ball')
INITIAL_VELOCITY(ball, (1, 0, 0), (0, 2, 1))
brick = BODY(solfec, 'PSEUDO_RIGID', TRANSLATE(HEX(CUBE, 2, 2, 2, 1, [1] * 6), (3, 0, 0)), rubber,
             'brick, "soft"')
KIND = 'PSEUDO_RIGID' if 'ranks' in (NON_SOLFEC_ARGV() or []) else 'FINITE_ELEMENT'
mesh = BODY(solfec, KIND,
            TRANSLATE(MESH([x for node in NODES for x in node], ELEMENTS, 1), (6, 0, 0)), rubber,
            'mixed mesh')
cube = BODY(solfec, KIND, TRANSLATE(HEX(CUBE, 2, 2, 2, 1, [1] * 6), (9, 0, 0)), rubber, 'cube')
around = {'mesh': TRANSLATE(HEX(CUBE, 2, 2, 2, 1, [1] * 6), (12, 0, 0))}
part = BODY(solfec, KIND, TRANSLATE(HULL(CUBE, 1, 1), (12, 0, 0)), rubber, 'part',
            **(around if KIND == 'FINITE_ELEMENT' else {}))
for each in (mesh, cube, part):
    each.scheme = 'DEF_LIM'
egg = BODY(solfec, 'PSEUDO_RIGID', ELLIP((0, 4, 1), (0.5, 0.7, 1), 1, 3), rubber, 'egg')
box = BODY(solfec, 'RIGID', TRANSLATE(HULL(CUBE, 1, 1), (0, 8, 3)), stone, 'box')
FIX_POINT(box, (0, 8, 4))
PUT_RIGID_LINK(box, ball, (1, 9, 3), (0, 0, 0.5))

OUTPUT(solfec, 0.01)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), 0.1)

if solfec.mode == 'READ':
    SEEK(solfec, 0.05)
    nodes = [(x + 6, y, z) for x, y, z in NODES]
    grid = [(i / 2, j / 2, k / 2) for k in range(3) for j in range(3) for i in range(3)]
    bodies = {'brick': (brick, [(x + 3, y, z) for x, y, z in grid]),
              'mesh': (mesh, nodes), 'cube': (cube, [(x + 9, y, z) for x, y, z in grid]),
              'part': (part, [(x + 12, y, z) for x, y, z in grid if x != 0.5 and y != 0.5 and z != 0.5]),
              'ball': (ball, [(0, 0, 0.5)]), 'egg': (egg, [(0, 4, 1)])}
    cells = {'mesh': [(1 / 3, 1 / 3, 0.5), (0.6, 0.6, 0.5), (-0.25, 0.3, 0.3)],
             'part': [(0.5, 0.5, 0.5)]}
    offset = {'mesh': 6, 'part': 12}
    said = {name: {'displacement': [DISPLACEMENT(body, x) for x in points],
                   'velocity': [VELOCITY(body, x) for x in points]}
            for name, (body, points) in bodies.items()}
    said['brick']['stress'] = STRESS(brick, (3, 0, 0))
    for name, points in cells.items():
        said[name]['stress'] = [STRESS(bodies[name][0], (x + offset[name], y, z), 'ELEMENT') for x, y, z in points]
    rows = [row for row in solfec.constraints]
    said['constraints'] = [(row.kind, row.R, row.U, row.point, row.base, row.gap, row.area) for row in rows]
    said['time'] = solfec.time
    with open('said.json', 'w') as file:
        json.dump(said, file)
    if 'xdmf' in (NON_SOLFEC_ARGV() or []):
        XDMF_EXPORT(solfec, 0.05, 'xdmf/one')
        XDMF_EXPORT(solfec, (0.02, 0.05), 'xdmf/range', 'b', ['DISP', 'STRESS'])
        XDMF_EXPORT(solfec, [0.1, 0], 'xdmf/list', [ball, '^egg$'], ['GAP', 'RANK'])
        XDMF_EXPORT(solfec, 0, 'xdmf/box', (8.9, 0, 0, 12.5, 1, 1), ['VELO'])
        XDMF_EXPORT(solfec, 0, 'xdmf/number', 3)
