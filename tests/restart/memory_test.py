"""Memory stays flat over ten thousand steps with contacts, callbacks and a frame at each step."""

from support import RestartTest, main, script

SCENE = """
import os, sys
sys.path.insert(0, %r)
from shapes import cube, floor

s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
bulk = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
BODY(s, 'OBSTACLE', floor(), bulk)
for i in range(3):
    b = BODY(s, 'RIGID', cube((2 * i, 0, 0)), bulk)
    FORCE(b, 'SPATIAL', (2 * i + 0.5, 0.5, 0.5), (1, 0, 0), lambda q, u, t, h: [0.0] * 9)
BODY(s, 'PSEUDO_RIGID', cube((0, 3, 0)), bulk)
GRAVITY(s, (0, 0, -9.81))
pages = []


def sample(data):
    data['n'] += 1
    [c.point for c in s.constraints]
    with open('/proc/self/statm') as file:
        pages.append(int(file.read().split()[1]))


CALLBACK(s, 0.1, {'n': 0}, sample)
OUTPUT(s, 0, %r)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 100), 10.0)
print('KIB', *(4 * p for p in pages))
"""
KIB = 256  # less than 26 bytes per step


class Flat(RestartTest):
    def test_resident_memory(self):
        for compression in ("OFF", "ON"):
            scene = self.write("scene.py", SCENE % (script(""), compression))
            text = self.run_ok("-w", scene).stdout
            sizes = [int(word) for word in text.split("KIB")[1].split()]
            self.assertEqual(len(sizes), 100)
            self.assertLess(max(sizes[20:]) - sizes[20], KIB, sizes)


if __name__ == "__main__":
    main()
