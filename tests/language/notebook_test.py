"""The input language in ordinary Python: cells of a notebook, whose errors name cell and line, and arrays of HISTORY."""

import traceback

from support import *

try:
    import numpy
except ImportError:
    numpy = None


class Notebook(LanguageTest):
    def setUp(self):
        super().setUp()
        self.names = {"__name__": "__main__", "folder": self.folder}
        self.cells = 0

    def cell(self, text):
        """Runs a cell as notebooks do; its number counts."""
        self.cells += 1
        exec(compile(text, "<ipython-input-%d-5f2c>" % self.cells, "exec"), self.names)

    def assert_told(self, kind, text, source):
        with self.assertRaises(kind) as caught:
            self.cell(source)
        self.assertEqual(str(caught.exception), "<ipython-input-%d-5f2c>:%s" % (self.cells, text))

    def model(self):
        self.cell("from solfec import *\nsolfec = SOLFEC ('DYNAMIC', 1e-3, folder + '/out')\nsolfec.verbose = 'OFF'")
        self.cell("bulk = BULK_MATERIAL (solfec, density = 1000)\n"
                  "ball = BODY (solfec, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), bulk)\nGRAVITY (solfec, (0, 0, -10))")

    def test_errors_name_cell_and_line(self):
        self.model()
        self.assert_told(ValueError, "3: SPHERE: 'radius' must be a positive number, got -1 m",
                         "x = 1\n\nSPHERE ((0, 0, 0), -1, 1, 1)")
        self.assert_told(ValueError, "2: BODY.velo: the velocity of body 1 (created at <ipython-input-2-5f2c>:2), "
                         "which is RIGID, must have 6 numbers, got 1", "\nball.velo = [1]")

    def test_errors_of_the_packages_name_cell_and_line(self):
        self.model()
        self.assert_told(ValueError, "2: wall: length must be positive, got -1 m",
                         "from solfec.build import wall\nwall (-1, 2, (1, 1, 1))")

    def test_errors_of_a_function_of_a_cell_are_those_of_its_line(self):
        self.model()
        self.cell("def push (q, u, time, step):\n    return 1 / 0\nFORCE (ball, 'SPATIAL', (0, 0, 0), (0, 0, 1), push)")
        lines = []
        try:
            self.cell("RUN (solfec, PENALTY_SOLVER (), 0.01)")
        except ZeroDivisionError as error:
            lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
        self.assertEqual(lines[-1], ("<ipython-input-3-5f2c>", 2))
        self.assertIn(("<ipython-input-4-5f2c>", 1), lines)

    def test_a_cell_can_be_run_again_after_an_error(self):
        self.model()
        with self.assertRaises(ValueError):
            self.cell("RUN (solfec, GAUSS_SEIDEL_SOLVER (), -1)")
        self.cell("RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.1)")
        self.cell("RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.1)")
        self.assertAlmostEqual(self.names["ball"].velo[5], -2.0)

    def test_a_loop_over_several_cells(self):
        self.model()
        self.cell("loop = TIME_LOOP (solfec, GAUSS_SEIDEL_SOLVER (), 0.1)")
        self.cell("loop.begin ()\nloop.predict ()")
        self.assert_told(RuntimeError, "1: TIME_LOOP.solve: the next part of a step is detect ()", "loop.solve ()")
        self.cell("loop.detect ()\nrows = loop.rows ()\nloop.solve ()\nloop.finish ()\nloop.end ()")
        self.assertAlmostEqual(self.names["ball"].velo[5], -0.01)

    def test_console_lines_count_as_the_users(self):
        self.model()
        for name in ("<stdin>", "<python-input-7>", "<console>"):
            with self.assertRaisesRegex(ValueError, "^" + name + ":1: SPHERE"):
                exec(compile("SPHERE ((0, 0, 0), -1, 1, 1)", name, "single"), self.names)

    @unittest.skipIf(numpy is None, "numpy is not installed (Debian: python3-numpy)")
    def test_history_gives_arrays_on_demand(self):
        self.model()
        self.cell("RUN (solfec, PENALTY_SOLVER (), 0.05)")
        self.cell("lists = HISTORY (solfec, [(ball, 'KINETIC'), (ball, ball.center, 'DZ')], 0, 1)\n"
                  "arrays = HISTORY (solfec, [(ball, 'KINETIC'), (ball, ball.center, 'DZ')], 0, 1, arrays = 'ON')")
        lists, arrays = self.names["lists"], self.names["arrays"]
        self.assertEqual(len(lists), 3)
        self.assertEqual([list(a) for a in arrays], list(lists))
        for a in arrays:
            self.assertIsInstance(a, numpy.ndarray)
            self.assertEqual((a.dtype, a.shape), (numpy.float64, (51,)))
        times, energy, height = arrays
        numpy.testing.assert_allclose(height, -5 * times ** 2, atol=1e-12)
        arrays[0][0] = 7  # the script's own


main()
