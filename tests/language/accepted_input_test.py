"""Lists of points and paths as Python programs have them; what is no number is none."""

import pathlib

from support import *

TRIPLES = [tuple(CUBE[i:i + 3]) for i in range(0, 24, 3)]


def makers():
    """Each command with a list of points: what it makes of one, as comparable text."""
    faces, elements = CUBE_FACES, [8, 0, 1, 2, 3, 4, 5, 6, 7, 1]

    def vertices(convex):
        return sorted(convex.vertex(i) for i in range(convex.nver))

    def nodes(mesh):
        return sorted(mesh.node(i) for i in range(mesh.nnod))

    return {"HULL": lambda points: vertices(HULL(points, 1, 1)),
            "CONVEX": lambda points: vertices(CONVEX(points, faces, 1)),
            "MESH": lambda points: nodes(MESH(points, elements, 1)),
            "HEX": lambda points: nodes(HEX(points, 1, 1, 1, 1, [1] * 6))}


class Points(LanguageTest):
    def test_flat_lists_triples_and_generators_mean_the_same(self):
        for name, make in makers().items():
            for points in (CUBE, TRIPLES, [list(point) for point in TRIPLES], tuple(TRIPLES),
                           (point for point in TRIPLES), iter(CUBE), map(tuple, TRIPLES)):
                with self.subTest(command=name, kind=type(points).__name__):
                    self.assertEqual(make(points), sorted(TRIPLES))

    def test_arrays_with_three_columns(self):
        numpy = __import__("numpy")
        for name, make in makers().items():
            for points in (numpy.array(TRIPLES), numpy.array(TRIPLES, dtype=int),
                           numpy.array(TRIPLES).T.copy().T, list(numpy.array(TRIPLES, float)),
                           numpy.array(CUBE)):
                self.assertEqual(make(points), sorted(TRIPLES), name)
            turned = numpy.array(TRIPLES).T  # three rows of eight numbers are no points
            self.assert_refused(ValueError, name + ": '[a-z]+' must have rows of 3 numbers, got "
                                "rows of 8", lambda: make(turned))

    def test_lists_that_are_neither_are_refused(self):
        for name, make in makers().items():
            self.assert_refused(ValueError, name + ": '[a-z]+' must have rows of 3 numbers, row 1 "
                                "has 2", lambda: make([(0, 0, 0), (1, 0)]))
            self.assert_refused(ValueError, name + ": '[a-z]+' must not mix numbers and rows",
                                lambda: make([(0, 0, 0), 1, 0, 0] + TRIPLES))
            self.assert_refused(TypeError, name + ": '[a-z]+' must be a list of points",
                                lambda: make([("a", "b", "c")]))

    def test_other_lists_may_be_generators(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec, (0, 0, 0))
        INITIAL_VELOCITY(body, (float(i) for i in range(3)), iter((0, 0, 0)))
        self.assertEqual(body.velo[3:], (0, 1, 2))
        EXTENTS(solfec, [(-9, -9, -9), (9, 9, 9)])
        self.assertEqual(TIME_SERIES((t, 2 * t) for t in range(3)).values, [0, 2, 4])
        self.assertEqual(len(TRANSLATE((cube() for _ in range(2)), (1, 0, 0))), 2)
        BODY(solfec, "RIGID", (cube((i * 3, 5, 0)) for i in range(2)), body.material)


class Paths(LanguageTest):
    def test_paths_may_be_objects_of_pathlib(self):
        folder = pathlib.Path(self.folder)
        solfec = SOLFEC("DYNAMIC", 1e-3, folder / "run")
        self.assertEqual(solfec.outpath, str(folder / "run"))
        solfec.verbose = "OFF"
        FIX_POINT(self.new_ball(solfec), (0, 0, 1))
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1e-3)
        LOCDYN_DUMP(solfec, folder / "dump.txt")
        EXPORT_CONTACT_PROBLEM(solfec, folder / "problem.h5")
        (folder / "series.txt").write_text("0 1\n2 3\n")
        self.assertEqual(TIME_SERIES(folder / "series.txt").times, [0, 2])
        self.assertTrue((folder / "dump.txt").exists() and (folder / "problem.h5").exists())

    def test_bytes_and_numbers_are_no_paths(self):
        for path in (b"out", 3, None):
            self.assert_refused(TypeError, "SOLFEC: 'output' must be a path, got ",
                                lambda: SOLFEC("DYNAMIC", 1e-3, path))


class TruthValues(LanguageTest):
    def test_true_is_no_number(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec)
        for use in (lambda: SPHERE((0, 0, 0), True, 1, 1), lambda: SPHERE((0, 0, True), 1, 1, 1),
                    lambda: SPHERE((0, 0, 0), 1, True, 1), lambda: HULL([True] * 24, 1, 1),
                    lambda: GRAVITY(solfec, (0, 0, False)), lambda: TIME_SERIES([0, 1, 2, True]),
                    lambda: setattr(body, "damping", True), lambda: TIME_SERIES([(0, True), (1, 2)]),
                    lambda: FORCE(body, "SPATIAL", (0, 0, 1), (0, 0, 1), True)):
            self.assert_refused(TypeError, "", use)
        self.assert_refused(TypeError, "OUTPUT: 'interval' must be a number >= 0, got True",
                            lambda: OUTPUT(solfec, True))

    def test_truth_values_of_numpy_are_no_numbers(self):
        numpy = __import__("numpy")
        for use in (lambda: SPHERE((0, 0, 0), numpy.bool_(True), 1, 1),
                    lambda: SPHERE(numpy.array([True, False, True]), 1, 1, 1)):
            self.assert_refused(TypeError, "SPHERE: ", use)


if __name__ == "__main__":
    main()
