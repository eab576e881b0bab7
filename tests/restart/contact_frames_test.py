"""OUTPUT (..., contacts): frames that hold contacts, and what is said of those that do not."""

import math
import os
import sys

from support import SOURCE, RestartTest, frames_path, main, read

sys.path.insert(0, os.path.join(SOURCE, "python"))

MODEL = """
import json
s = SOLFEC ('DYNAMIC', 1E-3, 'out')
OUTPUT (s, 2E-3, 'ON'%s)
bulk = BULK_MATERIAL (s)
ground = BODY (s, 'OBSTACLE', BOX ((-2, -2, -1), (4, 4, 1), 1, 1), bulk)
rows = [BODY (s, 'RIGID', BOX ((x, 0, 0), (0.5, 0.5, 0.5), 1, 1), bulk, label='stone-%%d' %% x) for x in (-1, 0, 1)]
pin = FIX_POINT (BODY (s, 'RIGID', BOX ((0, 0, 3), (0.5, 0.5, 0.5), 1, 1), bulk), (0.25, 0.25, 3.5))
GRAVITY (s, (0, 0, -10))
RUN (s, GAUSS_SEIDEL_SOLVER (1E-6, 100), 0.1)
print ('end', s.ncon, rows [0].conf [11], [c.R [2] for c in s.constraints if c.kind == 'CONTACT'] [:2])
got = HISTORY (s, [(ground, (0, 0, 1), None, 'CR'), (pin, None, None, 'R'), 'CONS', (s, 'KINETIC'), (s, 'GAP')], 0, 1)
print (json.dumps (got))
"""


class ContactFrames(RestartTest):
    def curves(self, contacts, *words):
        """Output and HISTORY of both passes, which must be equal."""
        name = self.write("model.py", MODEL % contacts)
        out = "out" + "".join(filter(str.isalnum, contacts))
        first = self.run_ok("-q", "-o", out, *words, name)
        second = self.run_ok("-q", "-o", out, name)
        self.assertEqual(first.stdout, second.stdout)
        return self.path(out), first, second

    def values(self, result):
        import json
        return json.loads(result.stdout.splitlines()[-1])

    def test_values_of_contacts_are_nan_where_a_frame_holds_none(self):
        _, every, _ = self.curves("")
        all_values = self.values(every)
        self.assertNotIn("hold no contacts", every.stderr)
        for contacts, held in ((", contacts=5", lambda i: i % 5 == 0), (", contacts='OFF'", lambda i: i == 0),
                               (", contacts=1", lambda i: True), (", contacts='EVERY'", lambda i: True)):
            with self.subTest(contacts=contacts):
                folder, first, second = self.curves(contacts)
                values = self.values(first)
                last = len(values[0]) - 1
                for k, (mine, theirs) in enumerate(zip(values, all_values)):
                    for i, (a, b) in enumerate(zip(mine, theirs)):
                        if k in (1, 5) and not (held(i) or i == last):
                            self.assertTrue(math.isnan(a), (k, i, a))
                        else:
                            self.assertEqual(a, b, (k, i))
                missing = sum(not (held(i) or i == last) for i in range(last + 1))
                for result in (first, second):
                    if missing:
                        self.assertIn("HISTORY: warning: %d of %d frames hold no contacts" % (missing, last + 1), result.stderr)
                    else:
                        self.assertNotIn("hold no contacts", result.stderr)

    def test_frames_without_contacts_are_smaller(self):
        sizes = [os.path.getsize(frames_path(self.curves(contacts)[0]))
                 for contacts in ("", ", contacts=5", ", contacts='OFF'")]
        self.assertLess(sizes[1], sizes[0])
        self.assertLess(sizes[2], sizes[1])

    def test_runs_go_on_from_frames_without_contacts(self):
        for contacts in (", contacts=5", ", contacts='OFF'"):
            with self.subTest(contacts=contacts):
                whole, _, _ = self.curves(contacts)
                part = self.path("part")
                script = self.write("short.py", (MODEL % contacts).replace(", 0.1)", ", 0.05)"))
                self.run_ok("-q", "-w", "-o", part, script)
                self.run_ok("-q", "-c", "-o", part, self.path("model.py"))
                self.assertEqual(read(frames_path(part))[-4000:], read(frames_path(whole))[-4000:])

    def test_wrong_words_and_numbers_are_refused(self):
        for wrong, said in ((", contacts=0", "got 0"), (", contacts=2.5", "got 2.5"), (", contacts='SOME'", "got 'SOME'"),
                            (", contacts=[1, 2]", "got"), (", contacts=-3", "got -3")):
            result = self.run_program("-q", self.write("wrong.py", MODEL % wrong))
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("'contacts' must be 'EVERY', 'OFF' or an integer n >= 1", result.stderr)
            self.assertIn(said, result.stderr)
            self.assertIn("wrong.py:4", result.stderr)

    def test_the_reader_of_python_says_what_is_left_out(self):
        import solfec_results
        folder, _, _ = self.curves(", contacts=5")
        full, _, _ = self.curves("")
        results, everything = solfec_results.open(folder), solfec_results.open(full)
        for i, (frame, other) in enumerate(zip(results, everything)):
            held = i % 5 == 0 or i == len(results) - 1
            self.assertEqual(frame.left_out, 0 if held else len(other.constraints) - 1)
            self.assertEqual(len(frame.constraints), len(other.constraints) if held else 1)
            if held:
                self.assertEqual([row.frame for row in frame.constraints], [row.frame for row in other.constraints])
            else:
                with self.assertRaisesRegex(ValueError, "holds no contacts"):
                    frame.force_on("stone-0")
        for i, frame in enumerate(results):
            arrays = results.arrays(i)
            rows = arrays.constraints
            self.assertEqual((rows.left_out, len(rows)), (frame.left_out, len(frame.constraints)))
            for k, row in enumerate(frame.constraints):
                columns = tuple(rows.frame[k].T.ravel())
                self.assertEqual((columns, tuple(rows.U[k]), tuple(rows.V[k]), tuple(rows.point[k]), rows.gap[k],
                                  rows.area[k]), (row.frame, row.U, row.V, row.point, row.gap, row.area))
            self.assertEqual(math.isnan(arrays.forces[0, 2]), frame.left_out > 0)
        times, forces, count, energy = results.history([(None, (0, 0, 1), None, "CR"), "CONS", (None, "KINETIC")])
        self.assertEqual([math.isnan(force) for force in forces], [frame.left_out > 0 for frame in results])
        self.assertEqual(list(count), [len(frame.constraints) for frame in everything])
        self.assertFalse(any(map(math.isnan, energy)))
        self.assertEqual(results.model.settings["contacts"], 5)
        self.assertEqual(everything.model.settings["contacts"], "EVERY")


if __name__ == "__main__":
    main()
