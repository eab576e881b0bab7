"""RT_SPLIT: bodies that come apart along faces of their mesh during a run."""

from support import *

BAR = [0, 0, 0, 4, 0, 0, 4, 1, 0, 0, 1, 0, 0, 0, 1, 4, 0, 1, 4, 1, 1, 0, 1, 1]


def bar(n=4, m=1):
    """The bar [0, 4] x [0, 1] x [0, 1] in n elements along x and m across."""
    return HEX(BAR, n, m, 1, 3, [1] * 6)


def faces_at(mesh, x, from_y=0):
    return [face for face in mesh.inter_element_faces_on_plane((x, 0, 0), (1, 0, 0))
            if all(mesh.node(n)[1] >= from_y for n in face)]


class Splits(LanguageTest):
    def test_halves_of_each_kind_fly_on_with_the_velocity_of_their_points(self):
        for kind in ("RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT"):
            solfec = self.new_solfec(step=1e-3, output=os.path.join(self.folder, kind))
            bulk = BULK_MATERIAL(solfec, young=1e9, density=2)
            mesh = bar()
            surf = faces_at(mesh, 1)
            body = BODY(solfec, kind, mesh, bulk, "bar")
            twin = body
            INITIAL_VELOCITY(body, (1, 2, 3), (0, 0, 0.5))
            CONTACT_PREDICTION(solfec, 0)
            momentum = 8.0
            found = []

            def split(_):
                if not found:
                    found.append(RT_SPLIT(body, surf, 7, 8, None, "tail"))
                return 1

            CALLBACK(solfec, 5e-3, None, split)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.02)
            tail, first, second = found[0]
            self.assertEqual((body.label, tail.label, solfec.nbod), ("bar", "tail", 2))
            self.assertIs(twin, body)
            self.assertIn(body, list(solfec.bodies))
            self.assertEqual((len(first), len(second)), (8, 16))
            self.assertEqual(set(first) & set(second), {n for face in surf for n in face})
            self.assertAlmostEqual(body.mass, 2, 12)
            self.assertAlmostEqual(tail.mass, 6, 12)
            speeds = [mean_velocity(part) for part in (body, tail)]
            for d in range(3):
                self.assertAlmostEqual(sum(part.mass * v[d] for part, v in zip((body, tail), speeds)),
                                       momentum * (1, 2, 3)[d], 9)
            self.assertEqual(tail.mesh.nodes_on_surface(7), None)
            self.assertEqual(len(tail.mesh.nodes_on_surface(8)), 4)

    def test_the_pass_that_reads_splits_between_runs_too(self):
        path, ends = os.path.join(self.folder, "between"), []
        for mode in ("WRITE", "READ"):
            solfec = self.new_solfec(output=path)
            self.assertEqual(solfec.mode, mode)
            mesh = bar(4, 2)
            surf = faces_at(mesh, 2)
            body = BODY(solfec, "FINITE_ELEMENT", mesh, BULK_MATERIAL(solfec, young=1e9), "bar")
            INITIAL_VELOCITY(body, (0, 1, 0), (0, 0, 0.5))
            OUTPUT(solfec, 2e-3)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)
            tail, first, second = RT_SPLIT(body, surf, 7, 8, None, "tail")
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)
            self.assertEqual((body.label, tail.label, solfec.nbod), ("bar", "tail", 2))
            numbers = [z for z in HISTORY(solfec, [(tail, tail.center, "CY")], 0, 1)[1] if z == z]
            ends.append((body.conf, tail.conf, body.mass, tail.mesh.nnod, first, second, numbers))
        self.assertEqual(ends[0], ends[1])
        self.assertGreater(len(ends[0][-1]), 3)

    def test_a_slit_replaces_the_body(self):
        solfec = self.new_solfec()
        mesh = bar(2, 2)
        surf = faces_at(mesh, 2, 0.5)
        body = BODY(solfec, "FINITE_ELEMENT", mesh, BULK_MATERIAL(solfec), "bar")
        second, first, none = RT_SPLIT(body, surf)
        self.assertEqual((second, none, len(first), solfec.nbod), (None, None, 20, 1))
        self.assertEqual((body.label, body.mesh.nnod), ("bar", 20))

    def test_no_face_changes_nothing(self):
        solfec = self.new_solfec()
        body = BODY(solfec, "RIGID", bar(), BULK_MATERIAL(solfec))
        number = body.id
        self.assertIsNone(RT_SPLIT(body, []))
        self.assertEqual(body.id, number)

    def test_what_goes_with_the_body_is_told(self):
        script = ("from solfec import *\ns = SOLFEC ('DYNAMIC', 1e-3, 'out')\ns.verbose = 'OFF'\n"
                  "m = HEX (%s, 2, 1, 1, 3, [1] * 6)\nf = m.inter_element_faces ()\n"
                  "b = BODY (s, 'RIGID', m, BULK_MATERIAL (s), 'bar')\n"
                  "FIX_POINT (b, (0, 0, 0))\nFORCE (b, 'SPATIAL', (0, 0, 0), (0, 0, 1), 1)\nRT_SPLIT (b, f)\n" % BAR)
        done = self.run_program("-q", script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("input.py:9: RT_SPLIT: warning: body 'bar' (created at input.py:6) had loads (1) and constraints (1), "
                      "which are gone; give them to its parts", done.stderr)

    def test_what_cannot_be_split_is_named(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        mesh = bar()
        face, three = mesh.inter_element_faces()[0], mesh.inter_element_faces()
        body = BODY(solfec, "RIGID", mesh, bulk, "bar")
        ball = self.new_ball(solfec, (0, 0, 9))
        for kind, text, call in (
                (ValueError, "'body1' shape is not a MESH", lambda: RT_SPLIT(ball, [face])),
                (ValueError, "body 'bar' .* must fall into at most two parts, the faces open it into 4",
                 lambda: RT_SPLIT(body, three)),
                (ValueError, r"'surf' has an invalid face size \(neither 3 nor 4\): face 0 has 2 nodes",
                 lambda: RT_SPLIT(body, [face[:2]])),
                (ValueError, "OBSTACLE, which does not break",
                 lambda: RT_SPLIT(BODY(solfec, "OBSTACLE", TRANSLATE(bar(), (0, 0, 20)), bulk), [face]))):
            self.assert_refused(kind, "RT_SPLIT: .*" + text, call)
        self.assertEqual(body.label, "bar")


def mean_velocity(body):
    """Velocity of the mass centre: of meshes by the mean over equal elements."""
    if body.kind == "RIGID":
        return body.velo[3:6]
    if body.kind == "PSEUDO_RIGID":
        return body.velo[9:12]
    nodes, elements, _ = body.mesh.get_data()
    count = len(elements) // 10
    velo = body.velo
    return [sum(velo[3 * elements[10 * e + k] + d] for e in range(count) for k in range(1, 9)) / (8 * count)
            for d in range(3)]


if __name__ == "__main__":
    main()
