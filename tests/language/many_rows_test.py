"""Bodies with many contacts, whose default solution does without the blocks of W between them."""

import itertools
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

CELLS = (10, 10, 2)  # of a unit cube


def tetrahedra():
    """MESH of a unit cube of cells with six tetrahedra each."""
    ring = ((1, 2), (2, 3), (3, 7), (7, 4), (4, 5), (5, 1))  # tetrahedra about the diagonal 0-6
    size = [n + 1 for n in CELLS]
    nodes = [n / cells for k, j, i in itertools.product(*map(range, reversed(size)))
             for n, cells in zip((i, j, k), CELLS)]
    elements = []
    for k, j, i in itertools.product(*map(range, reversed(CELLS))):
        at = [(i + a) + size[0] * ((j + b) + size[1] * (k + c))
              for c in (0, 1) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
        for p, q in ring:
            elements += [4, at[0], at[p], at[q], at[6], 1]
    return MESH(nodes, elements, 1)


class ManyRowsTest(LanguageTest):

    def pressed(self, solver, friction):
        """(iterations, residuals, force on the plate) of three quasi-static steps."""
        solfec = self.new_solfec("QUASI_STATIC", 1e-2)
        solfec.equilibrium = 0  # one pass, so one solution, per step
        bulk = BULK_MATERIAL(solfec, model="KIRCHHOFF", young=1e7, poisson=0.3, density=1e3)
        SURFACE_MATERIAL(solfec, model="SIGNORINI_COULOMB", friction=friction)
        BODY(solfec, "OBSTACLE", TRANSLATE(SCALE(cube(), (3, 3, 1)), (-1, -1, -1 + 1e-6)), bulk)
        plate = BODY(solfec, "OBSTACLE",
                     TRANSLATE(SCALE(cube(), (3, 3, 1)), (-1, -1, 1 - 1e-6)), bulk)
        BODY(solfec, "FINITE_ELEMENT", tetrahedra(), bulk, form="TL")
        SET_VELOCITY(plate, plate.center, (0, 0, 1), -0.1)
        iterations, residuals = [], []

        def note(_):
            iterations.append(solver.iters)
            residuals.append(solver.residual)
            return 1

        CALLBACK(solfec, 1e-2, None, note)
        RUN(solfec, solver, 3e-2)
        return iterations, residuals, sum(contact.R[2] for contact in plate.constraints
                                          if contact.kind == "CONTACT")

    def test_newton_steps_of_pressed_tetrahedra_settle_at_once(self):
        """9 to 10 steps where most rows slip, against sweeps through all blocks."""
        for friction in (0.0, 0.3, 10.0):
            with self.subTest(friction=friction):
                iterations, residuals, force = self.pressed(
                    GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-10), friction)
                self.assertLessEqual(max(iterations), 15)
                self.assertLessEqual(max(residuals), 1e-6)
                _, by_sweeps, expected = self.pressed(
                    GAUSS_SEIDEL_SOLVER(1e-10, 20000, 1e-16, acceleration="OFF"), friction)
                self.assertLessEqual(max(by_sweeps), 1e-4)
                self.assertNotEqual(expected, 0.0)
                self.assertAlmostEqual(force / expected, 1.0, delta=1e-3)


if __name__ == "__main__":
    main()
