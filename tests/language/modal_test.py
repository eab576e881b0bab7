"""MODAL_ANALYSIS as scripts see it: closed forms, files that keep modes, refused input."""

import math

from support import *


class Modal(LanguageTest):
    def bar(self, cells=10, width=0.1, young=1e9, across=1, poisson=0.0, length=2.0):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, young=young, poisson=poisson, density=1e3)
        mesh = HEX(CUBE, cells, across, across, 1, [1] * 6)
        return BODY(solfec, "FINITE_ELEMENT", SCALE(mesh, (length, width, width)), bulk)

    def test_rigid_displacements_are_the_velocities_of_rigid_motions(self):
        for form in ("TL", "BC"):
            solfec = self.new_solfec()
            body = BODY(solfec, "FINITE_ELEMENT", TRANSLATE(HEX(CUBE, 2, 3, 1, 1, [1] * 6), (5, 6, 7)),
                        BULK_MATERIAL(solfec), form=form)
            modes = RIGID_DISPLACEMENTS(body)
            self.assertEqual([len(mode) for mode in modes], [len(body.conf)] * 6)
            for k, mode in enumerate(modes):
                motion = [float(k == i) for i in range(6)]
                INITIAL_VELOCITY(body, motion[:3], motion[3:])
                for one, other in zip(mode, body.velo):
                    self.assertAlmostEqual(one, other, 13)
        self.assert_refused(ValueError, "RIGID_DISPLACEMENTS: 'body' must be a FINITE_ELEMENT body",
                            lambda: RIGID_DISPLACEMENTS(self.new_ball(solfec)))

    def matrix(self, path):
        """Entries of a MatrixMarket file by places from 0, and the words of its first line."""
        with open(path) as file:
            lines = file.read().splitlines()
        rows, columns, entries = (int(word) for word in lines[2].split())
        self.assertEqual((rows, entries), (columns, len(lines) - 3))
        found = {}
        for line in lines[3:]:
            i, j, value = line.split()
            found[int(i) - 1, int(j) - 1] = float(value)
        self.assertEqual(len(found), entries)
        self.assertEqual(sorted(found, key=lambda place: place[::-1]), list(found))
        return rows, found, lines[0].split()

    def test_exported_matrices_have_the_modes_and_masses_of_the_body(self):
        body = self.bar(2, 0.5, across=2, poisson=0.3)
        names = [os.path.join(self.folder, "sub", name) for name in ("M.mtx", "K.mtx", "K-whole.mtx")]
        self.assertIsNone(BODY_MM_EXPORT(body, names[0], names[1]))
        BODY_MM_EXPORT(body, names[0], names[2], "OFF", "OFF")
        n, M, kind = self.matrix(names[0])
        self.assertEqual((n, kind[-1]), (len(body.conf), "general"))
        self.assertAlmostEqual(sum(M.values()), 3 * body.mass, 9)
        self.assertEqual({i - j for i, j in M}, {0})
        _, K, kind = self.matrix(names[1])
        self.assertEqual(kind, "%%MatrixMarket matrix coordinate real symmetric".split())
        self.assertTrue(all(i >= j for i, j in K))
        _, whole, kind = self.matrix(names[2])
        largest = max(K.values())
        for (i, j), value in whole.items():
            self.assertAlmostEqual(value, K.get((max(i, j), min(i, j)), 0.0), delta=1e-12 * largest)
            self.assertFalse(i >= j and value != K[i, j])
        values, vectors = MODAL_ANALYSIS(body, n)
        for k in (6, 10, n - 1):  # K f = w^2 M f
            f = vectors[k * n:(k + 1) * n]
            residual = [-values[k] * M[i, i] * f[i] for i in range(n)]
            for (i, j), value in whole.items():
                residual[i] += value * f[j]
            self.assertLess(max(map(abs, residual)), 1e-9 * values[k] * max(M.values()) * max(map(abs, f)))
        with open(names[0], "w") as file:
            file.write("mine\n")
        self.assert_refused(OSError, "BODY_MM_EXPORT: .*M.mtx", lambda: BODY_MM_EXPORT(body, names[0], names[1]))
        for kind, text, call in (
                (ValueError, "'body' must be a FINITE_ELEMENT body", lambda: BODY_MM_EXPORT(self.new_ball(self.new_solfec()), "a", "b")),
                (ValueError, "'pathK' must be another file than 'pathM', got a", lambda: BODY_MM_EXPORT(body, "a", "a")),
                (ValueError, "'pathM' must not be empty", lambda: BODY_MM_EXPORT(body, "", "a"))):
            self.assert_refused(kind, "BODY_MM_EXPORT: " + text, call)

    def test_a_free_bar_has_the_frequencies_of_its_chain(self):
        cells, length = 10, 2.0
        values, vectors = MODAL_ANALYSIS(self.bar(cells), 60)
        self.assertEqual((len(values), len(vectors)), (60, 60 * 3 * 44))
        self.assertEqual(values[:6], [0.0] * 6)
        self.assertEqual(values, sorted(values))
        for k in range(1, 4):
            root = 2e3 * cells / length * math.sin(0.5 * k * math.pi / cells)
            self.assertLess(min(abs(v / root ** 2 - 1.0) for v in values), 1e-10)

    def test_bending_of_a_slender_beam_comes_to_euler_and_bernoulli(self):
        # w^2 = (4.730041 / L)^4 E I / (rho A); one hexahedron across bends too stiffly, more come near
        length, width = 10.0, 0.2
        exact = (4.730040745 / length) ** 4 * 1e9 * width ** 2 / 12 / 1e3
        errors = []
        for cells in (20, 40, 80):
            values, _ = MODAL_ANALYSIS(self.bar(cells, width, across=2, length=length), 8)
            self.assertLess(abs(values[7] / values[6] - 1.0), 1e-8)  # both directions across
            errors.append(values[6] / exact - 1.0)
        self.assertGreater(errors[0], errors[1])
        self.assertGreater(errors[1], errors[2])
        # linear elements converge with the square of their length to a limit that two cells across
        # leave
        limit = errors[2] + (errors[2] - errors[1]) / 3.0
        again = errors[1] + (errors[1] - errors[0]) / 3.0
        self.assertLess(abs(limit - again), 0.1 * errors[1])

    def test_a_file_keeps_modes(self):
        path = os.path.join(self.folder, "kept", "bar.modes")
        body = self.bar()
        computed = MODAL_ANALYSIS(body, 8, path)
        self.assertEqual(MODAL_ANALYSIS(body, 8, path), computed)
        self.assertEqual(MODAL_ANALYSIS(path=path), computed)
        fewer = MODAL_ANALYSIS(None, 7, path)
        self.assertEqual((fewer[0], fewer[1]), (computed[0][:7], computed[1][:7 * 132]))
        self.assertEqual(os.listdir(os.path.dirname(path)), ["bar.modes"])
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(text[:-3] + ("7" if text[-3] != "7" else "8") + text[-2:])
        self.assert_refused(RuntimeError, "MODAL_ANALYSIS: .*bar.modes has numbers that have changed", lambda: MODAL_ANALYSIS(path=path))
        os.remove(path)
        MODAL_ANALYSIS(body, 8, path, abstol=1e-3)
        self.assertIn("tolerance 0.001", open(path).read())
        MODAL_ANALYSIS(body, 8, path)  # asks for more than the file has
        self.assertIn("tolerance 1e-11", open(path).read())
        more = MODAL_ANALYSIS(body, 9, path)
        self.assertEqual(len(MODAL_ANALYSIS(path=path)[0]), 9)
        self.assertEqual(more[0][:6], computed[0][:6])

    def test_files_of_other_bodies_and_other_contents_are_refused(self):
        path = os.path.join(self.folder, "bar.modes")
        MODAL_ANALYSIS(self.bar(), 7, path)
        for other in (self.bar(young=2e9), self.bar(width=0.2), self.bar(cells=11)):
            self.assert_refused(RuntimeError, "MODAL_ANALYSIS: 'path' names modes of another mesh or material",
                                lambda: MODAL_ANALYSIS(other, 7, path))
        foreign = os.path.join(self.folder, "notes.txt")
        for content in ("mine\n", "", "Solfec modes 1\n", "Solfec modes 1\nmesh 0 modes 99999999 unknowns 9\n1\n",
                        "Solfec modes 1\nmesh 0 modes 1 unknowns 3\n1\n2\nnan\n3\n"):
            with open(foreign, "w") as file:
                file.write(content)
            self.assert_refused(RuntimeError, "MODAL_ANALYSIS: .*notes.txt", lambda: MODAL_ANALYSIS(path=foreign))
            self.assert_refused(RuntimeError, "MODAL_ANALYSIS: .*notes.txt", lambda: MODAL_ANALYSIS(self.bar(), 7, foreign))
            with open(foreign) as file:
                self.assertEqual(file.read(), content)

    def test_w_computes_anew_and_frequencies_are_printed(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
m = BULK_MATERIAL(s, young=%s)
b = BODY(s, 'FINITE_ELEMENT', HEX([0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1], 1, 1, 1, 1, [1] * 6), m)
MODAL_ANALYSIS(b, 7, 'cube.modes', verbose='ON')
"""
        first = self.run_program("-q", script=script % "1e6")
        self.assertEqual(first.returncode, 0, first.stderr)
        rows = first.stdout.splitlines()
        self.assertEqual(len(rows), 8)
        number, value, frequency = rows[7].split()
        self.assertEqual(number, "7")
        self.assertAlmostEqual(math.sqrt(float(value)) / (2 * math.pi) / float(frequency), 1.0, places=7)
        other = self.run_program("-q", script=script % "4e6")
        self.assertEqual(other.returncode, 2)
        self.assertIn("input.py:5: MODAL_ANALYSIS: 'path' names modes of another mesh or material", other.stderr)
        anew = self.run_program("-q", "-w", script=script % "4e6")
        self.assertEqual(anew.returncode, 0, anew.stderr)
        self.assertAlmostEqual(float(anew.stdout.split()[-1]) / float(frequency), 2.0, places=7)

    def test_wrong_input(self):
        body = self.bar()
        solfec = self.new_solfec()
        rigid = self.new_ball(solfec)
        for error, text, call in (
                (ValueError, "'body' must be a FINITE_ELEMENT body, body 1 .* is RIGID", lambda: MODAL_ANALYSIS(rigid, 3)),
                (ValueError, "'num' must be at most the number of unknowns of the mesh, 132, got 133",
                 lambda: MODAL_ANALYSIS(body, 133)),
                (ValueError, "'num' must be an integer >= 1", lambda: MODAL_ANALYSIS(body, 0)),
                (ValueError, "'num' must be given", lambda: MODAL_ANALYSIS(body)),
                (ValueError, "'path' must be given where 'body' is None", lambda: MODAL_ANALYSIS(None, 3)),
                (RuntimeError, "'path' must name a file of 3 modes or more", lambda: MODAL_ANALYSIS(None, 3, "none.modes")),
                (ValueError, "'abstol' must be a positive number", lambda: MODAL_ANALYSIS(body, 3, abstol=0)),
                (ValueError, "'abstol' must be below 1, got 1$", lambda: MODAL_ANALYSIS(body, 3, abstol=1.0))):
            self.assert_refused(error, "MODAL_ANALYSIS: " + text, call)


if __name__ == "__main__":
    main()
