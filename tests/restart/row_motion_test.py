"""U and V of contacts, which frames store as differences from the motions of bodies: they come back to the
last bit in the program and in the Python reader. Frames with whole states, which hold them as they are, tell."""

import os
import struct
import sys

from support import SOURCE, RestartTest, main, read

sys.path.insert(0, os.path.join(SOURCE, "python"))
import solfec_results

SCENE = """
import json
s = SOLFEC('DYNAMIC', 1E-3, 'out')
OUTPUT(s, 4E-3)
stone = BULK_MATERIAL(s, density=2000, young=1E7)
SURFACE_MATERIAL(s, friction=0.3)
GRAVITY(s, (0, 0, -10))
table = BODY(s, 'OBSTACLE', BOX((-3, -3, -1), (6, 6, 1), 1, 1), stone)
INITIAL_VELOCITY(table, (0.1, 0, 0), (0, 0, 0.5))
for k in range(4):
  brick = BODY(s, 'RIGID', ROTATE(BOX((-1, -0.5, 0.51 * k), (1, 0.6, 0.5), 1, 1), (0, 0, 0), (0, 0, 1), 7 * k), stone)
  INITIAL_VELOCITY(brick, (0.2 - 0.1 * k, 0.1, 0), (0.01, 0.02, 0.3 * k))
for k in range(2):
  BODY(s, 'RIGID', SPHERE((0.6 * k - 0.4, 0, 2.29), 0.25, 1, 1), stone)
BODY(s, 'PSEUDO_RIGID', BOX((1.6, -0.5, 0), (0.5, 0.5, 0.5), 1, 1), stone)
BODY(s, 'RIGID', BOX((1.6, -0.5, 0.5), (0.5, 0.5, 0.5), 1, 1), stone)
cube = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
soft = BODY(s, 'FINITE_ELEMENT', TRANSLATE(HEX(cube, 1, 1, 1, 1, [1] * 6), (-2.5, -0.5, 0)), stone)
soft.scheme = 'DEF_LIM'
BODY(s, 'RIGID', BOX((-2.2, -0.3, 1), (0.5, 0.5, 0.5), 1, 1), stone)
FIX_POINT(BODY(s, 'RIGID', BOX((0, 2, 3), (0.5, 0.5, 0.5), 1, 1), stone), (0.25, 2.25, 3.5))
RUN(s, GAUSS_SEIDEL_SOLVER(1E-6, 100), 0.08)
print(json.dumps([[c.U, c.V] for c in s.constraints]))
print(json.dumps(HISTORY(s, [(table, (0, 0, 1), None, 'CR'), (s, 'GAP')], 0, 1)))
"""


def bits(numbers):
    return struct.pack(f"{len(numbers)}d", *numbers)


class RowMotion(RestartTest):
    def setUp(self):
        super().setUp()
        self.scene = self.write("scene.py", SCENE)
        self.printed = self.run_ok("-q", "-o", "shown", self.scene).stdout
        self.run_ok("-q", "-o", "whole", "--keep-states", self.scene)
        self.shown = solfec_results.open(self.path("shown"))
        self.whole = solfec_results.open(self.path("whole"))

    def test_objects_and_arrays_have_the_bits_of_whole_states(self):
        kinds = set()
        self.assertEqual(len(self.shown), len(self.whole))
        for i, (frame, other) in enumerate(zip(self.shown, self.whole)):
            self.assertEqual(len(frame.constraints), len(other.constraints))
            arrays, others = self.shown.arrays(i).constraints, self.whole.arrays(i).constraints
            for name in arrays.NAMES:
                self.assertEqual(getattr(arrays, name).tobytes(), getattr(others, name).tobytes(), (i, name))
            for k, (row, same) in enumerate(zip(frame.constraints, other.constraints)):
                kinds.add((frame.bodies[row.master].kind, frame.bodies[row.slave].kind if row.slave else ""))
                for name in ("R", "U", "V", "point", "frame"):
                    self.assertEqual(bits(getattr(row, name)), bits(getattr(same, name)), (i, row.id, name))
                self.assertEqual((bits(row.U), bits(row.V)), (arrays.U[k].tobytes(), arrays.V[k].tobytes()))
        for pair in (("RIGID", "RIGID"), ("RIGID", "OBSTACLE"), ("PSEUDO_RIGID", "RIGID"), ("FINITE_ELEMENT", "OBSTACLE")):
            self.assertTrue(kinds & {pair, pair[::-1]}, (pair, kinds))

    def test_the_program_prints_what_it_printed_while_it_wrote(self):
        for folder in ("shown", "whole"):
            self.assertEqual(self.run_ok("-q", "-o", folder, self.scene).stdout, self.printed)

    def test_exported_contacts_are_those_of_whole_states(self):
        texts = []
        for folder in ("shown", "whole"):
            self.run_ok("--export", "vtk", folder)
            vtk = self.path(os.path.join(folder, "vtk"))
            texts.append({name: read(os.path.join(vtk, name)) for name in sorted(os.listdir(vtk))})
        self.assertTrue(texts[0])
        self.assertEqual(texts[0].keys(), texts[1].keys())
        for name, text in texts[0].items():
            self.assertEqual(text, texts[1][name], name)


if __name__ == "__main__":
    main()
